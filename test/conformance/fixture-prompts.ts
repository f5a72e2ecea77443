import {
  acceptedContent,
  inputRequired,
  type GetPromptResult,
  type InputRequiredResult,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { smallPng } from './fixture-resources.ts';

interface Prompt {
  readonly name: string;
  readonly description: string;
  /** All required. */
  readonly arguments: readonly string[];
  get(given: Readonly<Record<string, string>>, context: ServerContext): GetPromptResult | InputRequiredResult;
}

type Content = GetPromptResult['messages'][number]['content'];

const messages = (...contents: readonly Content[]): GetPromptResult => ({
  messages: contents.map((content) => ({ role: 'user', content })),
});
const text = (words: string): Content => ({ type: 'text', text: words });

/** The prompts that the conformance suite asks for, by the names and words that it looks for. */
export const prompts: readonly Prompt[] = [
  {
    name: 'test_simple_prompt',
    description: 'Plain words',
    arguments: [],
    get: () => messages(text('This is a simple prompt for testing.')),
  },
  {
    name: 'test_prompt_with_arguments',
    description: 'Words with two arguments in them',
    arguments: ['arg1', 'arg2'],
    get: ({ arg1 = '', arg2 = '' }) => messages(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
  },
  {
    name: 'test_prompt_with_embedded_resource',
    description: 'A resource, and what to do with it',
    arguments: ['resourceUri'],
    get: ({ resourceUri = '' }) =>
      messages(
        {
          type: 'resource',
          resource: { uri: resourceUri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' },
        },
        text('Please process the embedded resource above.'),
      ),
  },
  {
    name: 'test_prompt_with_image',
    description: 'An image, and what to do with it',
    arguments: [],
    get: () =>
      messages({ type: 'image', data: smallPng, mimeType: 'image/png' }, text('Please analyze the image above.')),
  },
  {
    name: 'test_input_required_result_prompt',
    description: 'Words that the user is asked for first',
    arguments: [],
    get: (_given, { mcpReq }) => {
      const said = acceptedContent<{ context?: string }>(mcpReq.inputResponses, 'user_context');
      if (said !== undefined) return messages(text(`Use this context: ${said.context ?? ''}`));
      return inputRequired({
        inputRequests: {
          user_context: inputRequired.elicit({
            message: 'What context should the prompt use?',
            requestedSchema: { type: 'object', properties: { context: { type: 'string' } }, required: ['context'] },
          }),
        },
      });
    },
  },
];
