/** `mcp-lifeline record`: connect, read what there is, use it when asked to, close in order, leave a recording. */
import { visibleText } from '#shared/plain-text';
import type { Answers } from '#shared/exercise';
import { SERVER_LISTS } from '#shared/mcp';
import { listsToRead } from '#shared/session';
import { EXIT, type CommandIo, jsonLine } from '../command.ts';
import { adviceLine } from '../network-advice.ts';
import type { RecordRequest } from './args.ts';
import { begin } from './begin.ts';
import { brokenLine, watchBroken, type Broken } from './broken.ts';
import { exercise, isDiscovered, isOver, reached } from './exercise.ts';
import { connectedLine, listReports, stepLine, type StepReport, type Summary } from './report.ts';
import type { RecordedSession } from './session.ts';

/** Record a session. Gives the exit code. The signal ends the session in order. */
export async function record(request: RecordRequest, io: CommandIo): Promise<number> {
  const begun = await begin(request, io, { log: request.exercise });
  if ('sentence' in begun) {
    io.warn(begun.sentence);
    return begun.exitCode;
  }
  const { session, answers } = begun;
  const broken = watchBroken(session);
  const steps = await take(session, request, answers, io);
  const connected = session.state.initialized;
  await begun.finish();

  const summary = summarize(session, connected, steps, io.signal.aborted, broken());
  if (request.json) io.print(jsonLine(summary));
  else io.print(`${request.quiet ? words(summary).replace(/\n.*/s, '') : words(summary)}\n`);
  return summary.exitCode;
}

/** The session from its first to its last step. */
async function take(
  session: RecordedSession,
  request: RecordRequest,
  answers: Answers,
  { say }: Pick<CommandIo, 'say'>,
): Promise<StepReport[]> {
  const steps: StepReport[] = [];
  session.host.open();
  if (await reached(session, () => session.state.initialized)) {
    say(connectedLine(session.state));
    await reached(session, () => isDiscovered(session));
    for (const [list, { count, error }] of Object.entries(listReports(session.state)))
      say(visibleText(`${list}: ${error === undefined ? count : error}`));
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
  return steps;
}

function summarize(
  session: RecordedSession,
  connected: boolean,
  steps: readonly StepReport[],
  cut: boolean,
  broken: Broken | undefined,
): Summary {
  const { state, path, unrecorded } = session;
  const { server, revision, era, problem, closedBy } = state;
  const lists = listReports(state);
  // Refused, without a list, broken off, or never answered.
  const unread = connected
    ? SERVER_LISTS.map(({ list }) => list).filter(
        (list) =>
          (lists[list] &&
            (lists[list].error !== undefined || lists[list].unread !== undefined || !lists[list].complete)) ||
          listsToRead(state).includes(list),
      )
    : [];
  const failed = steps.filter((step) => step.failed).length;
  const skipped = steps.filter(({ outcome }) => outcome === 'skipped').length;
  // The session is to end because this program closes it.
  const early = closedBy !== 'finished';
  const bad = cut || early || failed > 0 || unread.length > 0;
  return {
    recording: path,
    connected,
    ...(server.info ? { server: server.info } : {}),
    ...(revision === undefined ? {} : { revision }),
    ...(era ? { era: { era: era.era, reason: era.reason } } : {}),
    lists,
    ...(unread.length > 0 ? { unread } : {}),
    ...(broken ? { broken } : {}),
    steps,
    counts: { steps: steps.length, passed: steps.length - failed - skipped, failed, skipped },
    ...(problem
      ? { problem: { reason: problem.reason, ...(problem.detail === undefined ? {} : { detail: problem.detail }) } }
      : early && closedBy !== undefined
        ? { problem: { reason: closedBy } }
        : {}),
    ...(unrecorded ? { unrecorded } : {}),
    exitCode: unrecorded ? EXIT.notWhole : !connected ? EXIT.notRun : bad ? EXIT.bad : EXIT.good,
  };
}

function words({ connected, problem, counts, unread = [], broken, recording }: Summary): string {
  const why = problem ? ` (${[problem.reason, problem.detail].filter((each) => each).join(': ')})` : '';
  const what = connected
    ? `${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped${why}`
    : `No session came about${why}`;
  const lists = unread.length > 0 ? `\nNot read to the end: ${unread.join(', ')}.` : '';
  const wire = broken ? `\n${brokenLine(broken)}.` : '';
  const advice = adviceLine(problem?.reason);
  return `${visibleText(what)}.${advice}${lists}${wire}\nRecording: ${visibleText(recording)}`;
}
