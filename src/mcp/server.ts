import {
  CLIENT_CAPABILITIES_META_KEY,
  deserializeMessage,
  inputRequired,
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  SUPPORTED_PROTOCOL_VERSIONS,
  type CallToolResult,
  type ClientCapabilities,
  type ElicitResult,
  type CompleteRequest,
  type InputRequiredResult,
  type JSONRPCErrorResponse,
  type JSONRPCMessage,
  type ProtocolEra,
  type ServerContext,
  type ServerOptions,
  type Tool as SdkTool,
} from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Caller, Question } from '../core/change/approval.ts';
import { VaultError } from '../core/errors.ts';
import type { Cancellation } from '../core/ports.ts';
import type { Services } from '../core/services.ts';
import { approvalAnswer, approvalForm, type ApprovalForm } from './approval-form.ts';
import { AskedCalls } from './asked-calls.ts';
import { clamp } from './budget.ts';
import { ChangeNotices } from './change-notices.ts';
import { complete, type Completion } from './completion.ts';
import { tellIndexing } from './indexing-progress.ts';
import { instructions } from './instructions.ts';
import type { LineMeta, LineTransport } from './line-transport.ts';
import { LineWire } from './line-wire.ts';
import { messagesIn, type Language } from './messages/language.ts';
import { noteOfUri, noteTemplate, recentNotes } from './note-resources.ts';
import { prompts } from './prompts.ts';
import { callTool, type CallResult, type Surroundings } from './tool-call.ts';
import type { Tool } from './tool.ts';
import { tools as allTools } from './tools/index.ts';
import { vaultPrompt, vaultPrompts } from './vault-prompts.ts';

export interface ConnectionOptions {
  /** Of the product, as `serverInfo` tells it. */
  readonly version: string;
  readonly language: Language;
  /** Names the connection in the journal; and the agent's program, where the pipe knows it. */
  readonly session?: string;
  readonly client?: string;
  /** Absolute paths of the vault on this machine: printed as `<vault>`. */
  readonly roots?: readonly string[];
  /** The registry, unless a test brings its own. */
  readonly tools?: readonly Tool[];
}

export interface Connection {
  /** Ends it: calls in flight are cancelled and not answered. */
  close(): Promise<void>;
  /** Settles once the connection has ended, by either side. */
  readonly closed: Promise<void>;
}

export const serverName = 'vault-mcp';

/** Every protocol revision that the legacy handshake (`initialize`) may settle on, newest first. */
export const legacyVersions: readonly string[] = SUPPORTED_PROTOCOL_VERSIONS;

/** Milliseconds for which a client may keep a list or the description of the server. */
const listsKeep = { ttlMs: 300_000, cacheScope: 'private' } as const;
const nothingKept = { ttlMs: 0, cacheScope: 'private' } as const;
/** In revisions up to 2025-11-25. */
const missingResourceInLegacy = -32002;
/** The name of our question among those of one call. */
const QUESTION = 'approval';
/** A client may be this much later than the question's end: the end itself is ours to tell. */
const GRACE_MS = 10_000;
/** How long a list of resources waits for a library that knows no note yet. */
const LIST_PATIENCE_MS = 2_000;
/** UTF-16 units of an address that a refusal echoes. */
const LONGEST_URI = 256;
/** Milliseconds between two progress notices of one call. */
const progressEvery = 100;

/** Serves one client over one connection, whichever era of the protocol it opens with. */
export function serveConnection(lines: LineTransport, services: Services, options: ConnectionOptions): Connection {
  const session = new Session(services, options);
  const wire = new LineWire(lines, session);
  const handle = serveStdio(({ era }) => session.newServer(era), {
    transport: wire,
    onerror: (error) => services.log.debug(`protocol: ${error.message}`),
  });
  const closed = wire.closed.then(() => session.close());
  return { close: () => handle.close(), closed };
}

/** What one client sees. The SDK may ask for two servers, where a probe came first: both are of one session. */
class Session {
  readonly #services: Services;
  readonly #options: ConnectionOptions;
  readonly #surroundings: Surroundings;
  /** What the pipe said of each call that has come and not begun, by its id. */
  readonly #metas = new Map<string | number, LineMeta>();
  readonly #tools: ReadonlyMap<string, Tool>;
  readonly #notices: ChangeNotices;
  readonly #asked = new AskedCalls<CallToolResult>();
  #server: McpServer['server'] | null = null;
  #era: ProtocolEra = 'legacy';

