/** One run of a plan against a live server, recorded as every session is. */
import type { AuthorizationSettings } from '#shared/authorization';
import { Rerun, rerunPolicy, type RerunOptions, type RerunPlan, type RerunResult } from '#shared/rerun';
import type { Labels } from '#shared/recording';
import type { ConnectSpec } from '#shared/relay-protocol';
import { adviceOn } from '../authorization/index.ts';
import { type CommandIo, networkWarning } from '../command/index.ts';
import { recordAuthorization, RecordedSession, unrecordedLine, waitingFor } from '../headless/index.ts';
import { defaultFolder, openOut, type OutFile } from '../recording/index.ts';
import { roadTo } from '../connect/index.ts';
import { rerunPort } from '../headless/index.ts';
import { progressWords } from './words.ts';

/** Milliseconds that a server has, at the least, for what it does of its own accord. A longer time limit of answers lengthens it. */
const LEAST_PATIENCE_MS = 2000;

export interface RunRequest {
  readonly plan: RerunPlan;
  readonly spec: ConnectSpec;
  /** How to get authorized where the server asks for it. */
  readonly authorization?: AuthorizationSettings;
  readonly consent: RerunOptions['consent'];
  readonly ask?: RerunOptions['ask'];
  readonly timeoutMs: number;
  /** What is said of the new recording in its header. */
  readonly labels?: Labels;
  /** The file to write, which must not exist. */
  readonly out?: string;
}

export interface RunOutcome {
  readonly result: RerunResult;
  /** Where the new recording is. */
  readonly path: string;
  /** A session came about. */
  readonly connected: boolean;
  /** Everything is in the recording's file. */
  readonly whole: boolean;
}

/** Run a plan once. Gives a sentence when the recording can't be written. */
export async function runOnce(
  { plan, spec, authorization: settings = {}, consent, ask, timeoutMs, labels, out }: RunRequest,
  { warn, signal, env, progress = () => undefined }: CommandIo,
): Promise<RunOutcome | string> {
  const askOwner = (url: string): void => warn(`The server wants consent. Open this address in a browser:\n${url}`);
  const road = roadTo(spec);
  const authorization =
    spec.transport === 'streamable-http'
      ? await recordAuthorization(spec, settings, { folder: defaultFolder(env), road }, askOwner)
      : undefined;
  const warning = networkWarning(spec);
  if (warning !== undefined) warn(warning);
  let outFile: OutFile | undefined;
  try {
    outFile = out === undefined ? undefined : await openOut(out, waitingFor(out, { warn, signal }));
  } catch (error) {
    authorization?.close();
    return `${out} can’t be written: ${error instanceof Error ? error.message : String(error)}.`;
  }
  const session = new RecordedSession({
    spec,
    road,
    policy: rerunPolicy(plan, { timeoutMs }),
    folder: defaultFolder(env),
    ...(labels ? { labels } : {}),
    ...(authorization ? { authorizer: authorization.authorizer } : {}),
    ...(out === undefined ? {} : { out }),
    ...(outFile ? { outFile } : {}),
  });
  if (session.unrecorded) {
    authorization?.close();
    session.abandon();
    return `The recording can’t be written: ${session.unrecorded.detail}.`;
  }
  const rerun = new Rerun(plan, rerunPort(session), {
    consent,
    ...(ask
      ? {
          ask: (steps) => {
            progress('');
            return ask(steps);
          },
        }
      : {}),
    onProgress: (now) => progress(progressWords(plan, now)),
    patienceMs: Math.max(LEAST_PATIENCE_MS, timeoutMs / 10),
  });
  const end = (): void => rerun.stop();
  signal.addEventListener('abort', end, { once: true });
  let connected = false;
  const unwatch = session.watch((event) => {
    const advice = adviceOn(event);
    if (advice !== undefined) warn(advice);
    connected ||= plan.handshake ? session.state.initialized : session.state.connection === 'open';
  });
  if (signal.aborted) rerun.stop();
  session.host.open();
  const result = await rerun.run();
  progress('');
  unwatch();
  authorization?.close();
  signal.removeEventListener('abort', end);
  const lacking = unrecordedLine(session);
  if (lacking !== undefined) warn(lacking);
  return { result, path: session.path, connected, whole: lacking === undefined };
}
