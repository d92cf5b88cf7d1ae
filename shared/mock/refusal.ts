/** What a mock says of a request that the recording does not know. */
import { visibleText } from '#shared/plain-text';
import { aboutOf, callName } from './client-text.ts';
import { answerEach, atOnce, errorMember } from './faulty.ts';
import { differencesOf } from './key.ts';
import type { ClientCall, MockCall, MockOutput } from './types.ts';

/** What comes near a call that the recording does not know. */
export interface Nearest {
  readonly nearest: MockCall | undefined;
  /** In a sequence: the call that comes next in the recording, or that nothing does. */
  readonly due?: MockCall | 'nothing';
}

/** The answer: an error that names what comes nearest. A ping is always answered; notifications and text that is not a request are not. */
export function refusalOf(call: ClientCall, near: Nearest): readonly MockOutput[] {
  const error = call.kind === 'batch' ? NO_BATCH : errorOf(call, near);
  const answer = answerEach(call, call.method === 'ping' ? '"result":{}' : errorMember(error));
  return answer ? [atOnce(answer)] : [];
}

/** The same for the person who runs the mock. */
export function refusalWords(call: ClientCall, { nearest, due }: Nearest): string {
  const { kind } = call;
  const named = shown(callName(call));
  const asked = kind === 'batch' ? 'a batch of messages' : kind === 'text' ? 'a text that is no message' : named;
  if (due !== undefined && nearest) return `${named} is not what comes next: ${shown(dueWords(due))}.`;
  const near = nearest ? ` The nearest is ${shown(nearestWords(call, nearest))}.` : '';
  return `Nothing recorded fits ${asked}.${near}`;
}

const dueWords = (due: MockCall | 'nothing'): string =>
  due === 'nothing'
    ? 'the recording has no more calls'
    : `the recording continues with event ${due.s}, ${callName(due)}`;

/** Which call comes nearest, and in what it differs. */
function nearestWords({ params }: ClientCall, nearest: MockCall): string {
  const differences = differencesOf(params, nearest.params);
  // Values deeper down, or a part of the framing, for which there are no short words.
  return `event ${nearest.s}${differences.length > 0 ? `: ${differences.join(', ')}` : ', which differs deeper down'}`;
}

const NO_BATCH = { code: -32602, message: 'The recording has no such batch' };

/** JSON-RPC 2.0 section 5.1: method not found when none was recorded, invalid params when only others were. */
function errorOf(call: ClientCall, { nearest, due }: Nearest): object {
  const method = (call.method ?? '').slice(0, MAX_METHOD_CHARS);
  if (!nearest) return { code: -32601, message: `Method not found: the recording has no ${method}` };
  if (due !== undefined) return { code: -32602, message: `Out of sequence: ${dueWords(due)}` };
  return {
    code: -32602,
    message: `The recording has no such ${callName({ ...call, method })}; the nearest is ${nearestWords(call, nearest)}`,
    data: { nearest: { event: nearest.s, method: nearest.method, about: aboutOf(nearest.params) } },
  };
}

const MAX_METHOD_CHARS = 200;

/** Text for a terminal: a client must not move its cursor, and nothing in it is hidden. */
const shown = (text: string): string => visibleText(text.slice(0, 3 * MAX_METHOD_CHARS));
