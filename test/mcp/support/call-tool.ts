import { callTool, type CallResult } from '../../../src/mcp/tool-call.ts';
import type { Language } from '../../../src/mcp/messages/language.ts';
import type { Services } from '../../../src/core/services.ts';
import { tools } from '../../../src/mcp/tools/index.ts';

export interface CallOptions {
  readonly language?: Language;
  readonly roots?: readonly string[];
}

/** Calls a registered tool as a connection does. */
export async function call(
  services: Services,
  name: string,
  input: Readonly<Record<string, unknown>> = {},
  { language = 'en', roots = [] }: CallOptions = {},
): Promise<CallResult> {
  const tool = tools.find((each) => each.name === name);
  if (tool === undefined) throw new Error(`no tool ${name}`);
  const caller = { session: 'test', client: 'test', callKey: null, expiresAt: null };
  const controls = { cancellation: { aborted: false }, progress: () => undefined, caller };
  return callTool(tool, input, { services, language, roots }, controls);
}

/** The text of the answer. */
export async function textOf(...args: Parameters<typeof call>): Promise<string> {
  return (await call(...args)).text;
}
