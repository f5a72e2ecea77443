import type { IndexWorker } from '../core/index/index-port.ts';

/**
 * Starts a worker from its text. Throws where the app lets none be started; one that fails later is ended and told of.
 */
export function startIndexWorker(text: string): IndexWorker {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
  let worker: Worker;
  try {
    worker = new Worker(url, { name: 'vault-mcp-index' });
  } catch (error) {
    URL.revokeObjectURL(url);
    throw error;
  }
  let revoked = false;
  const revoke = (): void => {
    if (!revoked) URL.revokeObjectURL(url);
    revoked = true;
  };
  const end = (): void => {
    worker.terminate();
    revoke();
  };
  return {
    post: (message, transfer = []) => worker.postMessage(message, [...transfer]),
    onMessage: (listener) => {
      worker.onmessage = ({ data }: MessageEvent<unknown>) => {
        // It has read its text by now.
        revoke();
        listener(data);
      };
    },
    onDeath: (listener) => {
      const died = (reason: string): void => {
        end();
        listener(reason);
      };
      worker.onerror = (event) => {
        event.preventDefault();
        died(event.message === '' ? 'it could not begin' : event.message);
      };
      worker.onmessageerror = () => died('a message could not be read');
    },
    end,
  };
}
