/** What a mock says of a request that the recording does not know. */
import { visibleText } from '#shared/plain-text';
import { aboutOf } from './client-text.ts';
import { differencesOf } from './key.ts';
import type { ClientCall, MockCall, MockOutput } from './types.ts';

/** The answer: an error that names what comes nearest. A ping is answered in any case; what is no request is not. */
export function refusalOf(call: ClientCall, nearest: MockCall | undefined): readonly MockOutput[] {
  const error = call.kind === 'batch' ? NO_BATCH : errorOf(call, nearest);
  const answers = call.ids.map(({ text }) =>
    call.method === 'ping'
      ? `{"jsonrpc":"2.0","id":${text},"result":{}}`
      : `{"jsonrpc":"2.0","id":${text},"error":${JSON.stringify(error)}}`,
  );
  if (answers.length === 0) return [];
  const raw = call.kind === 'batch' ? `[${answers.join(',')}]` : (answers[0] ?? '');
  return [{ action: { do: 'message', payload: { raw }, answers: true }, after: 0, waitsFor: [] }];
}

/** The same for the person who runs the mock. */
export function refusalWords(call: ClientCall, nearest: MockCall | undefined): string {
  const { kind, method, params } = call;
  const asked = kind === 'batch' ? 'a batch of messages' : shown([method, aboutOf(params)].join(' ').trim());
  const near = nearest ? ` The nearest is ${shown(nearestWords(call, nearest))}.` : '';
  return `Nothing recorded fits ${asked}.${near}`;
}

/** Which call comes nearest, and in what it differs. */
function nearestWords({ params }: ClientCall, nearest: MockCall): string {
  const differences = differencesOf(params, nearest.params);
  // Values deeper down, or a part of the framing, for which there are no short words.
  return `event ${nearest.s}${differences.length > 0 ? `: ${differences.join(', ')}` : ', which differs deeper down'}`;
}

const NO_BATCH = { code: -32602, message: 'The recording has no such batch' };

/** JSON-RPC 2.0 section 5.1: method not found when none was recorded, invalid params when only others were. */
function errorOf(call: ClientCall, nearest: MockCall | undefined): object {
  const method = (call.method ?? '').slice(0, MOST);
  if (!nearest) return { code: -32601, message: `Method not found: the recording has no ${method}` };
  const about = aboutOf(call.params);
  return {
    code: -32602,
    message: `The recording has no such ${[method, about].join(' ').trim()}; the nearest is ${nearestWords(call, nearest)}`,
    data: { nearest: { event: nearest.s, method: nearest.method, about: aboutOf(nearest.params) } },
  };
}

/** Characters of a method that are repeated. */
const MOST = 200;

/** Text for a terminal: a client must not move its cursor, and nothing in it is hidden. */
const shown = (text: string): string => visibleText(text.slice(0, 3 * MOST));
