/** Events that are no messages, in words: processes, HTTP steps, connections, stderr, notes. */
import { showIdKey } from '#shared/jsonrpc';
import { errorCodeName, eraOf } from '#shared/mcp';
import { textOf, type ConnectionBody, type HttpBody, type ProcessBody, type WireEvent } from '#shared/recording';
import type { SessionLog } from '#shared/session';
import { requestOf } from '#shared/timeline';
import { countOf, duration, size } from './figures.ts';
import { statusText } from './status-text.ts';
import { CONNECTION_WORDS, PROCESS_WORDS, REASON_WORDS, restartWords, slowedWords, STEP_WORDS } from './words.ts';

/** Where a note stands: outside the server's line, at a line, or between both. */
export type NotePlace = 'chip' | 'client' | 'server' | 'middle';

export interface NoteLabel {
  /** A word that says what kind of note it is, or nothing. */
  readonly tag: string;
  readonly text: string;
  readonly place: NotePlace;
  /** Wire text, for a monospaced font. */
  readonly mono: boolean;
}

const SHORT = 200;

/** The beginning of a text on one line. */
export const oneLine = (text: string): string => text.slice(0, SHORT).replace(/\s+/g, ' ').trim();

/** A value that nobody promised the type of. An object's own `toString` is not called: it may be no function. */
const plain = (value: unknown): string =>
  typeof value === 'string' ? oneLine(value) : typeof value === 'number' ? String(value) : '?';

/** A note in words; undefined for messages and for steps of authorization, which have arrows. */
export function noteLabel(log: SessionLog, event: WireEvent): NoteLabel | undefined {
  switch (event.k) {
    case 'message':
      return undefined;
    case 'stderr': {
      const text = event.b64 === undefined ? (event.text ?? '') : textOf({ b64: event.b64 });
      return { tag: 'stderr', text: oneLine(text), place: 'chip', mono: true };
    }
    case 'process':
      return { tag: '', text: processText(event), place: 'server', mono: false };
    case 'http':
      return event.step !== undefined && event.phase !== 'end' ? undefined : { tag: '', ...httpText(log, event) };
    case 'connection':
      return { tag: '', text: connectionText(event), place: 'middle', mono: false };
    case 'sse': {
      if (event.event === 'endpoint' && event.data !== undefined)
        return { tag: 'endpoint', text: `messages are posted to ${oneLine(event.data)}`, place: 'server', mono: false };
      const retry = event.retry === undefined ? '' : `retry ${event.retry} ms`;
      const text = oneLine(event.text);
      return { tag: 'SSE', text: text || retry || 'SSE event without a message', place: 'server', mono: text !== '' };
    }
    case 'note':
      return { tag: 'note', text: oneLine(event.text), place: 'middle', mono: false };
    case 'body':
      return {
        tag: 'HTTP',
        text: oneLine(textOf(event)),
        place: event.dir === 'c2s' ? 'client' : 'server',
        mono: true,
      };
    case 'timeout': {
      const operation = log.operationOf(event.at);
      const key = operation?.key === undefined ? '' : ` #${showIdKey(operation.key)}`;
      const request = oneLine(`${operation?.method ?? ''}${key}`);
      const time = duration(event.ms * 1000);
      const text = event.limit === 'idle' ? `no answer for ${time}` : `not done after ${time} in all`;
      return { tag: 'timed out', text: `${request}: ${text}`, place: 'client', mono: false };
    }
    case 'gap': {
      const what =
        typeof event.events === 'number'
          ? countOf(event.events, 'event', 'events')
          : typeof event.bytes === 'number'
            ? size(event.bytes)
            : 'something';
      const bound = event.atMost === true ? 'at most ' : '';
      return { tag: '', text: `${bound}${what} left out (${oneLine(event.why)})`, place: 'middle', mono: false };
    }
    case 'unknown': {
      const text = `event of unknown kind ${plain(event.fields['k'])}`;
      return { tag: '', text, place: 'middle', mono: false };
    }
  }
}

function processText(event: ProcessBody): string {
  const withError = (text: string): string => (event.error === undefined ? text : `${text}: ${oneLine(event.error)}`);
  switch (event.event) {
    case 'spawn':
      return `started, pid ${plain(event.pid)}`;
    case 'signal':
      return withError(`${plain(event.signal)} sent${event.pid === undefined ? '' : ` to pid ${event.pid}`}`);
    case 'stray':
      return `left the process group: ${plain(event.command)}, pid ${plain(event.pid)}`;
    case 'stdin-wait':
      return `stdin: the server has not read ${size(event.bytes ?? 0)}`;
    case 'stdin-error':
      return withError(
        event.bytes === undefined
          ? PROCESS_WORDS['stdin-error']
          : `${PROCESS_WORDS['stdin-error']}, ${size(event.bytes)} not delivered`,
      );
    case 'exit':
      if (typeof event.code === 'number') return `exited with code ${event.code}`;
      return event.signal ? `ended by ${plain(event.signal)}` : 'exited';
    default:
      return withError(Object.hasOwn(PROCESS_WORDS, event.event) ? PROCESS_WORDS[event.event] : oneLine(event.event));
  }
}

