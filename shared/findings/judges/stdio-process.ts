/** How the server's process ends (basic/lifecycle#shutdown, basic/transports/stdio#shutdown). */
import { RULES as STDIO } from '../rules/stdio.ts';
import { judge, type Turn } from '../judging.ts';

const {
  'stdio-shutdown-order': ORDER,
  'stdio-exit-on-eof': ON_EOF,
  'stdio-unexpected-exit': UNEXPECTED,
  'stdio-listen-not-reissued': REISSUED,
} = STDIO;

const MAX_WITHOUT_INPUT_US = 5_000_000;
/** When the client ends the process: some clients send the signal with the end of the input. */
const MIN_WITHOUT_INPUT_US = 1_000_000;

const fresh = () => ({
  /** It began, and has not ended. */
  runs: true,
  pid: undefined as number | undefined,
  /** Event and time at which its input ended. */
  ended: undefined as { readonly s: number; readonly t: number } | undefined,
  /** When it has lived too long without input. */
  due: Infinity,
  /** Signals of the client. */
  terminated: false,
  killed: false,
});
const begun = () => ({
  ...fresh(),
  /** A subscription was open when it ended: its event; and the one in which the next process began. */
  subscribed: undefined as number | undefined,
  owed: undefined as number | undefined,
  /** Requests were sent since. */
  asked: false,
});
type Process = ReturnType<typeof begun>;

export const STDIO_PROCESS = judge<Process>({
  pureWhileAgreed: { request: ({ method }) => method !== 'subscriptions/listen' },
  rules: [ORDER, ON_EOF, UNEXPECTED, REISSUED],
  init: begun,
  each(turn, _event, state) {
    if (turn.t > state.due) tooLong(turn, state);
  },
  request(turn, { method }, state) {
    if (state.owed === undefined || turn.dir !== 'c2s') return;
    if (method === 'subscriptions/listen') state.owed = undefined;
    else state.asked = true;
  },
  process(turn, { event, pid, signal, by, code }, state) {
    switch (event) {
      case 'spawn':
        Object.assign(state, fresh(), { pid });
        if (state.subscribed !== undefined) Object.assign(state, { owed: turn.s, asked: false });
        return;
      case 'stdin-end':
      case 'stdin-error':
        state.ended ??= { s: turn.s, t: turn.t };
        // One that still starts, or hangs, has not read so far; another rule reports that it did not answer.
        if (event === 'stdin-end' && state.runs && turn.facts.handshake !== 'asked')
          state.due = Math.min(state.due, turn.t + MAX_WITHOUT_INPUT_US);
        return;
      case 'signal':
        if (by !== 'server' && (pid === undefined || pid === state.pid)) signalled(turn, signal, state);
        return;
      case 'exit':
        exited(turn, code, signal, state);
        return;
      default:
    }
  },
  connection(turn, { event }, state) {
    const { owed, asked, subscribed } = state;
    if (event !== 'closed' || owed === undefined || !asked || !turn.applies(REISSUED)) return;
    turn.report(REISSUED, { related: [subscribed, owed] });
  },
});

/** The client ends the process. */
function signalled(turn: Turn, signal: string | null | undefined, state: Process): void {
  if (!state.runs || (signal !== 'SIGTERM' && signal !== 'SIGKILL')) return;
  const { ended, terminated, killed } = state;
  if (!killed && turn.applies(ORDER)) {
    if (ended === undefined) turn.report(ORDER, { found: [signal, 'stdin'] });
    else if (signal === 'SIGKILL' && !terminated)
      turn.report(ORDER, { found: [signal, 'SIGTERM'], related: [ended.s] });
  }
  if (ended !== undefined && (turn.t - ended.t >= MIN_WITHOUT_INPUT_US || (signal === 'SIGKILL' && terminated)))
    tooLong(turn, state);
  if (signal === 'SIGTERM') state.terminated = true;
  else state.killed = true;
}

/** It did not end with its input. */
function tooLong(turn: Turn, state: Process): void {
  const { ended } = state;
  if (state.due === Infinity || !ended) return;
  state.due = Infinity;
  if (!turn.applies(ON_EOF)) return;
  turn.report(ON_EOF, { found: [((turn.t - ended.t) / 1_000_000).toFixed(1)], related: [ended.s] });
}

function exited(turn: Turn, code: number | null | undefined, signal: string | null | undefined, state: Process): void {
  const { ended, terminated, killed, runs } = state;
  if (!runs) return;
  if (ended && state.due !== Infinity) turn.applies(ON_EOF);
  state.runs = false;
  state.due = Infinity;
  const waiting = [...turn.facts.pending.values()].filter(({ dir }) => dir === 'c2s');
  const listens = waiting.find(({ method }) => method === 'subscriptions/listen');
  if (listens) state.subscribed = listens.s;
  // The client ended it.
  if (terminated || killed || !turn.applies(UNEXPECTED)) return;
  const bad = (code !== null && code !== undefined && code !== 0) || (!ended && waiting.length > 0);
  if (bad)
    turn.report(UNEXPECTED, {
      found: [signal ?? code, waiting.length],
      related: waiting.slice(0, 10).map(({ s }) => s),
    });
}
