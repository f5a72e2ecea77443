import type { CallToolResult, InputRequiredResult, ServerContext, Tool as SdkTool } from '@modelcontextprotocol/server';

/** What a fixture may use besides its arguments. */
export interface Surroundings {
  readonly clientCapabilities: Readonly<Record<string, unknown>>;
  /** Protects what a client carries for the server between two rounds of one call. */
  readonly mintState: (payload: unknown) => Promise<string>;
  /** Tells every client that a list has changed. */
  readonly announce: (list: 'tools' | 'prompts') => void;
}

export interface FixtureTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: SdkTool['inputSchema'];
  run(
    given: Readonly<Record<string, unknown>>,
    context: ServerContext,
    around: Surroundings,
  ): Promise<CallToolResult | InputRequiredResult>;
}
