/** What stands before a message in a line: when it was sent, and by whom. */
import { defined } from '#shared/base';
import type { Direction } from '#shared/recording';
import { findTime } from './times.ts';

/** A side that is named, or a word that depends on whose log it is: what went out of its writer, or came in. */
export type Mark = Direction | 'out' | 'in';

/** `child` is the server that a bridge started, `stdio` at a bridge's end the client that started it. */
const CLIENT_TO_SERVER =
  /(?:-+>|=+>|→) ?child\b|\bstdio ?(?:-+>|=+>|→)|\b(?:client|editor|host) ?(?:-+>|=+>|→|to) ?server\b|\bserver ?(?:<-+|<=+|←) ?(?:client|editor|host)\b|\bc2s\b|\bfrom client\b|\bto server\b/i;
const SERVER_TO_CLIENT =
  /\bchild ?(?:-+>|=+>|→)|(?:-+>|=+>|→) ?stdio\b|\bserver ?(?:-+>|=+>|→|to) ?(?:client|editor|host)\b|\b(?:client|editor|host) ?(?:<-+|<=+|←) ?server\b|\bs2c\b|\bfrom server\b|\bto client\b/i;
const CLIENT = /\bclient\b/i;
const SERVER = /\bserver\b/i;
const OUT = /\b(?:sent|send|sending|outgoing|outbound|tx)\b|-+>|=+>|>>+|→|(?:^|\s)>\s*$/i;
const IN = /\b(?:received|receive|receiving|recv|incoming|inbound|rx)\b|<-+|<=+|<<+|←|(?:^|\s)<\s*$/i;

/** Read the text before a message. Only its last 300 characters count. */
export function readPrefix(text: string) {
  const short = text.slice(-300);
  return defined({ time: findTime(short), mark: readMark(short) });
}

/** What a word for a direction means; undefined for other words. */
export function readMark(text: string): Mark | undefined {
  const toServer = CLIENT_TO_SERVER.test(text);
  const toClient = SERVER_TO_CLIENT.test(text);
  if (toServer !== toClient) return toServer ? 'c2s' : 's2c';
  const out = OUT.test(text);
  const into = IN.test(text);
  if (out !== into) return out ? 'out' : 'in';
  const client = CLIENT.test(text);
  return client === SERVER.test(text) ? undefined : client ? 'c2s' : 's2c';
}
