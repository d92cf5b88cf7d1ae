/** Begins a session of a command with its recording, and ends it. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { answerText, policyAnswer, type Policy } from '#shared/driver';
import { readAnswers, unattendedPolicy, type Answers } from '#shared/exercise';
import { adviceOn } from '../authorization/index.ts';
import { type CommandIo, EXIT, networkWarning } from '../command/index.ts';
import { defaultFolder, openOut, refusedOut, type OutFile } from '../recording/index.ts';
import { roadTo } from '../connect/index.ts';
import { recordAuthorization } from './authorization.ts';
import type { SessionRequest } from './session-args.ts';
import { RecordedSession } from './session.ts';
import { unrecordedLine } from './unrecorded.ts';

export interface Begun {
  readonly session: RecordedSession;
  readonly answers: Answers;
  /** Close the session in order. Gives false when the recording is not whole, which was said. */
  finish(): Promise<boolean>;
}

/** Why there is no session, and the exit code that says so. */
export interface NotBegun {
  readonly sentence: string;
  readonly exitCode: number;
}

/** The system's words for a disk that takes no more, or fails: no other path would be any better. */
const DISK = /^(?:ENOSPC|EDQUOT|EFBIG|EIO)\b/;

/** `log`: where a revision lets requests ask for log messages, these do. The rest changes what the session does by itself. */
export interface BeginOptions extends Partial<Pick<Policy, 'discover' | 'meta'>> {
  readonly log: boolean;
}

/**
 * Make the session that was asked for; nothing is sent before `session.host.open()`. An aborted signal closes it. Gives what
 * is wrong when it can't be had: then there is no recording either.
 */
export async function begin(
  request: SessionRequest,
  { warn, signal, env }: Pick<CommandIo, 'warn' | 'signal' | 'env'>,
  { log, ...steps }: BeginOptions,
): Promise<Begun | NotBegun> {
  const out = request.out === undefined ? undefined : resolve(request.out);
  const refused = out === undefined ? undefined : refusedOut(out);
  if (refused !== undefined) return wrongUse(refused);
  const answers = request.answers === undefined ? {} : answersIn(request.answers);
  if (typeof answers === 'string') return wrongUse(answers);
  let outFile: OutFile | undefined;
  try {
    outFile = out === undefined ? undefined : await openOut(out, waitingFor(out, { warn, signal }));
  } catch (error) {
    return wrongUse(`${out} can’t be written: ${error instanceof Error ? error.message : String(error)}.`);
  }
  const { spec, revision, timeoutMs, labels } = request;
  const road = roadTo(spec);
  const authorization =
    spec.transport === 'streamable-http'
      ? await recordAuthorization(spec, request.authorization, { folder: defaultFolder(env), road }, (url) =>
          warn(`The server wants consent. Open this address in a browser:\n${url}`),
        )
      : undefined;
  const session = new RecordedSession({
    spec,
    road,
    policy: { ...unattendedPolicy({ revision, timeoutMs, answers, log }), ...steps },
    folder: defaultFolder(env),
    ...(labels ? { labels } : {}),
    ...(authorization ? { authorizer: authorization.authorizer } : {}),
    ...(out === undefined ? {} : { out }),
    ...(outFile ? { outFile } : {}),
  });
  if (session.unrecorded) {
    authorization?.close();
    session.abandon();
    const { detail } = session.unrecorded;
    const exitCode = out !== undefined && !DISK.test(detail) ? EXIT.wrongUse : EXIT.notWhole;
    return { sentence: `The recording can’t be written: ${detail}.`, exitCode };
  }
  const warning = networkWarning(spec);
  if (warning !== undefined) warn(warning);
  const end = (): void => void session.host.close('interrupted');
  signal.addEventListener('abort', end, { once: true });
  const forgotten = refuseTheUnknown(session);
  session.watch((event) => {
    const advice = adviceOn(event);
    if (advice !== undefined) warn(advice);
  });
  return {
    session,
    answers,
    async finish() {
      forgotten();
      await session.host.close('finished');
      authorization?.close();
      signal.removeEventListener('abort', end);
      const lacking = unrecordedLine(session);
      if (lacking !== undefined) warn(lacking);
      return lacking === undefined;
    },
  };
}

/** How a pipe is opened: a person is told that it waits. */
export const waitingFor = (
  path: string,
  { warn, signal }: Pick<CommandIo, 'warn' | 'signal'>,
): Parameters<typeof openOut>[1] => ({ signal, waits: () => warn(`Waiting for a reader of ${path}.`) });

const wrongUse = (sentence: string): NotBegun => ({ sentence, exitCode: EXIT.wrongUse });

/** Nobody is there to answer what the policy has no answer to: say so, instead of leaving the server waiting. */
function refuseTheUnknown(session: RecordedSession): () => void {
  return session.watch((event, note) => {
    if (event.k !== 'message' || event.dir !== 's2c') return;
    const { decoded } = note;
    const items = decoded?.kind === 'batch' ? decoded.items : [decoded];
    for (const item of items) {
      if (item?.kind !== 'request') continue;
      if (policyAnswer(item.method, item.params, session.host.policy) !== undefined) continue;
      const error = JSON.stringify({ code: -32601, message: `Method not found: ${item.method}` });
      setImmediate(() => session.host.send(answerText(item.key, 'error', error), 'auto'));
    }
  });
}

function answersIn(path: string): Answers | string {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    return `${path} can’t be read: ${error instanceof Error ? error.message : String(error)}.`;
  }
  const read = readAnswers(text);
  return 'problem' in read ? `${path} ${read.problem}.` : read.answers;
}
