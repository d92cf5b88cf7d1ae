/** A client message as a curl command: the recorded address and headers, and exactly the recorded body. */
import type { HttpBody, MessageEvent, Recorded, WireEvent } from '#shared/recording';
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
/** Where servers of Streamable HTTP are not told, they refuse (2025-11-25 basic/transports). */
const NEEDED: readonly (readonly [string, string])[] = [
  ['Content-Type', 'application/json'],
  ['Accept', 'application/json, text/event-stream'],
];

/** The command, or undefined when the message was not carried by an HTTP request whose address is known. */
export function curlOf(recorded: Recorded, event: MessageEvent): string | undefined {
  const request = httpRequestOf(recorded, event);
  const url = request?.url;
  if (!request || url === undefined || !/^https?:\/\//i.test(url)) return undefined;
  // What was typed may have spaces, which curl does not take.
  const address = shellWord(url.replaceAll(' ', '%20'));
  if (address === undefined) return undefined;
  const { method = 'POST' } = request;
  const lines = [`curl --silent --show-error --include --no-buffer --globoff --url ${address}`];
  if (method !== 'POST' && TOKEN.test(method)) lines.push(`--request ${shellWord(method) ?? 'POST'}`);
  const given = request.headers ?? [];
  const has = (name: string): boolean => given.some(([each]) => each.toLowerCase() === name.toLowerCase());
  for (const [name, value] of [...given, ...NEEDED.filter(([each]) => !has(each))]) {
    if (!TOKEN.test(name) || LEFT_OUT.includes(name.toLowerCase())) continue;
    // “Name:” would take the header out; “Name;” sends it empty.
    const header = shellWord(value.trim() === '' ? `${name};` : `${name}: ${value}`);
    if (header !== undefined && !header.includes('\n')) lines.push(`--header ${header}`);
  }
  const body = payloadWord(event);
  // `--data-raw`, because `--data-binary` would read a file where a body begins with “@”.
  if (body !== undefined) return `${[...lines, `--data-raw ${body}`].join(' \\\n  ')}\n`;
  return `${printfOf(event, false)} |\n  ${[...lines, '--data-binary @-'].join(' \\\n  ')}\n`;
}

/** The HTTP request that carried a message: it stands right before it, or near. */
export function httpRequestOf(recorded: Recorded, event: MessageEvent): (HttpBody & WireEvent) | undefined {
  for (let s = event.s - 1; s >= 0 && event.x !== undefined; s--) {
    const before = recorded.events[s];
    if (before?.k === 'http' && before.x === event.x && before.phase === 'request') return before;
  }
  return undefined;
}
