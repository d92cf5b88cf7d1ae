/** A client message as a command line that starts the server, opens the session as it was opened, and sends the message. */
import { decodeText } from '#shared/jsonrpc';
import { eventAt, type MessageEvent, type Recorded, textOf } from '#shared/recording';
import { printfOf, shellWord } from './shell.ts';

/** The command, or undefined when the server was not reached over stdio or its command can't be pasted. */
export function commandOf(recorded: Recorded, event: MessageEvent): string | undefined {
  const { connection } = recorded.header;
  if (connection.transport !== 'stdio') return undefined;
  const words = [connection.command, ...connection.args].map((word: unknown) =>
    typeof word === 'string' ? shellWord(word) : undefined,
  );
  const folder = connection.cwd === undefined ? '' : shellWord(connection.cwd);
  if (folder === undefined || words.includes(undefined)) return undefined;
  const sent = [...handshakeBefore(recorded, event.s), event];
  const names = (Array.isArray(connection.envKeys) ? connection.envKeys : []).filter((name) =>
    /^[A-Za-z_]\w*$/.test(name),
  );
  return [
    ...(names.length === 0 ? [] : [`# It ran with these in its environment: ${names.join(' ')}`]),
    ...(folder === '' ? [] : [`cd -- ${folder} &&`]),
    '{',
    ...sent.map((each) => `  ${printfOf(each, true)}`),
    '  # Keeps stdin open until the responses have come: many servers exit when it closes.',
    '  sleep 5',
    `} | ${words.join(' ')}`,
    '',
  ].join('\n');
}

/** The messages that opened the session in which event `s` stands; none for the opening itself, or where there was none. */
export function handshakeBefore(recorded: Recorded, s: number): MessageEvent[] {
  let opening: MessageEvent[] = [];
  for (const event of recorded.events) {
    if (event.s >= s) break;
    if (event.k === 'connection' && event.event === 'restarted') opening = [];
    if (event.k !== 'message' || event.dir !== 'c2s' || event.b64 !== undefined) continue;
    const text = textOf(event);
    // Most messages are neither, which shows without reading them.
    if (!/initialize/.test(text.slice(0, 4096))) continue;
    const decoded = decodeText(text);
    if (decoded.kind === 'request' && decoded.method === 'initialize') opening = [event];
    else if (decoded.kind === 'notification' && decoded.method === 'notifications/initialized' && opening.length === 1)
      opening.push(event);
  }
  const own = eventAt(recorded.events, s);
  const decoded = own?.k === 'message' ? decodeText(textOf(own)) : undefined;
  const opens = decoded !== undefined && 'method' in decoded && decoded.method === 'initialize';
  return opens ? [] : opening;
}
