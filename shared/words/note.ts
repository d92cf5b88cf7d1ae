/** Events that are not messages, in words: processes, HTTP, connections, stderr, notes. */
import { showIdKey } from '#shared/jsonrpc';
import {
  headerOf,
  statusText,
  type ConnectionBody,
  type GapBody,
  type HttpBody,
  type ProcessBody,
  type SseBody,
  type TimeoutBody,
  type UnknownBody,
  type WireEvent,
} from '#shared/recording';
import { unreachedReason } from '#shared/failure';
import type { SessionLog } from '#shared/session';
import { leavesUnanswered, requestOf } from '#shared/timeline';
import type { Words } from './dictionary.ts';
import { duration, size } from './figures.ts';
import { requestLine, stepName } from './step.ts';
import { entryOf, oneLine, pathOf, plain, type ShowUrl } from './text.ts';

/** Where a note stands: in a chip outside the server's line, at a line, between both, or on the tap's line. */
export type NotePlace = 'chip' | 'client' | 'server' | 'middle' | 'tap';

export interface NoteText {
  /** A word that says what kind of note it is, or nothing. */
  readonly tag: string;
  readonly text: string;
  readonly place: NotePlace;
  /** Wire text, for a monospaced font. */
  readonly mono: boolean;
}

/** A note in words of the program. */
export const said = (text: string, place: NotePlace, tag = ''): NoteText => ({ tag, text, place, mono: false });
/** A note in words of the wire. */
export const wire = (text: string, place: NotePlace, tag: string): NoteText => ({
  tag,
  text: oneLine(text),
  place,
  mono: true,
});

/** Where the row of an event is made. */
export interface NoteContext {
  readonly words: Words;
  readonly log: SessionLog;
  readonly showUrl: ShowUrl;
}

/** Nothing was started, so nothing is connected yet: over HTTP each request makes its connection. */
export function isReadiness({ events }: SessionLog, { s, event }: ConnectionBody & Pick<WireEvent, 's'>): boolean {
  if (event !== 'open') return false;
  const before = events.slice(Math.max(0, s - 10), s);
  return !before.some((each) => each.k === 'process' && each.event === 'spawn');
}

/** What an import keeps of another program's file is shown as it is. */
export function unknownNote({ fields }: UnknownBody, { rows: t }: Words): NoteText {
  const { k, text, line } = fields;
  const place = 'middle';
  if (typeof k !== 'string' || typeof text !== 'string')
    return { tag: '', text: t.unknown(plain(k) || '?'), place, mono: false };
  const tag = k === 'unread' ? t.notUnderstood(typeof line === 'number' ? line : undefined) : oneLine(k);
  return { tag, text: oneLine(text), place, mono: true };
}

export function gapText({ events, bytes, atMost, why }: GapBody, words: Words): string {
  const t = words.rows.gap;
  const what =
    typeof events === 'number' ? t.events(events) : typeof bytes === 'number' ? t.bytes(size(bytes, words)) : t.other;
  return `${atMost ? t.atMost(what) : what}${words.common.aside(oneLine(why))}`;
}

/** A turn of the server's process in words. */
export function processText(event: ProcessBody, words: Words): string {
  const t = words.rows.process;
  const { pid, bytes, error } = event;
  const withError = (text: string): string =>
    error === undefined ? text : `${text}${words.common.colon}${oneLine(error)}`;
  switch (event.event) {
    case 'spawn':
      return t.spawn(plain(pid));
    case 'signal':
      return withError(pid === undefined ? t.signal(plain(event.signal)) : t.signalTo(plain(event.signal), plain(pid)));
    case 'stray':
      return t.stray(plain(event.command), plain(pid));
    case 'stdin-wait':
      return t['stdin-wait'](size(bytes ?? 0, words));
    case 'stdin-error':
      return withError(bytes === undefined ? t['stdin-error'] : t.undelivered(size(bytes, words)));
    case 'exit':
      if (typeof event.code === 'number') return t.exitCode(event.code);
      return event.signal ? t.exitSignal(plain(event.signal)) : t.exit;
    default: {
      const known = entryOf<unknown>(t, event.event);
      return withError(typeof known === 'string' ? known : oneLine(event.event));
    }
  }
}

