/** A recording run again against a live server, as `mcp-lifeline rerun` does it. */
import type { HeldRecording as Recorded } from '#shared/recording';
import { answersToAgree, onPurpose, planRerun, type RerunResult, type SendStep } from '#shared/rerun';
import { ENGLISH } from '#shared/words';
import { problemCode, problemIn, problemLines, stderrOf } from '../headless/index.ts';
import { stepsNeedingConsent } from '../rerun/ask.ts';
import { rerunLine } from '../rerun/args.ts';
import { runOnce, type RunOutcome } from '../rerun/once.ts';
import { specOf } from '../rerun/spec.ts';
import { answerWords, consentWords, listed, stepName } from '../rerun/words.ts';
import { masksBeside } from './masks.ts';
import { quietIo, type RecordingRun } from './record-server.ts';
import { readRecording } from './read.ts';
import { rememberRun } from './run-of.ts';
import { serverWords, sessionWords, type RerunAgainOptions, type ServerTarget } from './server-words.ts';

/**
 * Run the recording in `file` against a server. Rejects when no session came about, when the run ended early, and, unless it was
 * said what becomes of it, when a step needs consent.
 */
export async function rerunAgainst(
  file: string,
  server: ServerTarget,
  { yes = false, readOnly = false, ...session }: RerunAgainOptions,
  { out, test, signal }: RecordingRun,
): Promise<Recorded> {
  if (yes && readOnly) throw new Error('Either yes or readOnly.');
  const { options, target } = serverWords(server);
  const words = [...sessionWords(session), '--test', test, '--out', out, ...options, file, ...target];
  const request = rerunLine.read(words);
  if (request.type === 'wrong') throw new Error(request.sentence);
  if (request.type === 'help') throw new Error('There is nothing to run.');
  const recorded = await readRecording(file);
  const spec = specOf(request, recorded.header);
  if (typeof spec === 'string') throw new Error(spec);
  const { revision, timeoutMs, labels } = request;
  // Which values stand for others is declared beside the recording, with its masks.
  const { bindings = [] } = masksBeside(file);
  const plan = planRerun(recorded, { bindings, ...(revision === undefined ? {} : { revision }) });
  let refused: readonly SendStep[] = yes || readOnly ? [] : stepsNeedingConsent(plan);
  if (refused.length > 0) throw lacksConsent(refused.map(stepWords));
  if (!yes && !readOnly && answersToAgree(plan).length > 0) throw lacksConsent([`answers (${answerWords(plan)})`]);
  const { io, said } = quietIo(signal);
  const ask = (steps: readonly SendStep[]): Promise<'stop'> => {
    refused = steps;
    return Promise.resolve('stop');
  };
  const consent = yes ? 'all' : new Set<number>();
  const run = {
    plan,
    spec,
    consent,
    timeoutMs,
    ...(labels ? { labels } : {}),
    out,
    ...(yes || readOnly ? {} : { ask }),
  } as const;
  const outcome = await runOnce(run, io);
  if ('sentence' in outcome) throw new Error(outcome.sentence);
  if (refused.length > 0) throw lacksConsent(refused.map(stepWords));
  const problem = problemOf(outcome);
  if (problem !== undefined) throw new Error([problem, said()].filter((each) => each !== '').join('\n'));
  const { result } = outcome;
  const after = result.recorded;
  const leaveOut = new Map([...result.leaveOut.keys()].map((s) => [s, ENGLISH.replay.noConsent]));
  rememberRun(after, recorded, { leaveOut, run: onPurpose(plan, result) });
  return after;
}

const stepWords = (step: SendStep): string => `${stepName(step)} (${consentWords(step)})`;

function lacksConsent(names: readonly string[]): Error {
  return new Error(
    `These steps may modify data: ${listed(names)}. Pass { yes: true } to run them, or { readOnly: true } to skip them.`,
  );
}

/** Why the run says nothing; undefined when it went to its end. */
function problemOf({ connected, whole, result }: RunOutcome): string | undefined {
  if (!connected) return failed('Couldn’t connect', result);
  if (!result.complete) return failed('The run ended early', result);
  // A comparison of nothing finds no difference.
  if (result.steps.length > 0 && result.steps.every(({ became }) => became === 'declined'))
    return 'Nothing was run: every step may change something, and readOnly leaves those out.';
  return whole ? undefined : 'The recording is not whole.';
}

/** What did not come about, and why, in the words that the command has for it. */
function failed(what: string, { recorded }: RerunResult): string {
  const problem = problemIn(recorded.events);
  if (!problem) return `${what}.`;
  return [`${what} (${problemCode(problem)}).`, ...problemLines(problem, stderrOf(recorded.events) !== undefined)].join(
    '\n',
  );
}
