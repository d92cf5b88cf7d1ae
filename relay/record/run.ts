/** `mcp-lifeline record`: connect, read what there is, use it when asked to, close in order, leave a recording. */
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { answerText, policyAnswer } from '#shared/driver';
import { readAnswers, unattendedPolicy, type Answers } from '#shared/exercise';
import { SERVER_LISTS } from '#shared/mcp';
import { listsToRead } from '#shared/session';
import { defaultFolder } from '../recording/index.ts';
import type { RecordRequest } from './args.ts';
import { recordAuthorization } from './authorization.ts';
import { exercise, isDiscovered, isOver, reached } from './exercise.ts';
import { connectedLine, listReports, plain, stepLine, type StepReport, type Summary } from './report.ts';
import { RecordedSession } from './session.ts';

export const EXIT = { good: 0, failed: 1, wrongUse: 2, notConnected: 3 } as const;

/** Where words go; a test listens here. */
export interface Output {
  /** A line of progress, for a person. */
  readonly say: (line: string) => void;
  /** A line that a person has to see. */
  readonly warn: (line: string) => void;
  /** The result, for a person or a machine. */
  readonly print: (text: string) => void;
}

/** Record a session. Gives the exit code. `signal` ends the session in order. */
export async function record(request: RecordRequest, output: Output, signal: AbortSignal): Promise<number> {
  const wrong = (sentence: string): number => {
    output.warn(sentence);
    return EXIT.wrongUse;
  };
  const out = request.out === undefined ? undefined : resolve(request.out);
  if (out !== undefined && existsSync(out)) return wrong(`${out} exists already; a recording is never written over.`);
  const answers = request.answers === undefined ? {} : answersIn(request.answers);
  if (typeof answers === 'string') return wrong(answers);

  const { spec, revision, timeoutMs } = request;
  const problems: string[] = [];
  const authorization =
    spec.transport === 'streamable-http'
      ? await recordAuthorization(spec, request.authorization, (url) =>
          output.warn(`The server wants consent. Open this address in a browser:\n${url}`),
        )
      : undefined;
  const session = new RecordedSession({
    spec,
    policy: unattendedPolicy({ revision, timeoutMs, answers, log: request.exercise }),
    folder: defaultFolder(),
    failed: (detail) => problems.push(detail),
    ...(authorization ? { authorizer: authorization.authorizer } : {}),
    ...(out === undefined ? {} : { out }),
  });
  if (problems.length > 0) {
    authorization?.close();
    return wrong(`The recording can’t be written: ${problems.join('; ')}.`);
  }
  const end = (): void => void session.host.close('interrupted');
  signal.addEventListener('abort', end, { once: true });
  const steps = await take(session, request, answers, output);
  const connected = session.state.initialized;
  await session.host.close('finished');
  authorization?.close();
  signal.removeEventListener('abort', end);
  if (problems.length > 0) output.warn(`The recording is not whole: ${problems.join('; ')}.`);

  const summary = summarize(session, connected, steps, problems.length > 0 || signal.aborted);
  if (request.json) output.print(`${JSON.stringify(summary)}\n`);
  else output.print(`${words(summary)}\n`);
  return summary.exitCode;
}

/** The session from its first to its last step. */
async function take(
  session: RecordedSession,
  request: RecordRequest,
  answers: Answers,
  { say }: Output,
): Promise<StepReport[]> {
  const steps: StepReport[] = [];
  const forgotten = refuseTheUnknown(session);
  session.host.open();
  if (await reached(session, () => session.state.initialized)) {
    say(connectedLine(session.state));
    await reached(session, () => isDiscovered(session));
    for (const [list, { count, error }] of Object.entries(listReports(session.state)))
      say(plain(`${list}: ${error === undefined ? count : error}`));
    if (request.exercise && !isOver(session))
      await exercise(session, {
        answers,
        yes: request.yes,
        http: request.spec.transport === 'streamable-http',
        report: (step) => {
          steps.push(step);
          say(stepLine(step));
        },
      });
  }
  forgotten();
  return steps;
}

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

function summarize(
  session: RecordedSession,
  connected: boolean,
  steps: readonly StepReport[],
  broken: boolean,
): Summary {
  const { state, path } = session;
  const { server, revision, era, problem, closedBy } = state;
  const lists = listReports(state);
  const unread = connected
    ? SERVER_LISTS.filter(({ list }) => lists[list] && (lists[list].error !== undefined || !lists[list].complete))
    : [];
  const failed = steps.filter((step) => step.failed).length;
  const skipped = steps.filter(({ outcome }) => outcome === 'skipped').length;
  // The session is to end because this program closes it.
  const early = closedBy !== 'finished';
  const bad = broken || early || failed > 0 || unread.length > 0 || listsToRead(state).length > 0;
  return {
    recording: path,
    connected,
    ...(server.info ? { server: server.info } : {}),
    ...(revision === undefined ? {} : { revision }),
    ...(era ? { era: { era: era.era, reason: era.reason } } : {}),
    lists,
    steps,
    counts: { steps: steps.length, passed: steps.length - failed - skipped, failed, skipped },
    ...(problem
      ? { problem: { reason: problem.reason, ...(problem.detail === undefined ? {} : { detail: problem.detail }) } }
      : early && closedBy !== undefined
        ? { problem: { reason: closedBy } }
        : {}),
    exitCode: !connected ? EXIT.notConnected : bad ? EXIT.failed : EXIT.good,
  };
}

function words({ connected, problem, counts, recording }: Summary): string {
  const why = problem ? ` (${[problem.reason, problem.detail].filter((each) => each).join(': ')})` : '';
  const what = connected
    ? `${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped${why}`
    : `No session came about${why}`;
  return `${plain(what)}.\nRecording: ${recording}`;
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