  constructor(services: Services, options: ConnectionOptions) {
    this.#services = services;
    this.#options = options;
    this.#surroundings = { services, language: options.language, roots: options.roots ?? [] };
    this.#tools = new Map((options.tools ?? allTools).map((tool) => [tool.name, tool]));
    this.#notices = new ChangeNotices(services, {
      updated: (uri) => this.#tell(this.#server?.sendResourceUpdated({ uri })),
      listChanged: () => this.#tell(this.#server?.sendResourceListChanged()),
      promptsChanged: () => this.#tell(this.#server?.sendPromptListChanged()),
    });
  }

  newServer(era: ProtocolEra): McpServer {
    this.#era = era;
    const mcp = new McpServer({ name: serverName, title: 'Vault MCP', version: this.#options.version }, serverOptions);
    this.#server = mcp.server;
    this.#offerTools(mcp.server);
    this.#offerResources(mcp.server);
    this.#offerPrompts(mcp.server);
    mcp.server.oninitialized = () => this.#notices.watchPrompts();
    return mcp;
  }

  /** The SDK keeps the subscriptions of modern clients to itself; that there are any shows only here. */
  parse(line: string, meta?: LineMeta): JSONRPCMessage {
    const message = deserializeMessage(line);
    if (meta !== undefined && 'method' in message && 'id' in message && message.method === 'tools/call') {
      this.#metas.set(message.id, meta);
    }
    if ('method' in message && message.method === 'subscriptions/listen') {
      this.#notices.tellAll();
      this.#notices.watchPrompts();
    }
    return message;
  }

  /** The SDK gives every era the modern code of a missing resource; legacy clients know another. */
  print(message: JSONRPCMessage): string {
    if (this.#era === 'modern' || !isMissingResource(message)) return JSON.stringify(message);
    return JSON.stringify({ ...message, error: { ...message.error, code: missingResourceInLegacy } });
  }

  close(): void {
    this.#notices.close();
    this.#server = null;
  }

  #tell(sent: Promise<void> | undefined): void {
    sent?.catch((error: unknown) => this.#services.log.debug(`notice not sent: ${String(error)}`));
  }

  #offerTools(server: McpServer['server']): void {
    server.setRequestHandler('tools/list', () => ({ tools: [...this.#tools.values()].map(publicTool) }));
    server.setRequestHandler('tools/call', ({ params }, context) =>
      this.#notices.during(async () => {
        const tool = this.#tools.get(params.name);
        if (tool === undefined)
          throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name}`);
        const progress = progressTo(context, this.#services);
        const caller = this.#callerOf(context.mcpReq.id);
        const call = (askClient: Caller['askClient']) => {
          const answer = callTool(tool, params.arguments, this.#surroundings, {
            cancellation: cancellationOf(context),
            progress,
            caller: { ...caller, askClient },
          });
          this.#tell(tellIndexing(this.#services, progress, answer));
          return answer.then(wireResult);
        };
        if (!canShowForms(context, server)) return call(undefined);
        return this.#era === 'modern' ? this.#replyTo(context, call) : call(this.#askInTheMiddle(context));
      }),
    );
  }

  /** Asks the client's user while the call runs: as protocols up to 2025-11-25 do. */
  #askInTheMiddle({ mcpReq }: ServerContext): NonNullable<Caller['askClient']> {
    const older: AsksInTheMiddle = mcpReq;
    return async (question) => {
      const timeout = question.endsAt - question.askedAt + GRACE_MS;
      const options = { signal: mcpReq.signal, timeout };
      try {
        return approvalAnswer(await older.elicitInput(this.#formOf(question), options));
      } catch (error) {
        this.#services.log.warn(`an agent's client could not put a question: ${String(error)}`);
        const reason = question.need.reason === 'too_many_changes' ? question.need.reason : 'asks_first';
        throw new VaultError('approval_unavailable', { reason, limit: question.change.notesInLastMinute });
      }
    };
  }

  /** The call's result, or the question at which it waits; what answers a question goes on with its call. */
  async #replyTo(
    { mcpReq }: ServerContext,
    call: (askClient: Caller['askClient']) => Promise<CallToolResult>,
  ): Promise<CallToolResult | InputRequiredResult> {
    const state = mcpReq.requestState<string>();
    const resumed = state === undefined ? null : this.#asked.resume(state, mcpReq.inputResponses?.[QUESTION]);
    const reply = await (resumed ?? this.#asked.begin(call));
    if (reply.kind === 'result') return reply.result;
    const { message, requestedSchema } = this.#formOf(reply.question);
    const inputRequests = { [QUESTION]: inputRequired.elicit({ message, requestedSchema }) };
    return inputRequired({ inputRequests, requestState: reply.state });
  }

  #formOf(question: Question): ApprovalForm {
    return approvalForm(question, messagesIn(this.#options.language).approval);
  }

  #callerOf(id: string | number): Caller {
    const meta = this.#metas.get(id);
    this.#metas.delete(id);
    return {
      session: this.#options.session ?? 'session',
      client: this.#options.client ?? '',
      callKey: meta?.key ?? null,
      expiresAt: meta?.expiresAt ?? null,
    };
  }

  #offerResources(server: McpServer['server']): void {
    // Asked for in each call: making a server touches no vault.
    const libraryNow = () => this.#services.library;
    server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [{ ...noteTemplate }] }));
    server.setRequestHandler('resources/list', async () => {
      // Of a host that has just begun to read, the newest notes are known first.
      if (libraryNow().notes.size === 0) await libraryNow().opened(LIST_PATIENCE_MS);
      const recent = recentNotes(libraryNow());
      this.#notices.gave(recent.map(({ uri }) => uri));
      return {
        resources: recent.map(({ path, uri, title, mtimeMs }) => ({
          uri,
          name: path,
          title,
          mimeType: noteTemplate.mimeType,
          annotations: { lastModified: new Date(mtimeMs).toISOString() },
        })),
      };
    });
    server.setRequestHandler('resources/read', async ({ params: { uri } }) => {
      const path = noteOfUri(uri, libraryNow());
      const note = path === null ? null : await libraryNow().open(path);
      if (note === null) throw new ResourceNotFoundError(clamp(uri, LONGEST_URI));
      return { contents: [{ uri, mimeType: noteTemplate.mimeType, text: note.text }] };
    });
    server.setRequestHandler('resources/subscribe', ({ params: { uri } }) => {
      if (noteOfUri(uri, libraryNow()) === null) throw new ResourceNotFoundError(clamp(uri, LONGEST_URI));
      this.#notices.subscribe(uri);
      return {};
    });
    server.setRequestHandler('resources/unsubscribe', ({ params: { uri } }) => {
      this.#notices.unsubscribe(uri);
      return {};
    });
  }

  #offerPrompts(server: McpServer['server']): void {
    const services = (): Services => this.#services;
    server.setRequestHandler('prompts/list', async () => {
      const own = services().host.promptsFolder?.() == null ? [] : await vaultPrompts(services());
      return { prompts: [...prompts, ...own].map(publicPrompt) };
    });
    server.setRequestHandler('prompts/get', async ({ params }) => {
      const ours = prompts.find(({ name }) => name === params.name);
      const prompt = ours ?? (await vaultPrompt(params.name, services()));
      if (prompt === null) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown prompt: ${params.name}`);
      const given = params.arguments ?? {};
      const missing = prompt.arguments.find(({ name, required }) => required && (given[name] ?? '').trim() === '');
      if (missing !== undefined) {
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Missing argument: ${missing.name}`);
      }
      const content = { type: 'text' as const, text: prompt.text(given) };
      return { description: prompt.description, messages: [{ role: 'user' as const, content }] };
    });
    server.setRequestHandler('completion/complete', ({ params }) => {
      const { values, ...counts } = completionOf(params, this.#services);
      return { completion: { values: [...values], ...counts } };
    });
  }
}

