/** Events that are no messages, in words: processes, HTTP steps, connections, stderr, notes. */
import { showIdKey } from '#shared/jsonrpc';
import type {
  ConnectionBody,
  GapBody,
  HttpBody,
  ProcessBody,
  SseBody,
  TimeoutBody,
  WireEvent,
} from '#shared/recording';
import { textOf } from '#shared/recording';
import type { SessionLog } from '#shared/session';
import { requestOf } from '#shared/timeline';
import { eraVerdict, restartWords, slowedWords } from '../base/era-words.ts';
import { maskUrl } from '../base/mask.ts';
import { duration, size, words } from '../base/i18n/index.svelte.ts';
import { reasonPhrase } from '../base/reason-phrase.ts';
import { turnText } from './step-text.ts';

/** Where a note stands: in a chip outside the server's line, inside a line, or between both. */
export type NotePlace = 'chip' | 'client' | 'server' | 'middle';

export interface NoteText {
  /** A word that says what kind of note it is, or nothing. */
  readonly tag: string;
  readonly text: string;
  readonly place: NotePlace;
  /** Wire text, shown in the monospaced font. */
  readonly mono: boolean;
}

const SHORT = 200;

const oneLine = (text: string): string => text.slice(0, SHORT).replace(/\s+/g, ' ').trim();

/** A note row in words; undefined for messages. */
export function noteOf(log: SessionLog, event: WireEvent): NoteText | undefined {
  const t = words.now.timeline;
  switch (event.k) {
    case 'message':
      return undefined;
    case 'stderr': {
      const text = event.b64 === undefined ? (event.text ?? '') : textOf({ b64: event.b64 });
      return { tag: t.stderr, text: oneLine(text), place: 'chip', mono: true };
    }
    case 'process':
      return { tag: '', text: processText(event), place: 'server', mono: false };
    case 'http':
      return { tag: '', ...httpNote(log, event) };
    case 'connection':
      return { tag: '', text: connectionText(event), place: 'middle', mono: false };
    case 'sse':
      return sseNote(event);
    case 'note':
      return { tag: t.note, text: oneLine(event.text), place: 'middle', mono: false };
    case 'body':
      return {
        tag: 'HTTP',
        text: oneLine(textOf(event)),
        place: event.dir === 'c2s' ? 'client' : 'server',
        mono: true,
      };
    case 'timeout':
      return { tag: t.outcomes.timeout, text: timeoutText(log, event), place: 'client', mono: false };
    case 'gap':
      return { tag: '', text: gapText(event), place: 'middle', mono: false };
    case 'unknown': {
      // A line of another program's log is what it says.
      const { k, text, line } = event.fields;
      if (k === 'unread' && typeof text === 'string') {
        const tag = t.notUnderstood(typeof line === 'number' ? line : undefined);
        return { tag, text: oneLine(text), place: 'middle', mono: true };
      }
      if (typeof k === 'string' && typeof text === 'string')
        return { tag: oneLine(k), text: oneLine(text), place: 'middle', mono: true };
      return { tag: '', text: t.unknown(oneLine(String(event.fields['k'] ?? ''))), place: 'middle', mono: false };
    }
  }
}

function gapText(event: GapBody): string {
  const t = words.now.timeline.gap;
  const what =
    event.events !== undefined
      ? t.events(event.events)
      : event.bytes !== undefined
        ? t.bytes(size(event.bytes))
        : t.other;
  return `${event.atMost ? t.atMost(what) : what}${words.now.common.aside(oneLine(event.why))}`;
}

function processText(event: ProcessBody): string {
  const t = words.now.timeline.process;
  const withError = (text: string): string =>
    event.error === undefined ? text : `${text}${words.now.common.colon}${oneLine(event.error)}`;
  switch (event.event) {
    case 'spawn':
      return t.spawn(String(event.pid ?? '?'));
    case 'signal':
      return withError(
        event.pid === undefined ? t.signal(event.signal ?? '?') : t.signalTo(event.signal ?? '?', String(event.pid)),
      );
    case 'stray':
      return t.stray(oneLine(event.command ?? '?'), String(event.pid ?? '?'));
    case 'stdin-wait':
      return t['stdin-wait'](size(event.bytes ?? 0));
    case 'stdin-error':
      return withError(event.bytes === undefined ? t['stdin-error'] : t.undelivered(size(event.bytes)));
    case 'exit':
      if (typeof event.code === 'number') return t.exitCode(event.code);
      return event.signal ? t.exitSignal(event.signal) : t.exit;
    default:
      return withError(t[event.event]);
  }
}

