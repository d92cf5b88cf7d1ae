/** Begins a session in which the program itself asks: what the server asks is answered by a file, or by the program. */
import { readFileSync } from 'node:fs';
import { errorText } from '#shared/base';
import type { Policy } from '#shared/driver';
import { readAnswers, unattendedPolicy, type Answers } from '#shared/exercise';
import { EXIT, type CommandIo } from '../command/index.ts';
import { openSession, type NotOpened, type Opened } from './open.ts';
import type { SessionRequest } from './session-args.ts';

export interface Begun extends Opened {
  readonly answers: Answers;
}

/** `log`: requests ask for log messages where the revision allows it. The rest changes what the session does automatically. */
export interface BeginOptions extends Partial<Pick<Policy, 'discover' | 'meta'>> {
  readonly log: boolean;
}

/** Opens the requested session as `openSession` does, with the answers of its file. */
export async function begin(
  request: SessionRequest,
  io: Pick<CommandIo, 'warn' | 'signal' | 'env'>,
  { log, ...steps }: BeginOptions,
): Promise<Begun | NotOpened> {
  const answers = answersIn(request.answers);
  if (typeof answers === 'string') return { sentence: answers, exitCode: EXIT.notRun };
  const { revision, timeoutMs } = request;
  const policy = { ...unattendedPolicy({ revision, timeoutMs, answers, log }), ...steps };
  const opened = await openSession(request, policy, io);
  return 'sentence' in opened ? opened : { ...opened, answers };
}

/** The answers of a file, none without a path; or a sentence when it can't be read. */
export function answersIn(path: string | undefined): Answers | string {
  if (path === undefined) return {};
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    return `${path} can’t be read: ${errorText(error)}.`;
  }
  const read = readAnswers(text);
  return 'problem' in read ? `${path} ${read.problem}.` : read.answers;
}
