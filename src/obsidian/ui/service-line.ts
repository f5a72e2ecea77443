import type { Workbench } from './workbench.ts';

export interface ServiceLine {
  readonly text: string;
  readonly mood: 'on' | 'busy' | 'off';
  /** Percent of the first pass; null when it is over or has no known length. */
  readonly percent: number | null;
}

/** In what state the server is, in a few words. */
export function serviceLine({ service, words }: Pick<Workbench, 'service' | 'words'>): ServiceLine {
  const state = service.state();
  switch (state.kind) {
    case 'starting':
      return { text: words.status.starting, mood: 'busy', percent: null };
    case 'elsewhere':
      return { text: words.status.elsewhere, mood: 'off', percent: null };
    case 'failed':
      return { text: words.status.failed(state.reason), mood: 'off', percent: null };
    case 'serving': {
      const progress = service.progress();
      if (progress === null || progress.ready) return { text: words.status.serving, mood: 'on', percent: null };
      const { indexed, total } = progress;
      // Never 100 before it is done.
      const percent = total === null || total === 0 ? null : Math.min(99, Math.floor((indexed / total) * 100));
      return { text: words.status.indexing(percent), mood: 'busy', percent };
    }
  }
}
