/** `mcp-lifeline record`: connect, read what there is, use it when asked to, close in order, leave a recording. */
import { adviceLine, type CommandIo, defineCommand, EXIT, ioBeside, jsonLine } from '../command/index.ts';
import { recordLine, type RecordRequest } from './args.ts';
import { defined } from '#shared/base';
import { visibleText } from '#shared/plain-text';
import { type Answers, countsOf, exercise, isDiscovered, reached, type StepReport } from '#shared/exercise';
import { SERVER_LISTS } from '#shared/mcp';
import { listsToRead } from '#shared/session';
import {
  begin,
  connectedLine,
  exercisePort,
  problemCode,
  problemLines,
  problemOf,
  type RecordedSession,
  StderrTail,
  stderrWords,
} from '../headless/index.ts';
import { sendTelemetry } from '../otlp/index.ts';
import { loadRecording } from '../recording/index.ts';
import type { Cause } from '../report/index.ts';
import { linted } from './lint.ts';
import { type Broken, brokenLine, watchBroken } from './broken.ts';
import { writeJunit, countWords, listReports, stepLine, type Summary } from './report.ts';

export const recordCommand = defineCommand(recordLine, 'data', (request, io) => record(request, ioBeside(request, io)));

/** Gives the exit code. The signal ends the session in order. */
export async function record(request: RecordRequest, io: CommandIo): Promise<number> {
  const begun = await begin(request, io, { log: request.exercise });
  if ('sentence' in begun) {
    io.warn(begun.sentence);
    return writeJunit(request, { recording: '', steps: [], exitCode: begun.exitCode }, begun.sentence, io);
  }
  const { session, answers } = begun;
  const broken = watchBroken(session);
  const errors = new StderrTail();
  session.watch((event) => errors.take(event));
  const taken = await take(session, request, answers, io);
  const connected = session.state.initialized;
  await begun.finish();

  const stderr = connected ? [] : errors.lines;
  const problem = await problemOf(session);
  const cut = io.signal.aborted;
  const plain = summarize({ session, request, connected, taken, cut, broken: broken(), stderr, problem });
  const { summary: judged, report } = await linted(plain, request, io);
  const summary = { ...judged, exitCode: await sentTo(judged, request, io) };
  const said = stderrWords(stderr);
  if (said !== undefined) io.warn(said);
  if (request.json) io.print(jsonLine(summary));
  else io.print(`${request.quiet ? words(summary, request).replace(/\n.*/s, '') : words(summary, request)}\n`);
  if (report !== '' && !request.json && !request.quiet) io.print(`\n${report}`);
  return writeJunit(request, summary, words(summary, request), io);
}

/** Send the recording's spans and metrics if requested. Gives the exit code. */
async function sentTo({ recording, exitCode }: Summary, { otlp }: RecordRequest, io: CommandIo): Promise<number> {
  if (!otlp) return exitCode;
  const loaded = await loadRecording(recording);
  const { sent, sentence } = loaded.ok
    ? await sendTelemetry(loaded.recorded, otlp, { waits: io.warn })
    : { sent: false, sentence: loaded.sentence };
  if (sent) io.say(sentence);
  else io.warn(sentence);
  return sent || exitCode !== EXIT.good ? exitCode : EXIT.notRun;
}

interface Taken {
  readonly steps: readonly StepReport[];
  readonly more: boolean;
}

async function take(
  session: RecordedSession,
  request: RecordRequest,
  answers: Answers,
  { say }: Pick<CommandIo, 'say'>,
): Promise<Taken> {
  const steps: StepReport[] = [];
  const port = exercisePort(session, 'exercise');
  session.host.open();
  if (!(await reached(port, () => session.state.initialized))) return { steps, more: false };
  say(connectedLine(session.state));
  await reached(port, () => isDiscovered(session));
  for (const [list, { count, error }] of Object.entries(listReports(session.state)))
    say(visibleText(`${list}: ${error === undefined ? count : error}`));
  if (!request.exercise) return { steps, more: false };
  const { more } = await exercise(port, {
    answers,
    yes: request.yes,
    http: request.spec.transport === 'streamable-http',
    most: request.most,
    report: (step) => {
      steps.push(step);
      say(stepLine(step));
    },
  });
  return { steps, more };
}

interface Facts {
  readonly session: RecordedSession;
  readonly request: RecordRequest;
  readonly connected: boolean;
  readonly taken: Taken;
  readonly cut: boolean;
  readonly broken: Broken | undefined;
  readonly stderr: readonly string[];
  readonly problem: Cause | undefined;
}

function summarize({ session, request, connected, taken, cut, broken, stderr, problem }: Facts): Summary {
  const { steps, more } = taken;
  const { state, path, unrecorded } = session;
  const { server, revision, era, closedBy } = state;
  const lists = listReports(state);
  // Refused, without a list, broken off, circular, or without a response.
  const unread = connected
    ? SERVER_LISTS.map(({ list }) => list).filter(
        (list) =>
          (lists[list] &&
            (lists[list].error !== undefined ||
              lists[list].unread !== undefined ||
              lists[list].repeats === true ||
              !lists[list].complete)) ||
          listsToRead(state).includes(list),
      )
    : [];
  const counts = countsOf(steps);
  // The session should end because this program closes it.
  const early = closedBy !== 'finished';
  const strictly = counts.answeredWithError > 0 || counts.refused > 0 || more;
  const bad =
    cut ||
    early ||
    counts.failed > 0 ||
    unread.length > 0 ||
    (broken !== undefined && broken.serious > 0) ||
    (request.strict && strictly);
  return {
    recording: path,
    connected,
    ...defined({ server: server.info, revision }),
    ...(era ? { era: { era: era.era, reason: era.reason } } : {}),
    lists,
    ...defined({ unread: unread.length > 0 ? unread : undefined, broken }),
    steps,
    counts,
    ...(more ? { limit: request.most } : {}),
    ...defined({ problem, stderr: stderr.length > 0 ? stderr : undefined, unrecorded }),
    exitCode: unrecorded ? EXIT.notWhole : !connected ? EXIT.notRun : bad ? EXIT.bad : EXIT.good,
  };
}

function words(
  { connected, problem, counts, limit, unread = [], broken, stderr = [], recording }: Summary,
  { exercise: exercised }: RecordRequest,
): string {
  const why = problem ? ` (${problemCode(problem)})` : '';
  const what = !connected
    ? 'Couldn’t connect'
    : exercised
      ? countWords(counts)
      : 'Connected, and all lists were fetched';
  const ended = connected && !exercised && (problem !== undefined || unread.length > 0) ? 'Connected' : what;
  return [
    `${visibleText(`${ended}${why}`)}.${adviceLine(problem?.reason)}`,
    ...(problem ? problemLines(problem, stderr.length > 0) : []),
    ...(limit === undefined ? [] : [`The exercise ended at its limit of ${limit} requests; use --most to change it.`]),
    ...(unread.length > 0 ? [`Only partially fetched: ${unread.join(', ')}.`] : []),
    ...(broken ? [brokenLine(broken)] : []),
    `Recording: ${visibleText(recording)}`,
  ].join('\n');
}
