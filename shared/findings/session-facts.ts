/**
 * What judges ask about a session as it was before the event, and between the messages of a batch: sides, revision, open requests, lists.
 * `SESSION` is one event ahead when judges are asked, and follows what the program has to do next; where it has a fact of the same name,
 * the comment at the fact says what is different. Table values never mutate.
 */
import type { IdKey, JsonObject, JsonRpcId } from '#shared/jsonrpc';
import type { Direction } from '#shared/recording';
import type { RuleTransport, Side } from './rule.ts';
import { Recent } from '#shared/session';

/** A request, with what judging its answer needs. */
export interface Asked {
  readonly s: number;
  /** Microseconds since the start. */
  readonly t: number;
  readonly dir: Direction;
  readonly id: JsonRpcId;
  readonly key: IdKey;
  readonly method: string;
  /** Absent where there are none, or they are too large to read (`large`). */
  readonly params?: JsonObject;
  readonly large?: true;
  /** The revision it is judged by. */
  readonly revision: string;
  readonly x?: string;
  /** Key of its progress token. */
  readonly token?: IdKey;
}

/** A request that is over. */
export interface Ended {
  /** Its parameters only where they ask for a task. */
  readonly asked: Asked;
  readonly s: number;
  readonly t: number;
  readonly how: 'result' | 'error' | 'cancelled';
  /** The result or error, kept over HTTP only: a resumed stream may repeat it. */
  readonly answer?: unknown;
  /** The task that the result hands out. */
  readonly task?: JsonObject;
}

/** The exchange of a request ended without an answer to it. */
export interface Lost {
  /** Event of the request. */
  readonly asked: number;
  readonly s: number;
  /** Absent where not even a head came. */
  readonly status?: number;
}

/** `c2s n:1`: direction of a request, key of its id. */
export type AskedKey = `${Direction} ${string}`;

/** `c2s n:1`: direction of the request that gave out a progress token, key of the token. */
export type TokenKey = `${Direction} ${string}`;

/** An HTTP exchange of the protocol's own (those of authorization are not among them). */
export interface Exchange {
  readonly x: string;
  readonly s: number;
  readonly t: number;
  readonly method: string;
  readonly url: string;
  /** By names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly status?: number;
  readonly answeredS?: number;
  readonly answer: ReadonlyMap<string, string>;
  /** The answer is a stream of server-sent events. */
  readonly stream: boolean;
  /** The first request that it carries, and how many requests, notifications and responses it carries. */
  readonly asked?: Asked;
  readonly requests: number;
  readonly notifications: number;
  readonly responses: number;
  /** Messages that it brought. */
  readonly brought: number;
  /** It brought the answer to `asked`. */
  readonly answered?: true;
}

/** An item of a list of the server: the tool, prompt, resource or template as it was last listed, and where. */
export interface Listed {
  readonly item: JsonObject;
  readonly s: number;
}

/** How far a list was read. */
export interface Walk {
  /** Event of its first page's request. */
  readonly began: number;
  readonly complete: boolean;
  /** The server announced a change since. */
  readonly stale: boolean;
}

/** A task, as the last message about it describes it. */
export interface Task {
  readonly taskId: string;
  readonly status: string;
  /** Event of that message. */
  readonly s: number;
  /** The result that created it; absent where the task was first heard of otherwise. */
  readonly created?: { readonly s: number; readonly t: number };
  /** Its first terminal status. */
  readonly ended?: { readonly s: number; readonly status: string; readonly updatedAt?: string };
  readonly updatedAt?: string;
  /** Milliseconds that it is kept, null for ever; and between questions. */
  readonly ttl?: number | null;
  readonly poll?: number;
}

/** `c2s task-1`: direction of the requests that create the tasks of the receiver, id of the task. */
export type TaskKey = `${Direction} ${string}`;

/** The member that names an item of each list. */
export const LIST_KEYS = {
  tools: 'name',
  prompts: 'name',
  resources: 'uri',
  resourceTemplates: 'uriTemplate',
} as const;
export type ListName = keyof typeof LIST_KEYS;

/** The facts before the first event. They are made here and nowhere else: objects of one shape are read fast. */
export function initialFacts(headersHidden = false) {
  return {
    /** Nothing says how the session began. */
    partial: false,
    /** A browser made the recording: of answers it shows only some headers, of requests not all that it adds. */
    headersHidden,
    /** Events are missing (`gap`). */
    gaps: false,
    transport: undefined as RuleTransport | undefined,
    /** The revision in force: negotiated, or named by the latest request of the per-request era. A published one: `SESSION` has the text. */
    revision: undefined as string | undefined,
    /** The one that `initialize` offered last. */
    offered: undefined as string | undefined,
    /** How far the handshake is, by what was sent; `none` in the per-request era. `SESSION` waits until the server has `initialized`. */
    handshake: 'none' as 'none' | 'asked' | 'answered' | 'refused' | 'done',
    /** Declared capabilities; undefined until declared in this process or session. `SESSION` keeps the last ones for display. */
    client: undefined as JsonObject | undefined,
    server: undefined as JsonObject | undefined,
    /** Event that declared them. */
    clientS: undefined as number | undefined,
    serverS: undefined as number | undefined,
    /** `Mcp-Session-Id` in force. */
    session: undefined as string | undefined,
    /** Also requests that timed out, which `SESSION` gives up, and with all their parameters. */
    pending: new Map<AskedKey, Asked>(),
    /** Requests that ended lately (some thousands). */
    ended: new Recent<AskedKey, Ended>(),
    /** Requests whose HTTP exchange ended without an answer lately; they stay in `pending`. */
    lost: new Map<AskedKey, Lost>(),
    /** With headers, and until their end was judged: `SESSION` forgets an exchange as it ends. */
    exchanges: new Map<string, Exchange>(),
    /** By name, with the event of the page; `SESSION` adds the items of a page, duplicates too, to an array in place. */
    tools: new Map<string, Listed>(),
    prompts: new Map<string, Listed>(),
    resources: new Map<string, Listed>(),
    resourceTemplates: new Map<string, Listed>(),
    walks: new Map<ListName, Walk>(),
    /** Of both sides; `SESSION` has those of the server. */
    tasks: new Map<TaskKey, Task>(),
    /** The per-request era is in use, not only probed for: the server answered in it, or the client asked for more than it can do. */
    perRequest: false,
    /** The server answered in the way of the per-request era. */
    served: false,
  };
}
export type SessionFacts = ReturnType<typeof initialFacts>;

export const sideOf = (dir: Direction): Side => (dir === 'c2s' ? 'client' : 'server');
export const askedKey = (dir: Direction, key: IdKey): AskedKey => `${dir} ${key}`;
export const taskKey = (dir: Direction, taskId: string): TaskKey => `${dir} ${taskId}`;