/** HTTP+SSE (2024-11-05): the first event of the stream says where messages are posted. */
function sseNote(event: SseBody): NoteText {
  const t = words.now.timeline.sse;
  if (event.event === 'endpoint' && event.data !== undefined)
    return { tag: 'endpoint', text: t.endpoint(oneLine(pathOf(event.data))), place: 'server', mono: false };
  const retry = event.retry === undefined ? '' : t.retry(event.retry);
  const text = oneLine(event.text);
  return { tag: t.event, text: text || retry || t.empty, place: 'server', mono: text !== '' };
}

/** Which request was given up, and which of its two limits had passed. */
function timeoutText(log: SessionLog, event: TimeoutBody): string {
  const t = words.now.timeline.timeout;
  const operation = log.operationOf(event.at);
  const key = operation?.key === undefined ? '' : ` #${showIdKey(operation.key)}`;
  const request = `${operation?.method ?? ''}${key}`.trim();
  const probe = operation?.method === 'server/discover' && operation.by === 'auto';
  return t[probe && event.limit === 'idle' ? 'probe' : event.limit](request, duration(event.ms * 1000));
}

function connectionText(event: ConnectionBody): string {
  const t = words.now.timeline.connection;
  if (event.event === 'authorization') return turnText(event);
  if (event.event === 'era') return eraVerdict(event, words.now).title;
  if (event.event === 'slowed') return slowedWords(event, words.now).title;
  const restart = event.event === 'restarted' ? restartWords(event, words.now) : undefined;
  if (restart) return restart.title;
  const reason = event.reason === undefined ? '' : (words.now.problems.reasons[event.reason]?.title ?? event.reason);
  if (event.event === 'problem') return reason === '' ? t.problem : reason;
  return reason === '' ? t[event.event] : `${t[event.event]}${words.now.common.colon}${reason}`;
}

/** Path and query of an address, without its secrets; the whole text when it is none. */
function pathOf(url: string): string {
  return maskUrl(url).replace(/^https?:\/\/[^/?#]*/i, '') || '/';
}

function httpNote(log: SessionLog, event: HttpBody & WireEvent): Omit<NoteText, 'tag'> {
  const t = words.now.timeline.http;
  const via = event.proxy === undefined ? '' : words.now.common.aside(t.via(event.proxy));
  if (event.phase === 'request') {
    const from = event.headers?.find(([name]) => name.toLowerCase() === 'last-event-id');
    const goesOn = from ? ` Last-Event-ID: ${from[1]}` : '';
    return {
      text: oneLine(`${event.method ?? ''} ${pathOf(event.url ?? '')}${goesOn}${via}`),
      place: 'client',
      mono: true,
    };
  }
  const asked = requestOf(log, event);
  const method = asked?.method ?? '';
  if (event.phase === 'redirect') {
    const status = event.status === undefined ? '' : ` ${`${event.status} ${reasonPhrase(event.status)}`.trim()}`;
    const target = event.url === undefined ? t.hiddenTarget : maskUrl(event.url);
    const without = event.without === undefined ? '' : words.now.common.aside(t.without(event.without.join(', ')));
    const hidden = event.opaque && event.url !== undefined ? words.now.common.aside(t.hiddenHops) : '';
    return { text: oneLine(`${method}${status} → ${target}${without}${hidden}${via}`), place: 'server', mono: true };
  }
  if (event.phase === 'retry') {
    const error = event.error === undefined ? '' : words.now.common.aside(oneLine(event.error));
    return { text: `${method} ${t.retry}${error}`, place: 'client', mono: false };
  }
  if (event.phase === 'response') {
    const status = `${event.status ?? ''} ${reasonPhrase(event.status)}`.trim();
    const unverified = event.unverified === undefined ? '' : words.now.common.aside(t.unverified);
    return { text: `${method} → ${status}${unverified}`.trim(), place: 'server', mono: true };
  }
  const how = event.by === undefined ? t.ended : t.endedBy[event.by];
  const after = asked && event.by === 'network' ? words.now.common.aside(duration(event.t - asked.t)) : '';
  const error = event.error === undefined ? '' : `${words.now.common.colon}${oneLine(event.error)}`;
  const step = event.step === undefined ? '' : `${words.now.authorize.steps[event.step]}${words.now.common.colon}`;
  return { text: `${step}${method} ${how}${after}${error}`.trim(), place: 'server', mono: false };
}
