/** One run of a plan against a live server, recorded as every session is. */
import { defined } from '#shared/base';
import { givenAnswers, type Answers } from '#shared/exercise';
import { Rerun, rerunPolicy, type RerunOptions, type RerunPlan } from '#shared/rerun';
import type { CommandIo } from '../command/index.ts';
import { openSession, rerunPort, type NotOpened, type OpenRequest } from '../headless/index.ts';
import { progressWords } from './words.ts';

/** For what a server does by itself; a longer timeout of answers lengthens it. */
const MIN_SERVER_TIMEOUT_MS = 2000;

/** `out` is a file that must not exist. */
export interface RunRequest extends OpenRequest {
  readonly plan: RerunPlan;
  /** What the server is answered whatever the recording says. */
  readonly answers?: Answers;
  readonly consent: RerunOptions['consent'];
  readonly ask?: RerunOptions['ask'];
  readonly timeoutMs: number;
}

export type RunOutcome = Exclude<Awaited<ReturnType<typeof runOnce>>, NotOpened>;

/** Run a plan once. Gives a sentence and an exit code when there can be no session. */
export async function runOnce(request: RunRequest, io: CommandIo) {
  const { plan, answers = {}, consent, ask, timeoutMs } = request;
  const { signal, progress = () => undefined } = io;
  const policy = rerunPolicy(plan, { timeoutMs, given: givenAnswers(answers) });
  let stop = (): void => undefined;
  const opened = await openSession(request, policy, io, () => stop());
  if ('sentence' in opened) return opened;
  const { session } = opened;
  const askHere: RerunOptions['ask'] =
    ask &&
    ((steps) => {
      progress('');
      return ask(steps);
    });
  const rerun = new Rerun(plan, rerunPort(session), {
    consent,
    ...defined({ ask: askHere }),
    onProgress: (now) => progress(progressWords(plan, now, io.words)),
    serverTimeoutMs: Math.max(MIN_SERVER_TIMEOUT_MS, timeoutMs / 10),
  });
  stop = () => rerun.stop();
  let connected = false;
  session.watch(() => {
    connected ||= plan.handshake ? session.state.initialized : session.state.connection === 'open';
  });
  if (signal.aborted) rerun.stop();
  session.host.open();
  const result = await rerun.run();
  progress('');
  const whole = await opened.finish();
  return { result, path: session.path, connected, whole };
}