const serverOptions: ServerOptions = {
  capabilities: {
    // The set of tools is constant, and several clients would not notice a change of it.
    tools: { listChanged: false },
    resources: { subscribe: true, listChanged: true },
    prompts: { listChanged: true },
    completions: {},
  },
  instructions,
  cacheHints: {
    'tools/list': listsKeep,
    'prompts/list': listsKeep,
    'resources/templates/list': listsKeep,
    'server/discover': listsKeep,
    'resources/list': nothingKept,
    'resources/read': nothingKept,
  },
};

function isMissingResource(message: JSONRPCMessage): message is JSONRPCErrorResponse {
  if (!('error' in message) || message.error.code !== Number(ProtocolErrorCode.InvalidParams)) return false;
  const { data } = message.error;
  return typeof data === 'object' && data !== null && 'uri' in data;
}

function publicTool({ name, title, description, inputSchema, outputSchema, annotations }: Tool): SdkTool {
  const { required, properties } = inputSchema();
  return {
    name,
    title,
    description,
    inputSchema: { type: 'object', properties: { ...properties }, ...(required ? { required: [...required] } : {}) },
    ...(outputSchema ? { outputSchema } : {}),
    annotations: { ...annotations },
  };
}

function publicPrompt({ name, title, description, arguments: parameters }: (typeof prompts)[number]) {
  return {
    name,
    title,
    description,
    arguments: parameters.map((each) => ({
      name: each.name,
      description: each.description,
      required: each.required,
    })),
  };
}

