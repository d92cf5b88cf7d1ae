/** A row's event as data: arrow, emphasis, and details that the page words. Computed only for rows looked at. */
import { defined } from '#shared/base';
import {
  isObject,
  MessagesByKey,
  showIdKey,
  withSmallMembers,
  type Decoded,
  type DecodedResponse,
  type Fault,
} from '#shared/jsonrpc';
import { errorCodeName, subjectOf } from '#shared/mcp';
import {
  type Author,
  type Direction,
  eventAt,
  type HttpBody,
  type Leg,
  type MessageEvent,
  payloadLength,
  shownLine,
  textOf,
  type WireEvent,
} from '#shared/recording';
import type { Operation, SessionLog } from '#shared/session';
import { isTrouble } from './filter.ts';

/** A piece of what a row says beside its method, name and content. Words are the page's; values are the wire's. */
export type Detail =
  | { readonly code: 'tool-error'; readonly text: string }
  | {
      readonly code: 'error';
      readonly number: number | undefined;
      readonly name: string | undefined;
      readonly message: string;
    }
  | { readonly code: 'asks' }
  | { readonly code: 'by'; readonly author: Author }
  /** It went on from a tap with another text than it came with. */
  | { readonly code: 'changed' }
  | { readonly code: 'repeats'; readonly id: string }
  | { readonly code: 'bytes'; readonly bytes: number }
  | { readonly code: 'fault'; readonly fault: Fault }
  | { readonly code: 'batch'; readonly count: number };

/** How a row is drawn. `note` rows have no arrow and stand beside the line of `side`. */
export type Shape = 'request' | 'response' | 'notification' | 'malformed' | 'note';

export interface RowView {
  readonly s: number;
  /** Microseconds since the start. */
  readonly t: number;
  readonly shape: Shape;
  readonly dir?: Direction;
  /** The other party is the authorization server, not the MCP server. */
  readonly lane?: 'authorization';
  /** The only connection of a tap that it crossed. */
  readonly leg?: Leg;
  readonly side: 'client' | 'server';
  /** Method of the message; of the request, for a response. */
  readonly method?: string;
  readonly id?: string;
  /** What the request is about, on its row and on its answer's: the name of a tool or prompt, a URI. At most 200 characters. */
  readonly name?: string;
  /** Wire text shown as it is: a malformed line, a line of stderr, a name. At most 200 characters. */
  readonly text?: string;
  readonly details: readonly Detail[];
  readonly trouble: boolean;
  readonly faults: readonly Fault[];
  /** Microseconds from request to answer, on the answer's row. */
  readonly duration?: number;
  /** True on the row of a request that nothing has answered yet, or ever. */
  readonly waiting?: true;
  readonly operation?: Operation;
}

const MAX_TEXT_CHARS = 200;
const short = (text: string): string => (text.length > MAX_TEXT_CHARS ? `${text.slice(0, MAX_TEXT_CHARS)}…` : text);

/** Describe event `s` of a log as of event `asOf` (later answers are not known then). Undefined outside the log. */
export function describe(log: SessionLog, s: number, asOf = Infinity): RowView | undefined {
  const event = log.event(s);
  const note = log.notes.get(s);
  if (!event || !note) return undefined;
  const base = { s, t: event.t, trouble: isTrouble(log, s), faults: note.faults ?? [] };
  const step = describeStep(log, event);
  if (step) return { ...base, ...step };
  if (event.k !== 'message')
    return {
      ...base,
      shape: 'note',
      side: event.k === 'http' && event.phase === 'request' ? 'client' : 'server',
      details: [],
      text: short(shownLine(event)),
    };
  const operation = log.operationsAsOf(asOf).at(note.op);
  const decoded = log.decoded(s);
  const { method, role } = note;
  const { outcome, closedAt, openedAt = 0 } = operation ?? {};
  const isRaw = decoded === undefined || decoded.kind === 'malformed' || decoded.kind === 'invalid';
  return {
    ...base,
    shape: isRefusalInWords(log, s) ? 'note' : shapeOf(decoded),
    dir: event.dir,
    side: event.dir === 'c2s' ? 'client' : 'server',
    details: [...messageDetails(event, decoded), ...(role === 'opens' ? repetition(log, operation) : [])],
    ...defined({
      leg: event.leg,
      method,
      id: idOf(decoded),
      name: nameOf(log, decoded, operation),
      text: isRaw ? short(textOf(event).slice(0, MAX_TEXT_CHARS + 1)) : undefined,
      duration: role === 'closes' && closedAt !== undefined ? closedAt - openedAt : undefined,
      waiting: role === 'opens' && operation && outcome === undefined ? (true as const) : undefined,
      operation,
    }),
  };
}