/** HTTP+SSE (2024-11-05): the first event of the stream says where messages are posted. */
export function sseNote(event: SseBody, { words, showUrl }: NoteContext): NoteText {
  const t = words.rows.sse;
  const place = 'server';
  if (event.event === 'endpoint' && event.data !== undefined)
    return { tag: 'endpoint', text: t.endpoint(oneLine(pathOf(showUrl(event.data)))), place, mono: false };
  const text = oneLine(event.text);
  const otherwise = event.retry === undefined ? t.empty : t.retry(event.retry);
  return { tag: t.event, text: text || otherwise, place, mono: text !== '' };
}

/** Which request was given up, and which of its two limits had passed. */
export function timeoutText(log: SessionLog, { at, limit, ms }: TimeoutBody, { common, timeouts }: Words): string {
  const operation = log.operationOf(at);
  const key = operation?.key === undefined ? '' : ` #${showIdKey(operation.key)}`;
  const request = oneLine(`${operation?.method ?? ''}${key}`);
  const isProbe = operation?.method === 'server/discover' && operation.by === 'auto' && limit === 'idle';
  return `${request}${common.colon}${timeouts.passed[isProbe ? 'probe' : limit](duration(ms * 1000, common.locale))}`;
}

/** Why there was no connection that could have been lost. */
const NEVER_CONNECTED: ReadonlySet<string> = new Set(['http-nobody-listens', 'http-unknown-host', 'http-no-way']);

export function httpNote(event: HttpBody & WireEvent, { words, log, showUrl }: NoteContext): NoteText {
  const { aside, colon, locale } = words.common;
  const t = words.rows.http;
  const inBrackets = (text: string | undefined): string => (text === undefined ? '' : aside(oneLine(text)));
  const made = (text: string, mono: boolean): NoteText => ({
    tag: '',
    text: text.trim(),
    place: event.phase === 'request' || event.phase === 'retry' ? 'client' : 'server',
    mono,
  });
  const via = inBrackets(event.proxy && t.via(event.proxy));
  if (event.phase === 'request') {
    const from = headerOf(event.headers, 'last-event-id');
    const resumed = from === undefined ? '' : ` Last-Event-ID: ${from}`;
    return made(oneLine(`${requestLine(event, showUrl)}${resumed}${via}`), true);
  }
  const asked = requestOf(log, event);
  const method = oneLine(asked?.method ?? '');
  switch (event.phase) {
    case 'redirect': {
      const target = event.url === undefined ? t.hiddenTarget : showUrl(event.url);
      const without = inBrackets(event.without && t.without(event.without.join(', ')));
      const hidden = event.opaque && event.url !== undefined ? aside(t.hiddenHops) : '';
      const status = event.status === undefined ? '' : ` ${statusText(event.status)}`;
      return made(oneLine(`${method}${status} → ${target}${without}${hidden}${via}`), true);
    }
    case 'retry':
      return made(`${method} ${t.retry}${inBrackets(event.error)}`, false);
    case 'response':
      return made(
        oneLine(`${method} → ${statusText(event.status, event.phrase)}`) +
          (event.unverified === undefined ? '' : aside(t.unverified)),
        true,
      );
    case 'end': {
      const isNever = event.by === 'network' && NEVER_CONNECTED.has(unreachedReason(event.error));
      const how = isNever ? t.notConnected : event.by === undefined ? t.ended : t.endedBy[event.by];
      const after = asked && event.by === 'network' ? aside(duration(event.t - asked.t, locale)) : '';
      const error =
        event.error === undefined ? '' : `${colon}${oneLine(event.error)}${event.opaque ? aside(t.unsaid) : ''}`;
      const step = event.step === undefined ? '' : `${stepName(event.step, words)}${colon}`;
      const unanswered = leavesUnanswered(log, event.s) ? `${colon}${words.outcomes['no-answer']}` : '';
      return made(`${step}${method} ${how}${after}${error}${unanswered}`, false);
    }
  }
}
