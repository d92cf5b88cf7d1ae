/** One line of a recording file to what it holds, and back. The order of fields is fixed, so that equal events give equal lines. */
import type { RecordingFooter, RecordingHeader } from './header.ts';
import { FORMAT_VERSION } from './header.ts';
import type { WireEvent } from './wire-event.ts';

const KNOWN_KINDS = new Set([
  'message',
  'stderr',
  'process',
  'http',
  'body',
  'sse',
  'connection',
  'timeout',
  'note',
  'gap',
]);

/** Why a line or file was refused: a code for programs, the 1-based line for people. */
export interface RecordingProblem {
  readonly code:
    'not-json' | 'not-a-recording' | 'from-the-future' | 'bad-header' | 'bad-event' | 'out-of-order' | 'line-too-long';
  readonly line: number;
  readonly detail: string;
}

export type Line =
  | { readonly type: 'header'; readonly header: RecordingHeader }
  | { readonly type: 'event'; readonly event: WireEvent }
  | { readonly type: 'footer'; readonly footer: RecordingFooter }
  | { readonly type: 'problem'; readonly problem: RecordingProblem };

/** The event as one line of the file, without the line end. */
export function encodeEvent(event: WireEvent): string {
  if (event.k === 'unknown') return JSON.stringify({ s: event.s, t: event.t, ...event.fields });
  const { s, t, ...body } = event;
  return JSON.stringify({ s, t, ...body });
}

/** Header or footer as one line of the file, without the line end. */
export function encodeEnd(end: RecordingHeader | RecordingFooter): string {
  return JSON.stringify(end);
}

/** Read line number `number` (from 1; line 1 must be the header). Gives what it holds or a problem; never throws. */
export function decodeLine(text: string, number: number): Line {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return problem(number === 1 ? 'not-a-recording' : 'not-json', number, text.slice(0, 80));
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return problem(number === 1 ? 'not-a-recording' : 'bad-event', number, text.slice(0, 80));
  }
  const fields = value as { readonly [name: string]: unknown };
  if (number === 1) return decodeHeader(fields);
  if (fields['footer'] === true && !Object.hasOwn(fields, 's')) {
    const events = typeof fields['events'] === 'number' ? fields['events'] : 0;
    return { type: 'footer', footer: { footer: true, events, reason: String(fields['reason'] ?? '') } };
  }
  return decodeEventFields(fields, number);
}

function decodeHeader(fields: { readonly [name: string]: unknown }): Line {
  const version = fields['mcprec'];
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1)
    return problem('not-a-recording', 1, 'no mcprec');
  if (version > FORMAT_VERSION) return problem('from-the-future', 1, String(version));
  const connection = fields['connection'] as { readonly [name: string]: unknown } | undefined;
  const stdio =
    connection?.['transport'] === 'stdio' &&
    typeof connection['command'] === 'string' &&
    Array.isArray(connection['args']);
  const http = connection?.['transport'] === 'streamable-http' && typeof connection['url'] === 'string';
  for (const name of ['id', 'title', 'startedAt', 'route']) {
    if (typeof fields[name] !== 'string') return problem('bad-header', 1, name);
  }
  if (!stdio && !http) return problem('bad-header', 1, 'connection');
  return { type: 'header', header: fields as unknown as RecordingHeader };
}

function decodeEventFields(fields: { readonly [name: string]: unknown }, number: number): Line {
  const { s, t, k } = fields;
  if (!Number.isInteger(s) || typeof t !== 'number' || !(t >= 0) || typeof k !== 'string') {
    return problem('bad-event', number, 's, t, k');
  }
  if (!KNOWN_KINDS.has(k) || !hasShape(k, fields)) {
    const rest: Record<string, unknown> = { ...fields };
    delete rest['s'];
    delete rest['t'];
    return { type: 'event', event: { s: s as number, t, k: 'unknown', fields: rest } };
  }
  return { type: 'event', event: fields as unknown as WireEvent };
}

/** True when the fields that folds rely on have their types; an event of a known kind without them is kept as unknown. */
function hasShape(kind: string, fields: { readonly [name: string]: unknown }): boolean {
  const optional = (name: string, type: string): boolean => fields[name] === undefined || typeof fields[name] === type;
  switch (kind) {
    case 'message': {
      const sse = fields['sse'];
      return (
        (fields['dir'] === 'c2s' || fields['dir'] === 's2c') &&
        typeof (fields['raw'] ?? fields['b64']) === 'string' &&
        ['raw', 'b64', 'x', 'by'].every((name) => optional(name, 'string')) &&
        (sse === undefined || (typeof sse === 'object' && sse !== null))
      );
    }
    case 'stderr':
      return optional('text', 'string') && optional('b64', 'string') && (fields['text'] ?? fields['b64']) !== undefined;
    case 'process':
    case 'connection':
      return (
        typeof fields['event'] === 'string' &&
        optional('reason', 'string') &&
        optional('detail', 'string') &&
        optional('error', 'string')
      );
    case 'http':
      return (
        typeof fields['x'] === 'string' &&
        typeof fields['phase'] === 'string' &&
        ['method', 'url', 'error', 'by', 'step'].every((name) => optional(name, 'string')) &&
        optional('status', 'number') &&
        (fields['headers'] === undefined || isPairs(fields['headers']))
      );
    case 'body':
      return (
        (fields['dir'] === 'c2s' || fields['dir'] === 's2c') &&
        typeof fields['x'] === 'string' &&
        typeof (fields['raw'] ?? fields['b64']) === 'string' &&
        optional('raw', 'string') &&
        optional('b64', 'string')
      );
    case 'sse':
      return (
        typeof fields['x'] === 'string' &&
        typeof fields['text'] === 'string' &&
        ['event', 'data', 'id'].every((name) => optional(name, 'string')) &&
        optional('retry', 'number')
      );
    case 'timeout':
      return (
        typeof fields['at'] === 'number' && typeof fields['limit'] === 'string' && typeof fields['ms'] === 'number'
      );
    case 'note':
      return typeof fields['at'] === 'number' && typeof fields['text'] === 'string';
    case 'gap':
      return typeof fields['why'] === 'string';
    default:
      return false;
  }
}

function isPairs(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.every((pair) => Array.isArray(pair) && pair.length === 2 && pair.every((part) => typeof part === 'string'))
  );
}

function problem(code: RecordingProblem['code'], line: number, detail: string): Line {
  return { type: 'problem', problem: { code, line, detail } };
}