function wireResult({ text, images = [], structured, isError }: CallResult): CallToolResult {
  return {
    content: [
      { type: 'text', text },
      ...images.map(({ base64, mimeType }) => ({ type: 'image' as const, data: base64, mimeType })),
    ],
    ...(structured === undefined ? {} : { structuredContent: { ...structured } }),
    ...(isError ? { isError: true } : {}),
  };
}

/**
 * What only connections of the protocols up to 2025-11-25 do; the newer one has other ways, taken where it is spoken, so the
 * SDK warns of these.
 */
interface AsksInTheMiddle {
  elicitInput(
    form: ApprovalForm,
    options: { readonly signal: ServerContext['mcpReq']['signal']; readonly timeout: number },
  ): Promise<ElicitResult>;
}
interface SaidOnce {
  getClientCapabilities(): ClientCapabilities | undefined;
}

/** Modern requests each say what their client can do; older clients said it once. A bare `elicitation` means forms. */
function canShowForms({ mcpReq }: ServerContext, server: SaidOnce): boolean {
  const envelope: Readonly<Record<string, unknown>> = { ...mcpReq.envelope };
  const said = envelope[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined;
  const { elicitation } = said ?? server.getClientCapabilities() ?? {};
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
}

/** The SDK's AbortSignal, whose type this room without DOM does not know. */
function cancellationOf(context: ServerContext): Cancellation {
  return context.mcpReq.signal;
}

/** Progress notices of one call: only where the client gave a token, rising, not too often, none after its end. */
function progressTo(context: ServerContext, { clock }: Services): (done: number, total: number | null) => void {
  const progressToken = context.mcpReq._meta?.progressToken;
  if (progressToken === undefined) return () => undefined;
  const cancellation = cancellationOf(context);
  let last = 0;
  let next = clock.tick() + progressEvery;
  return (progress, total) => {
    if (progress <= last || clock.tick() < next || cancellation.aborted) return;
    last = progress;
    next = clock.tick() + progressEvery;
    const params = { progressToken, progress, ...(total === null ? {} : { total }) };
    void context.mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  };
}

function completionOf({ ref, argument }: CompleteRequest['params'], services: Services): Completion {
  if (ref.type === 'ref/resource') {
    if (ref.uri === noteTemplate.uriTemplate && argument.name === 'path') {
      return complete('path', argument.value, services);
    }
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown resource template: ${ref.uri}`);
  }
  const prompt = prompts.find(({ name }) => name === ref.name);
  if (prompt === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown prompt: ${ref.name}`);
  const kind = prompt.arguments.find(({ name }) => name === argument.name)?.completes;
  return kind === undefined ? { values: [], total: 0, hasMore: false } : complete(kind, argument.value, services);
}
