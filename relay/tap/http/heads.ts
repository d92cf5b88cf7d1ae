/** Heads of messages of HTTP/1.1, read leniently: what is odd in one is for whoever gets it to judge, and passes (RFC 9112). */
import type { HeaderPairs } from '#shared/recording';
import type { Target } from './target.ts';

export interface Head {
  /** As received, line ends included; each character is a byte. */
  readonly text: string;
  readonly start: string;
  /** Names and values as received; a value of several lines is joined. */
  readonly headers: HeaderPairs;
}

export interface RequestHead extends Head {
  readonly method: string;
  /** The request target as received (RFC 9112, section 3.2). */
  readonly target: string;
}

/** How the body of a message ends (RFC 9112, section 6.3). `tunnel`: what follows is not HTTP. */
export type Framing = 'none' | 'chunked' | 'until-close' | 'tunnel' | { readonly length: number };

/** Leading blank lines are allowed. Never throws. */
export function readHead(bytes: Buffer): Head {
  const text = bytes.toString('latin1');
  const [start = '', ...lines] = text.replace(/^[\r\n]+/, '').split(/\r?\n/);
  const fields: [name: string, ...lines: string[]][] = [];
  for (const line of lines) {
    const last = fields.at(-1);
    // RFC 9112, section 5.2.
    if (/^[ \t]/.test(line) && last) last.push(line.trim());
    else if (line !== '') {
      const colon = line.indexOf(':');
      const [name, value] = colon < 0 ? [line, ''] : [line.slice(0, colon), line.slice(colon + 1)];
      fields.push([name.trim(), value.trim()]);
    }
  }
  const headers = fields.map(([name, ...values]) => [name, values.filter((each) => each !== '').join(' ')] as const);
  return { text, start, headers };
}

/** Reads the head of a request. For any first line, no pattern tries a place of it more than once. */
export function readRequestHead(bytes: Buffer): RequestHead {
  const head = readHead(bytes);
  const { start } = head;
  const [method = ''] = /^\S+(?=[ \t])/.exec(start) ?? [];
  if (method === '') return { ...head, method: start, target: '' };
  const asked = start.slice(method.length).replace(/^[ \t]+/, '');
  const version = asked.lastIndexOf('HTTP/');
  const isVersion = /^[ \t]HTTP\/\d+\.\d+[ \t]*$/.test(asked.slice(Math.max(version - 1, 0)));
  return { ...head, method, target: isVersion ? asked.slice(0, version).trimEnd() : asked };
}

/** `Host` as it is read and rewritten: name and colon, the value up to white space, and the rest of the line. */
const HOST = /(\nhost[ \t]*:[ \t]*)(\S*)([^\r\n]*)/gi;

const fieldsOf = ({ text, start }: Head): string => text.slice(text.indexOf(start) + start.length);

export const hostsOf = (head: Head): string[] =>
  [...fieldsOf(head).matchAll(HOST)].map(([, , value = '', rest = '']) => value + (/^[ \t]*$/.test(rest) ? '' : rest));

/** Undefined when it is not the head of a response. */
export function statusOf({ start }: Head): number | undefined {
  const [, digits] = /^HTTP\/\d+\.\d+[ \t]+(\d{3})(?!\d)/.exec(start) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

export const valuesOf = ({ headers }: Head, name: string): string[] =>
  headers.flatMap(([each, value]) => (each.toLowerCase() === name ? [value] : []));

/** The value of a header that occurs once; undefined otherwise. */
export function oneHeader(head: Head, name: string): string | undefined {
  const [value, ...others] = valuesOf(head, name);
  return others.length === 0 ? value : undefined;
}

/** When the head contradicts itself, the body never ends, as nobody can tell its end. */
export const requestFraming = (head: Head): Framing => framing(head) ?? 'none';

export function responseFraming(head: Head, status: number, method: string): Framing {
  if (status === 101 || (method === 'CONNECT' && status >= 200 && status < 300)) return 'tunnel';
  if (method === 'HEAD' || status < 200 || status === 204 || status === 304) return 'none';
  return framing(head) ?? 'until-close';
}

function framing(head: Head): Framing | undefined {
  const codings = valuesOf(head, 'transfer-encoding');
  if (codings.length > 0) return /(?:^|,)[ \t]*chunked$/i.test(codings.join(',')) ? 'chunked' : 'until-close';
  const [length, ...others] = new Set(
    valuesOf(head, 'content-length').flatMap((value) => value.split(',').map((each) => each.trim())),
  );
  if (length === undefined) return undefined;
  return others.length === 0 && /^\d{1,15}$/.test(length) ? { length: Number(length) } : 'until-close';
}

/** True when the connection ends after the response (RFC 9112, section 9.3). */
export function endsConnection(head: Head): boolean {
  const options = valuesOf(head, 'connection').join(',').toLowerCase();
  return /\bclose\b/.test(options) || (/HTTP\/1\.0[ \t]*$/.test(head.start) && !/\bkeep-alive\b/.test(options));
}

/** The head for the server: `Host` and an absolute target name the server, `/` is the path of `--to`. */
export function headForServer(head: RequestHead, target: Target): RequestHead {
  const asked = target.targetFor(head.target);
  const { method, start } = head;
  const text = [
    head.text.slice(0, head.text.indexOf(start)),
    method + start.slice(method.length).replace(head.target, () => asked),
    fieldsOf(head).replace(HOST, (_, name: string, _value: string, rest: string) => name + target.url.host + rest),
  ].join('');
  const { credentials } = target;
  if (credentials === undefined) return { ...head, text };
  const [, blank = ''] = /(\r?\n)$/.exec(text) ?? [];
  return { ...head, text: `${text.slice(0, -blank.length)}Proxy-Authorization: ${credentials}\r\n${blank}` };
}

/** The message with another body; `end` is what follows its chunks. */
export function withBody({ text }: Head, framed: Framing, body: Buffer, end: Buffer): Buffer {
  const head = text.replace(/(\ncontent-length[ \t]*:[ \t]*)[^\r\n]*/gi, `$1${body.length}`);
  return Buffer.concat([Buffer.from(head, 'latin1'), framed === 'chunked' ? chunkOf(body) : body, end]);
}

/** Bytes as a chunk (RFC 9112, section 7.1). */
export function chunkOf(bytes: Buffer): Buffer {
  if (bytes.length === 0) return bytes;
  return Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
}

export const isJson = (type: string | undefined): boolean => /^application\/(?:[\w.+-]*\+)?json\b/i.test(type ?? '');
export const isEventStream = (type: string | undefined): boolean => /^text\/event-stream\b/i.test(type ?? '');