/** A step of authorization is drawn as what it is: a request to somebody and the answer. */
function describeStep(log: SessionLog, event: WireEvent): Omit<RowView, 's' | 't' | 'trouble' | 'faults'> | undefined {
  if (event.k !== 'http' || event.step === undefined || event.phase === 'end') return undefined;
  const request = event.phase === 'request';
  const began = request ? undefined : requestOf(log, event);
  return {
    shape: request ? 'request' : 'response',
    dir: request ? 'c2s' : 's2c',
    side: request ? 'client' : 'server',
    ...(toAuthorizationServer(event) ? { lane: 'authorization' as const } : {}),
    details: [],
    ...(began ? { duration: event.t - began.t } : {}),
  };
}

/** How far back the request of an HTTP step is looked for. */
const MAX_LOOK_BACK = 500;

export function requestOf(log: SessionLog, event: HttpBody & WireEvent): (HttpBody & WireEvent) | undefined {
  for (let s = event.s - 1; s >= Math.max(0, event.s - MAX_LOOK_BACK); s--) {
    const before = log.event(s);
    if (before?.k === 'http' && before.x === event.x && before.phase === 'request') return before;
  }
  return undefined;
}

/** True for a step of authorization whose other party is the authorization server; resource metadata are the server's own. */
export function toAuthorizationServer(event: WireEvent): boolean {
  return event.k === 'http' && event.step !== undefined && event.step !== 'resource-metadata';
}

/** True for text in place of a message that is no fault: an HTTP error in the server's own words. */
export function isRefusalInWords({ events, notes }: SessionLog, s: number): boolean {
  const [event, note] = [eventAt(events, s), notes.get(s)];
  const noMessage = note?.kind === 'malformed' || note?.kind === 'invalid';
  return event?.k === 'message' && event.dir === 's2c' && noMessage && note.faults === undefined;
}

function shapeOf(decoded: Decoded | undefined): Shape {
  switch (decoded?.kind) {
    case 'request':
    case 'response':
    case 'notification':
      return decoded.kind;
    case 'batch':
      return 'notification';
    default:
      return 'malformed';
  }
}

function idOf(decoded: Decoded | undefined): string | undefined {
  const key = decoded?.kind === 'request' || decoded?.kind === 'response' ? decoded.key : undefined;
  return key === undefined ? undefined : showIdKey(key);
}

function nameOf(log: SessionLog, decoded: Decoded | undefined, operation: Operation | undefined): string | undefined {
  const asked =
    decoded?.kind === 'response' && operation
      ? new MessagesByKey().request(log.decoded(operation.opened), operation.key)
      : decoded;
  if (asked?.kind !== 'request') return undefined;
  const whole = withSmallMembers(asked);
  const name = 'params' in whole ? subjectOf(asked.method, whole.params) : undefined;
  return name === undefined ? undefined : short(name);
}

/** Which refused request an operation repeats. */
function repetition(log: SessionLog, operation: Operation | undefined): Detail[] {
  const key = operation?.repeats === undefined ? undefined : log.operations.get(operation.repeats)?.key;
  return key === undefined ? [] : [{ code: 'repeats', id: showIdKey(key) }];
}

function messageDetails(event: MessageEvent, decoded: Decoded | undefined): Detail[] {
  const details: Detail[] = [];
  switch (decoded?.kind) {
    case 'request':
      if (event.dir === 's2c') details.push({ code: 'asks' });
      break;
    case 'notification':
      break;
    case 'response':
      details.push(...responseDetails(decoded));
      break;
    case 'batch':
      details.push({ code: 'batch', count: decoded.items.length });
      break;
    default:
      details.push({ code: 'bytes', bytes: payloadLength(event) });
  }
  if (decoded?.large) details.push({ code: 'bytes', bytes: payloadLength(event) });
  if (event.by === 'tap' && event.of !== undefined) details.push({ code: 'changed' });
  else if (event.by === 'tap' || (event.dir === 'c2s' && event.by !== undefined && event.by !== 'auto'))
    details.push({ code: 'by', author: event.by });
  return details;
}

function responseDetails(decoded: DecodedResponse): Detail[] {
  if (decoded.outcome === 'error') {
    const error = isObject(decoded.error) ? decoded.error : {};
    const number = typeof error['code'] === 'number' ? error['code'] : undefined;
    return [{ code: 'error', number, name: errorCodeName(number), message: short(showData(error['message'] ?? '')) }];
  }
  const { result } = decoded;
  if (!isObject(result) || result['isError'] !== true) return [];
  return [{ code: 'tool-error', text: short(firstText(result['content'])) }];
}

function firstText(blocks: unknown): string {
  const block: unknown = Array.isArray(blocks) ? blocks[0] : undefined;
  return isObject(block) && typeof block['text'] === 'string' ? block['text'] : '';
}

/**
 * Any value as a short word, nothing for none: text as it is, anything else by its kind (never printed again from its parsed form).
 * An object from the wire is not asked for its own text: it may have none, or nest without end.
 */
function showData(data: unknown = ''): string {
  if (typeof data === 'string') return data;
  if (isObject(data))
    return typeof data['message'] === 'string' ? data['message'] : `{${Object.keys(data).slice(0, 5).join(', ')}}`;
  return Array.isArray(data) ? `[${data.length}]` : String(data);
}
