import {
  acceptedContent,
  inputRequired,
  inputResponse,
  MissingRequiredClientCapabilityError,
  type CallToolResult,
  type ElicitRequestFormParams,
} from '@modelcontextprotocol/server';
import type { FixtureTool } from './fixture-tool.ts';

// Tools that need something of the client before they can answer: of the user by a question in the middle of the call
// (older revisions), or by a result that says what is needed, after which the client calls again (2026-07-28).

type Schema = ElicitRequestFormParams['requestedSchema'];

const said = (words: string): CallToolResult => ({ content: [{ type: 'text', text: words }] });
const nothing = { type: 'object', properties: {} } as const;
const form = (properties: Schema['properties']): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
});
const name = form({ name: { type: 'string' } });
const ok = form({ ok: { type: 'boolean' } });
const askModel = (words: string, maxTokens: number) =>
  inputRequired.createMessage({ messages: [{ role: 'user', content: { type: 'text', text: words } }], maxTokens });
const askName = () => inputRequired.elicit({ message: 'What is your name?', requestedSchema: name });

/** Asks the user in the middle of a call. */
const asking = (tool: string, message: string, requestedSchema: Schema): FixtureTool => ({
  name: tool,
  description: 'Asks the user',
  inputSchema: nothing,
  run: async (_given, { mcpReq }) => {
    const { action, content } = await mcpReq.elicitInput({ message, requestedSchema });
    return said(`Elicitation completed: action=${action}, content=${JSON.stringify(content ?? {})}`);
  },
});

/** Asks by its result. */
const needing = (tool: string, run: FixtureTool['run']): FixtureTool => ({
  name: `test_input_required_result_${tool}`,
  description: 'Says what it needs, and is called again',
  inputSchema: nothing,
  run,
});

