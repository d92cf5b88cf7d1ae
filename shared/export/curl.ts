/** A client message as a curl command: the recorded address and headers, and exactly the recorded body. */
import {
  headerOf,
  POST_HEADERS,
  type HeaderPairs,
  type HttpBody,
  type MessageEvent,
  type Payload,
  type Recorded,
  type WireEvent,
} from '#shared/recording';
import { LATEST_HANDSHAKE_REVISION } from '#shared/mcp';
import { handshakeBefore } from './command.ts';
import { payloadWord, printfOf, shellWord } from './shell.ts';

/** What curl itself writes, or what would have the answer compressed. */
const LEFT_OUT: readonly string[] = [
  'host',
  'content-length',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'accept-encoding',
];
/** A header's name (RFC 9110 section 5.6.2); anything else, such as `@file`, has a meaning of its own to curl. */
const TOKEN = /^[!#$%&'*+.^_`|~\w-]+$/;

/** Headers of the protocol, which are another message's own. */
const OF_MESSAGE = /^mcp-(?:session-id|protocol-version|method|name|param-)/i;
const SESSION = /^mcp-session-id$/i;

/** The command; undefined unless HTTP carried it to a known address. In a session, a script that opens and ends one (2025-11-25). */
export function curlOf(recorded: Recorded, event: MessageEvent): string | undefined {
  const request = httpRequestOf(recorded, event);
  const url = request?.url;
  if (!request || url === undefined || !/^https?:\/\//i.test(url)) return undefined;
  // What was typed may have spaces, which curl does not take.
  const address = shellWord(url.replaceAll(' ', '%20'));
  if (address === undefined) return undefined;
  const { method = 'POST', headers = [] } = request;
  if (method === 'POST' && headers.some(([name]) => SESSION.test(name)))
    return inSession(recorded, event, address, headers);
  const lines = [`${CURL} --include --no-buffer --globoff --url ${address}`];
  if (method !== 'POST' && TOKEN.test(method)) lines.push(`--request ${shellWord(method) ?? 'POST'}`);
  return `${posting(event, [...lines, ...headerLines(headers)])}\n`;
}

const CURL = 'curl --silent --show-error';

/** The options for the recorded headers, and for those that a server needs. */
function headerLines(given: HeaderPairs): string[] {
  const missing = POST_HEADERS.filter(([name]) => headerOf(given, name) === undefined);
  return [...given, ...missing].flatMap(([name, value]) => {
    if (!TOKEN.test(name) || LEFT_OUT.includes(name.toLowerCase())) return [];
    // “Name:” would take the header out; “Name;” sends it empty.
    const header = shellWord(value.trim() === '' ? `${name};` : `${name}: ${value}`);
    return header === undefined || header.includes('\n') ? [] : [`--header ${header}`];
  });
}

/** The command of these lines that sends exactly these bytes. */
function posting(payload: Payload, lines: readonly string[]): string {
  const body = payloadWord(payload);
  // `--data-raw`, because `--data-binary` would read a file where a body begins with “@”.
  if (body !== undefined) return [...lines, `--data-raw ${body}`].join(' \\\n  ');
  return `${printfOf(payload, false)} |\n  ${[...lines, '--data-binary @-'].join(' \\\n  ')}`;
}

/** For sh and the shells that are like it. In a subshell, so that what ends early leaves the terminal open. */
function inSession(recorded: Recorded, event: MessageEvent, address: string, headers: HeaderPairs): string {
  const [opening, initialized = INITIALIZED] = openingOf(recorded, event, headers);
  const plain = headers.filter(([name]) => !OF_MESSAGE.test(name));
  const spoken = headers.filter(([name]) => /^mcp-protocol-version$/i.test(name));
  const own = headers.filter(([name]) => !SESSION.test(name));
  const first = `${CURL} --globoff --url ${address}`;
  const session = '--header "Mcp-Session-Id: $session"';
  const init = posting(opening, [`${first} --include --max-time 30`, ...headerLines(plain)]);
  return [
    '(',
    "echo '1. initialize' >&2",
    `opened=$(${init}) || exit`,
    'printf \'%s\\n\' "$opened"',
    `session=$(printf '%s\\n' "$opened" | tr -d '\\r' | sed -n 's/^[Mm][Cc][Pp]-[Ss][Ee][Ss][Ss][Ii][Oo][Nn]-[Ii][Dd]: *//p' | head -n 1)`,
    `[ -n "$session" ] || { echo 'The response has no Mcp-Session-Id.' >&2; exit 1; }`,
    "echo '2. notifications/initialized' >&2",
    posting(initialized, [`${first} --max-time 30`, session, ...headerLines([...plain, ...spoken])]),
    "echo '3. the message' >&2",
    posting(event, [`${first} --include --no-buffer`, session, ...headerLines(own)]),
    "echo; echo '4. the session ends' >&2",
    [`${first} --request DELETE --max-time 30`, session, ...headerLines([...plain, ...spoken])].join(' \\\n  '),
    ')',
    '',
  ].join('\n');
}

const INITIALIZED: Payload = { raw: '{"jsonrpc":"2.0","method":"notifications/initialized"}' };

/** The recorded initialize and what followed it; one of our own where the recording has none. */
function openingOf(recorded: Recorded, event: MessageEvent, headers: HeaderPairs): [Payload, Payload?] {
  const [initialize, initialized] = handshakeBefore(recorded, event.s);
  if (initialize) return [initialize, initialized];
  const protocolVersion =
    headers.find(([name]) => /^mcp-protocol-version$/i.test(name))?.[1] ?? LATEST_HANDSHAKE_REVISION;
  const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'curl', version: '1.0.0' } };
  return [{ raw: JSON.stringify({ jsonrpc: '2.0', id: 'initialize', method: 'initialize', params }) }];
}

/** The HTTP request that carried a message: it stands right before it, or near. */
export function httpRequestOf(recorded: Recorded, event: MessageEvent): (HttpBody & WireEvent) | undefined {
  for (let s = event.s - 1; s >= 0 && event.x !== undefined; s--) {
    const before = recorded.events.at(s);
    if (before?.k === 'http' && before.x === event.x && before.phase === 'request') return before;
  }
  return undefined;
}
