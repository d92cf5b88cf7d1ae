/** What `curl -v` prints: heads of requests behind `>` and of responses behind `<`, bodies between them, `*` before words of its own. */
import { decodeText } from '#shared/jsonrpc';
import { headerOf } from '#shared/recording';
import { isMessage } from './direction.ts';
import { readExchanges, statusOf, type Exchange } from './exchanges.ts';
import type { Reading } from './items.ts';
import { findTime } from './times.ts';

/** The first line of a request; `--trace-time` puts the time of day before it. */
export const CURL_REQUEST = /^(?:\d\d:\d\d:\d\d\.\d+ )?> [A-Z]{3,10} \S+ HTTP\/[\d.]+\s*$/m;
const MARKED = /^(\d\d:\d\d:\d\d\.\d+ )?([<>*{}]) ?(.*)$/;
const TLS = /\bSSL connection using|\bTLSv1|\bALPN\b/;
/** Above how far it is. */
const METER = /^\s*(?:% Total {4}% Received|Dload {2}Upload)/;
/** How far it is, in twelve columns that are written over themselves: in front of other lines, and amid a body that comes slowly. */
const ROW =
  /(?:^|\r) {0,2}\d{1,3} +[\d.]{1,6}[kMGTP]?(?: +\d{1,3} +[\d.]{1,6}[kMGTP]?){2}(?: +[\d.]{1,6}[kMGTP]?){2}(?: +(?:--:--:--|\d+:\d\d:\d\d|\d+d \d\dh)){3} +[\d.]{1,6}[kMGTP]?/g;
/** After a body without a line end. */
const BEHIND = /\* (?:Connection #\d+ to host .{1,300} left intact|Closing connection.{0,20})$/;
/** A command, or the prompt of a shell alone. Neither is in a message: what stands before it there has a quote. */
const COMMAND = /^(?:[^{"]{0,120}[$%#❯>] )?curl\s|^[^\s{"]{0,60}[$%#❯] ?$/;
/** Before a request, searched for its command. */
const MAX_COMMAND_CHARS = 65_536;
const DATA = /\s(?:-d|--data(?:-raw|-binary|-ascii)?|--json)[ =]?(?:'((?:[^']|'\\'')*)'|"((?:[^"\\]|\\.)*)")/s;

interface Told {
  readonly method: string;
  readonly path: string;
  readonly scheme: string;
  readonly sent: string | undefined;
  readonly start: number;
  head: number;
  status?: ReturnType<typeof statusOf>;
  readonly requestHeaders: [string, string][];
  responseHeaders: [string, string][];
  readonly body: string[];
}

/** Undefined when none of it is MCP traffic. */
export function readCurl(text: string): Reading | undefined {
  const told = [...exchangesIn(text)];
  const exchanges = told.map(asExchange);
  const isMcp = exchanges.some(
    ({ requestBody, responseBody }) =>
      (requestBody?.raw !== undefined && isMessage(decodeText(requestBody.raw))) ||
      /(?:^|\n)(?:data: ?)?\{.*"jsonrpc"/.test(responseBody?.raw ?? ''),
  );
  const reading = readExchanges(exchanges, [], isMcp);
  if (!reading) return undefined;
  const time = told.some(({ start }) => Number.isFinite(start)) ? 'zone-unknown' : 'times-unknown';
  const { remarks = [], ...about } = reading.about();
  return { ...reading, about: () => ({ ...about, remarks: [...remarks, time] }) };
}

function* exchangesIn(text: string): Generator<Told> {
  let open: Told | undefined;
  let scheme = 'http';
  // What stands between the lines of curl: a body, or the command of the next request.
  let command: string[] | undefined;
  for (const each of text.split('\n')) {
    const line = each.replace(ROW, '').replace(/\r+$/, '');
    if (METER.test(line) || (line === '' && each.trim() !== '')) continue;
    const [, time, mark, rest = ''] = MARKED.exec(line) ?? [];
    const at = time === undefined ? Number.NaN : (findTime(time)?.ms ?? Number.NaN);
    const [, method, path] = (mark === '>' && /^([A-Z]{3,10}) (\S+) HTTP\/[\d.]+\s*$/.exec(rest)) || [];
    if (method !== undefined && path !== undefined) {
      if (open) yield open;
      const sent = dataIn(command?.join('\n') ?? '');
      open = { method, path, scheme, sent, start: at, head: at, requestHeaders: [], responseHeaders: [], body: [] };
      command = undefined;
    } else if (mark === '*') {
      if (/^\s*Trying /.test(rest)) scheme = 'http';
      if (TLS.test(rest)) scheme = 'https';
    } else if (mark === '>' && open && !open.status) {
      addHeader(open.requestHeaders, rest);
    } else if (mark === '<' && open) {
      const [, status, phrase] = /^HTTP\/[\d.]+ (\d{3}) ?(.*)$/.exec(rest) ?? [];
      if (status === undefined) addHeader(open.responseHeaders, rest);
      // What came before was 100 or 103, or asked for a password.
      else Object.assign(open, { status: statusOf(Number(status), phrase), head: at, responseHeaders: [] });
    } else if ((mark === '{' || mark === '}') && /^\[\d+ bytes data\]/.test(rest)) continue;
    else if (COMMAND.test(line)) command = [line];
    else if (command) command.push(line);
    else open?.body.push(line.replace(BEHIND, ''));
  }
  if (open) yield open;
}

function addHeader(headers: [string, string][], line: string): void {
  const [, name, value = ''] = /^([^:\s]{1,200}):\s?(.*)$/.exec(line) ?? [];
  if (name !== undefined) headers.push([name, value]);
}

function dataIn(command: string): string | undefined {
  const [, single, double] = DATA.exec(command.slice(-MAX_COMMAND_CHARS)) ?? [];
  return single?.replaceAll("'\\''", "'") ?? double?.replaceAll(/\\(["\\$`])/g, '$1');
}

function asExchange({ method, path, scheme, sent, start, head, status, body, ...headers }: Told): Exchange {
  const isStream = /^text\/event-stream/i.test(headerOf(headers.responseHeaders, 'content-type') ?? '');
  const received = isStream ? `${body.join('\n')}\n` : body.join('\n').trim();
  const length = Number(headerOf(headers.requestHeaders, 'content-length') ?? 0);
  return {
    start,
    wait: head - start,
    total: head - start,
    method,
    url: /^https?:/.test(path) ? path : `${scheme}://${headerOf(headers.requestHeaders, 'host') ?? ''}${path}`,
    ...headers,
    ...status,
    ...(sent === undefined ? (length > 0 ? { unsent: length } : {}) : { requestBody: { raw: sent } }),
    ...(received.trim() === '' ? {} : { responseBody: { raw: received } }),
  };
}