export const askingTools: readonly FixtureTool[] = [
  {
    name: 'test_elicitation',
    description: 'Asks the user what the caller says',
    inputSchema: { type: 'object', properties: { message: { type: 'string' } }, required: ['message'] },
    run: async ({ message }, { mcpReq }) => {
      const requestedSchema = form({ username: { type: 'string' }, email: { type: 'string' } });
      const { action, content } = await mcpReq.elicitInput({ message: String(message), requestedSchema });
      return said(`User response: action=${action}, content=${JSON.stringify(content ?? {})}`);
    },
  },
  asking('test_elicitation_sep1034_defaults', 'Please check these', {
    type: 'object',
    properties: {
      name: { type: 'string', default: 'John Doe' },
      age: { type: 'integer', default: 30 },
      score: { type: 'number', default: 95.5 },
      status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
      verified: { type: 'boolean', default: true },
    },
  }),
  asking('test_elicitation_sep1330_enums', 'Please choose', {
    type: 'object',
    properties: {
      untitledSingle: { type: 'string', enum: ['option1', 'option2', 'option3'] },
      titledSingle: {
        type: 'string',
        oneOf: [
          { const: 'value1', title: 'First Option' },
          { const: 'value2', title: 'Second Option' },
        ],
      },
      legacyEnum: { type: 'string', enum: ['opt1', 'opt2'], enumNames: ['Option One', 'Option Two'] },
      untitledMulti: { type: 'array', items: { type: 'string', enum: ['option1', 'option2', 'option3'] } },
      titledMulti: {
        type: 'array',
        items: {
          anyOf: [
            { const: 'value1', title: 'First Choice' },
            { const: 'value2', title: 'Second Choice' },
          ],
        },
      },
    },
  }),
  {
    name: 'test_missing_capability',
    description: 'Needs a client with a model',
    inputSchema: nothing,
    run: (_given, _context, { clientCapabilities }) => {
      if (clientCapabilities['sampling'] !== undefined) return Promise.resolve(said('It has one.'));
      throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } });
    },
  },
  {
    name: 'test_streaming_elicitation',
    description: 'Asks the user, by its result',
    inputSchema: nothing,
    run: (_given, { mcpReq }) => {
      const answer = acceptedContent(mcpReq.inputResponses, 'user_name');
      return Promise.resolve(
        answer === undefined
          ? inputRequired({ inputRequests: { user_name: askName() } })
          : said(JSON.stringify(answer)),
      );
    },
  },
  needing('elicitation', (_given, { mcpReq }) => {
    const answer = acceptedContent<{ name?: string }>(mcpReq.inputResponses, 'user_name');
    return Promise.resolve(
      answer === undefined
        ? inputRequired({ inputRequests: { user_name: askName() } })
        : said(`Hello, ${String(answer.name)}!`),
    );
  }),
  needing('sampling', (_given, { mcpReq }) => {
    const answer = inputResponse(mcpReq.inputResponses, 'capital_question');
    return Promise.resolve(
      answer.kind === 'sampling'
        ? said(JSON.stringify(answer.result.content))
        : inputRequired({ inputRequests: { capital_question: askModel('What is the capital of France?', 100) } }),
    );
  }),
  needing('list_roots', (_given, { mcpReq }) => {
    const answer = inputResponse(mcpReq.inputResponses, 'client_roots');
    return Promise.resolve(
      answer.kind === 'roots'
        ? said(answer.roots.map(({ uri }) => uri).join('\n'))
        : inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } }),
    );
  }),
  needing('request_state', async (_given, { mcpReq }, { mintState }) => {
    const state = mcpReq.requestState<{ asked: string }>();
    const answer = acceptedContent(mcpReq.inputResponses, 'confirm');
    if (state?.asked === 'confirm' && answer !== undefined) return said('state-ok');
    return inputRequired({
      inputRequests: { confirm: inputRequired.elicit({ message: 'Please confirm', requestedSchema: ok }) },
      requestState: await mintState({ asked: 'confirm' }),
    });
  }),
  needing('tampered_state', async (_given, { mcpReq }, { mintState }) => {
    const answer = acceptedContent(mcpReq.inputResponses, 'confirm');
    if (mcpReq.requestState() !== undefined && answer !== undefined) return said('state-ok');
    return inputRequired({
      inputRequests: { confirm: inputRequired.elicit({ message: 'Please confirm', requestedSchema: ok }) },
      requestState: await mintState({ asked: 'confirm' }),
    });
  }),
  needing('multiple_inputs', async (_given, { mcpReq }, { mintState }) => {
    const { inputResponses: given } = mcpReq;
    const user = acceptedContent<{ name?: string }>(given, 'user_name');
    const greeting = inputResponse(given, 'greeting');
    const roots = inputResponse(given, 'client_roots');
    if (user !== undefined && greeting.kind === 'sampling' && roots.kind === 'roots') {
      return said(`${String(user.name)}, ${JSON.stringify(greeting.result.content)}, ${roots.roots.length} roots`);
    }
    return inputRequired({
      inputRequests: {
        user_name: askName(),
        greeting: askModel('Generate a greeting', 50),
        client_roots: inputRequired.listRoots(),
      },
      requestState: await mintState({ asked: 'all' }),
    });
  }),
  needing('multi_round', async (_given, { mcpReq }, { mintState }) => {
    const round = mcpReq.requestState<{ round: number }>()?.round ?? 0;
    const first = acceptedContent(mcpReq.inputResponses, 'step1');
    const second = acceptedContent(mcpReq.inputResponses, 'step2');
    if (round === 2 && second !== undefined) return said(`Done: ${JSON.stringify(second)}`);
    if (round === 1 && first !== undefined) {
      const requestedSchema = form({ color: { type: 'string' } });
      return inputRequired({
        inputRequests: {
          step2: inputRequired.elicit({ message: 'Step 2: What is your favorite color?', requestedSchema }),
        },
        requestState: await mintState({ round: 2 }),
      });
    }
    return inputRequired({
      inputRequests: {
        step1: inputRequired.elicit({ message: 'Step 1: What is your name?', requestedSchema: name }),
      },
      requestState: await mintState({ round: 1 }),
    });
  }),
  needing('capabilities', (_given, _context, { clientCapabilities }) =>
    Promise.resolve(
      inputRequired({
        inputRequests: {
          ...(clientCapabilities['sampling'] === undefined ? {} : { words: askModel('Say a word', 20) }),
          ...(clientCapabilities['elicitation'] === undefined ? {} : { user_name: askName() }),
        },
      }),
    ),
  ),
];
