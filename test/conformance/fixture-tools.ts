import { setTimeout } from 'node:timers/promises';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { askingTools } from './fixture-asking-tools.ts';
import { smallPng, smallWav } from './fixture-resources.ts';
import type { FixtureTool } from './fixture-tool.ts';

type Content = CallToolResult['content'][number];

const nothing: FixtureTool['inputSchema'] = { type: 'object', properties: {} };
const oneText = (name: string): FixtureTool['inputSchema'] => ({
  type: 'object',
  properties: { [name]: { type: 'string' } },
  required: [name],
});
const text = (words: string): Content => ({ type: 'text', text: words });
const result = (...content: Content[]): CallToolResult => ({ content });

/** A tool without arguments that always gives the same content. */
const still = (name: string, description: string, ...content: Content[]): FixtureTool => ({
  name,
  description,
  inputSchema: nothing,
  run: () => Promise.resolve(result(...content)),
});

/** The tools that the conformance suite calls, by the names, arguments and words that it looks for. */
export const tools: readonly FixtureTool[] = [
  still('test_simple_text', 'Text', text('This is a simple text response for testing.')),
  still('test_image_content', 'An image', { type: 'image', data: smallPng, mimeType: 'image/png' }),
  still('test_audio_content', 'A sound', { type: 'audio', data: smallWav, mimeType: 'audio/wav' }),
  still('test_embedded_resource', 'A resource', {
    type: 'resource',
    resource: {
      uri: 'test://embedded-resource',
      mimeType: 'text/plain',
      text: 'This is an embedded resource content.',
    },
  }),
  still(
    'test_multiple_content_types',
    'Text, an image and a resource',
    text('Multiple content types test:'),
    { type: 'image', data: smallPng, mimeType: 'image/png' },
    {
      type: 'resource',
      resource: {
        uri: 'test://mixed-content-resource',
        mimeType: 'application/json',
        text: JSON.stringify({ test: 'data', value: 123 }),
      },
    },
  ),
  {
    name: 'test_error_handling',
    description: 'Always refuses',
    inputSchema: nothing,
    run: () =>
      Promise.resolve({ isError: true, content: [text('This tool intentionally returns an error for testing')] }),
  },
  {
    name: 'test_tool_with_logging',
    description: 'Logs three lines while it runs',
    inputSchema: nothing,
    run: async (_given, { mcpReq }) => {
      await mcpReq.log('info', 'Tool execution started');
      await setTimeout(50);
      await mcpReq.log('info', 'Tool processing data');
      await setTimeout(50);
      await mcpReq.log('info', 'Tool execution completed');
      return result(text('Logged three lines.'));
    },
  },
  {
    name: 'test_logging_tool',
    description: 'Logs a line for who asked for such',
    inputSchema: nothing,
    run: async (_given, { mcpReq }) => {
      await mcpReq.log('info', 'A line of the log');
      return result(text('Logged.'));
    },
  },
  {
    name: 'test_tool_with_progress',
    description: 'Tells how far it is',
    inputSchema: nothing,
    run: async (_given, { mcpReq }) => {
      const progressToken = mcpReq._meta?.progressToken;
      for (const progress of [0, 50, 100]) {
        if (progressToken !== undefined) {
          await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: 100 } });
        }
        if (progress < 100) await setTimeout(50);
      }
      return result(text('Came to the end.'));
    },
  },
  {
    name: 'test_sampling',
    description: 'Asks the client’s model',
    inputSchema: oneText('prompt'),
    run: async ({ prompt }, { mcpReq }) => {
      const messages = [{ role: 'user' as const, content: { type: 'text' as const, text: String(prompt) } }];
      const { content } = await mcpReq.requestSampling({ messages, maxTokens: 100 });
      return result(text(`LLM response: ${JSON.stringify(content)}`));
    },
  },
  {
    name: 'test_trigger_tool_change',
    description: 'Says that the list of tools has changed',
    inputSchema: nothing,
    run: (_given, _context, { announce }) => {
      announce('tools');
      return Promise.resolve(result(text('Told.')));
    },
  },
  {
    name: 'test_trigger_prompt_change',
    description: 'Says that the list of prompts has changed',
    inputSchema: nothing,
    run: (_given, _context, { announce }) => {
      announce('prompts');
      return Promise.resolve(result(text('Told.')));
    },
  },
  {
    ...still('json_schema_2020_12_tool', 'A schema with much in it', text('Valid.')),
    inputSchema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      $defs: {
        address: {
          $anchor: 'addressDef',
          type: 'object',
          properties: { street: { type: 'string' }, city: { type: 'string' } },
        },
      },
      properties: {
        name: { type: 'string' },
        address: { $ref: '#/$defs/address' },
        contactMethod: { type: 'string', enum: ['phone', 'email'] },
        phone: { type: 'string' },
        email: { type: 'string' },
      },
      allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
      if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
      then: { required: ['phone'] },
      else: { required: ['email'] },
      additionalProperties: false,
    },
  },
  ...askingTools,
];
