/** One run of a plan against a live server, recorded as every session is. */
import type { AuthorizationSettings } from '#shared/authorization';
import { Rerun, rerunPolicy, type RerunOptions, type RerunPlan, type RerunResult } from '#shared/rerun';
import type { ConnectSpec } from '#shared/relay-protocol';
import { adviceOn } from '../authorization/index.ts';
import type { CommandIo } from '../command.ts';
import { recordAuthorization, RecordedSession, unrecordedLine } from '../record/index.ts';
import { defaultFolder } from '../recording/index.ts';
import { rerunPort } from './port.ts';

/** Milliseconds that a server has, at the least, for what it does of its own accord. A longer time limit of answers lengthens it. */
const LEAST_PATIENCE_MS = 2000;

export interface RunRequest {
  readonly plan: RerunPlan;
  readonly spec: ConnectSpec;
  readonly authorization: AuthorizationSettings;
  readonly consent: RerunOptions['consent'];
  readonly ask?: RerunOptions['ask'];
  readonly timeoutMs: number;
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
  { plan, spec, authorization: settings, consent, ask, timeoutMs, out }: RunRequest,
  { warn, signal, env }: CommandIo,
): Promise<RunOutcome | string> {
  const askOwner = (url: string): void => warn(`The server wants consent. Open this address in a browser:\n${url}`);
  const authorization =
    spec.transport === 'streamable-http'
      ? await recordAuthorization(spec, settings, defaultFolder(env), askOwner)
      : undefined;
  const session = new RecordedSession({
    spec,
    policy: rerunPolicy(plan, { timeoutMs }),
    folder: defaultFolder(env),
    ...(authorization ? { authorizer: authorization.authorizer } : {}),
    ...(out === undefined ? {} : { out }),
  });
  if (session.unrecorded) {
    authorization?.close();
    session.abandon();
    return `The recording can’t be written: ${session.unrecorded.detail}.`;
  }
  const rerun = new Rerun(plan, rerunPort(session), {
    consent,
    ...(ask ? { ask } : {}),
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
  unwatch();
  authorization?.close();
  signal.removeEventListener('abort', end);
  const lacking = unrecordedLine(session);
  if (lacking !== undefined) warn(lacking);
  return { result, path: session.path, connected, whole: lacking === undefined };
}