/** A reason in words: `The server exited`; an unknown one as it is. */
export const reasonText = (reason: string): string => REASON_WORDS.get(reason) ?? oneLine(reason);

/** A turn of the connection in words. */
export function connectionText(event: ConnectionBody): string {
  const { reason = '', detail = '' } = event;
  if (event.event === 'era') return eraText(reason, detail);
  if (event.event === 'restarted') return restartWords(reason);
  if (event.event === 'slowed')
    return slowedWords(reason, event.detail === undefined ? undefined : oneLine(event.detail));
  const turn = CONNECTION_WORDS.get(event.event) ?? oneLine(event.event);
  if (event.event === 'authorization')
    return `${turn}: ${[reasonText(reason), oneLine(detail)].filter(Boolean).join(' · ')}`;
  if (event.event === 'problem') return reasonText(reason) || turn;
  return reason === '' ? turn : `${turn}: ${reasonText(reason)}`;
}

function eraText(reason: string, revision: string): string {
  const era = eraOf(revision) === 'handshake' ? 'Handshake era' : 'Per-request era';
  const code = /^error-(-?\d+)$/.exec(reason)?.[1];
  const name = code === undefined ? undefined : errorCodeName(Number(code));
  const status = /^http-(\d+)$/.exec(reason)?.[1];
  const why =
    code !== undefined
      ? `server/discover was answered with error ${[code, name].filter(Boolean).join(' ')}`
      : status !== undefined
        ? `server/discover was refused with HTTP ${status}`
        : reasonText(reason);
  return `${era}, ${oneLine(revision)}: ${why}`;
}

/** Path and query of an address; the whole text when it is none. */
export const pathOf = (url: string): string => url.replace(/^https?:\/\/[^/?#]*/i, '') || '/';

function httpText(log: SessionLog, event: HttpBody & WireEvent): Omit<NoteLabel, 'tag'> {
  const via = event.proxy === undefined ? '' : ` (by proxy ${event.proxy})`;
  if (event.phase === 'request') {
    const from = event.headers?.find(([name]) => name.toLowerCase() === 'last-event-id');
    const goesOn = from ? ` Last-Event-ID: ${from[1]}` : '';
    const text = oneLine(`${event.method ?? ''} ${pathOf(event.url ?? '')}${goesOn}${via}`);
    return { text, place: 'client', mono: true };
  }
  const asked = requestOf(log, event);
  const method = oneLine(asked?.method ?? '');
  if (event.phase === 'redirect') {
    const status = event.status === undefined ? '' : ` ${statusText(event.status)}`;
    const without = event.without === undefined ? '' : ` without ${event.without.join(', ')}`;
    const hidden = event.opaque ? ' (the hops before it are hidden by the browser)' : '';
    const text = `${method}${status} → ${event.url ?? 'an address that the browser hides'}${without}${hidden}${via}`;
    return { text: oneLine(text), place: 'server', mono: true };
  }
  if (event.phase === 'retry') {
    const error = event.error === undefined ? '' : ` (${oneLine(event.error)})`;
    const text = `${method} sent again: the server had closed the idle connection${error}`;
    return { text, place: 'client', mono: false };
  }
  if (event.phase === 'response')
    return {
      text: `${method} → ${statusText(event.status)}${event.unverified === undefined ? '' : ' (certificate not verified)'}`.trim(),
      place: 'server',
      mono: true,
    };
  const after = asked && event.by === 'network' ? ` (${duration(event.t - asked.t)})` : '';
  const how =
    event.by === undefined
      ? 'stream closed'
      : event.by === 'network'
        ? 'cut by the network'
        : `stream closed by the ${oneLine(event.by)}`;
  const error = event.error === undefined ? '' : `: ${oneLine(event.error)}`;
  const step = event.step === undefined ? '' : `${stepWords(event.step)}: `;
  return { text: `${step}${method} ${how}${after}${error}`.trim(), place: 'server', mono: false };
}

/** What an exchange of authorization is for. */
export const stepWords = (step: NonNullable<HttpBody['step']>): string =>
  Object.hasOwn(STEP_WORDS, step) ? STEP_WORDS[step] : oneLine(step);
