/** Wire events as short lines, so that a test can list everything that must have happened, in order and to the letter. */
import { defaultClientCapabilities } from '#shared/mcp';
import type { WireEvent } from '#shared/recording';
import { PROGRAM } from '../../../relay/base/program.ts';
import { answerText } from './answers.mjs';

/**
 * One line for each event: `> text` and `< text` for messages (`b64:` before bytes that are no text, `(cut) ` before text
 * without its end), otherwise the kind and what it says. Standard error is left out: it races with standard output.
 */
export function storyOf(events: readonly WireEvent[]): string[] {
  return events.flatMap((event) => {
    switch (event.k) {
      case 'message': {
        const cut = event.unterminated ? '(cut) ' : '';
        return [`${event.dir === 'c2s' ? '>' : '<'} ${cut}${event.raw ?? `b64:${event.b64 ?? ''}`}`];
      }
      case 'process':
        return [`process ${event.event} ${event.signal ?? event.code ?? event.error ?? ''}`.trimEnd()];
      case 'connection':
        return [`connection ${event.event} ${event.reason ?? ''}`.trimEnd()];
      case 'http':
        return [`${event.x} ${event.phase} ${event.method ?? event.status ?? event.by ?? ''}`];
      case 'body':
        return [`${event.x} body ${event.raw ?? `b64:${event.b64 ?? ''}`}`];
      case 'sse':
        return [`${event.x} sse ${event.text}`];
      default:
        return [];
    }
  });
}

export const STARTED = ['connection opening', 'process spawn', 'connection open'];
/** Closed by the person, to a server that ends when its stdin does. */
export const ENDED = [
  'connection closing closed-by-user',
  'process stdin-end',
  'process exit 0',
  'connection closed closed-by-user',
];

/** The text of the `initialize` that a session sends by itself. */
export function initializeText(revision = '2025-11-25'): string {
  return JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: revision, capabilities: defaultClientCapabilities(revision), clientInfo: PROGRAM },
  });
}

export const INITIALIZED = '{"jsonrpc":"2.0","method":"notifications/initialized"}';
/** What takes back an open request when the session ends. */
export const cancelText = (id: number): string =>
  `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":${id},"reason":"The session ends"}}`;
export const LIST = '{"jsonrpc":"2.0","id":2,"method":"tools/list"}';

/** What the fixture answers to one of these texts. */
export const answerTo = (text: string, options: { offer?: string; nextCursor?: string } = {}): string =>
  answerText(JSON.parse(text) as { method: string }, text, options);

/** Handshake and discovery with a fixture server. `end` follows each line that the server writes. */
export function handshake(revision = '2025-11-25', end = ''): string[] {
  const initialize = initializeText(revision);
  return [
    `> ${initialize}`,
    `< ${answerTo(initialize)}${end}`,
    `> ${INITIALIZED}`,
    `> ${LIST}`,
    `< ${answerTo(LIST)}${end}`,
  ];
}

/** A call by hand; 3 is the first id that handshake and discovery leave free. */
export const callText = (name: string, given: object = {}, id: number | string = 3): string =>
  `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":${JSON.stringify({ name, arguments: given })}}`;
