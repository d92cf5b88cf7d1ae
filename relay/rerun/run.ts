/** `mcp-lifeline rerun`: plan, run, compare, and say what changed. */
import { resolve } from 'node:path';
import { defined } from '#shared/base';
import {
  compareRecordings,
  failsAt,
  findingsOf,
  suggestMasks,
  verdictOf,
  type Comparison,
  type Masks,
} from '#shared/compare';
import { givenAnswers } from '#shared/exercise';
import type { Recorded } from '#shared/recording';
import {
  moveNotes,
  onPurpose,
  planRerun,
  rerunPolicy,
  withoutAnswered,
  type RerunPlan,
  type RerunResult,
} from '#shared/rerun';
import { adviceLine, type CommandIo, ends, EXIT, jsonLine, written } from '../command/index.ts';
import { loadMasks, masksPathOf, saveMasks } from '../masks/index.ts';
import { visibleText } from '#shared/plain-text';
import { ENGLISH } from '#shared/words';
import { answersIn, problemCode, problemIn, problemLines, stderrOf } from '../headless/index.ts';
import { sendTelemetry } from '../otlp/index.ts';
import { damageSentence, loadRecording, refusedOut, saveRecording } from '../recording/index.ts';
import type { RerunRequest } from './args.ts';
import { canAsk } from './ask.ts';
import { planJson, planLines, redactedWords, runLines, unboundWords } from './words.ts';
import { consentOf } from './consents.ts';
import { runOnce, type RunOutcome, type RunRequest } from './once.ts';
import {
  commandAgain,
  compareOptions,
  offerMasks,
  ruleJudge,
  shellWord,
  textReport,
  type Reports,
  tellingAll,
  tellingIo,
  tellingOf,
  type Told,
} from '../report/index.ts';
import { agreeToTarget } from './same.ts';
import { specOf } from './spec.ts';

export async function rerun(request: RerunRequest, plainIo: CommandIo, reports: Reports): Promise<number> {
  let io = plainIo;
  const wrong = (sentence: string): number => ends(io, EXIT.wrongUse, sentence);
  const cannot = (sentence: string): number => ends(io, EXIT.notRun, sentence);
  const path = resolve(request.file);
  const loaded = await loadRecording(path, plainIo);
  if (!loaded.ok) return cannot(loaded.sentence);
  const { recorded } = loaded;
  const told = tellingOf([recorded], request.redact);
  io = tellingIo(plainIo, told);
  if (request.update && recorded.header.imported)
    return wrong(`${path} was written by another tool, so --update can’t replace it. Use --out.`);
  const read = loadMasks(request.masks, path, request.writeMasks);
  if (!read.ok) return cannot(read.sentence);
  for (const problem of read.problems) io.warn(`${read.path ?? 'The masks'}: ${problem}.`);
  const { masks } = read;

  const { revision } = request;
  const bindings = [...(masks.bindings ?? []), ...request.bindings];
  const answers = answersIn(request.answers);
  if (typeof answers === 'string') return cannot(answers);
  const planned = planRerun(recorded, { bindings, ...defined({ revision }) });
  const plan = withoutAnswered(planned, rerunPolicy(planned, { given: givenAnswers(answers) }));
  for (const each of plan.unbound ?? []) io.warn(unboundWords(each, io.words));
  if (request.planOnly && request.json) io.print(told(planJson(path, plan, read.path, io.damaged)));
  else if (request.planOnly) io.print(`${told(planLines(plan, true, io.words)).join('\n')}\n`);
  else if (request.verbose) for (const line of told(planLines(plan, false, io.words))) plainIo.say(line);
  const redacted = redactedWords(plan, io.words);
  if (redacted !== undefined) io.warn(redacted);
  if (request.planOnly) return EXIT.good;
  if (plan.steps.length === 0 && !plan.handshake)
    return wrong(`${path} contains no messages from a client, so there is nothing to run.`);
  const taken = request.out === undefined ? undefined : refusedOut(resolve(request.out));
  if (taken !== undefined) return wrong(taken);
  const spec = specOf(request, recorded.header, plainIo.server);
  if (typeof spec === 'string') return wrong(spec);
  // What a person is asked about is shown as it is: a command could pass itself off as a secret.
  const refused = request.same
    ? await agreeToTarget(spec, request, { ...plainIo, told: canAsk() ? undefined : told })
    : undefined;
  if (io.signal.aborted) return interrupted(io);
  if (refused !== undefined) return cannot(refused);

  const consents = await consentOf(request, plan, io);
  if (io.signal.aborted) return interrupted(io);
  if (typeof consents === 'string') return cannot(tellingAll(consents, told));
  const { consent, ask, stopped } = consents;
  const run: RunRequest = {
    plan,
    spec,
    answers,
    authorization: request.authorization,
    consent,
    timeoutMs: request.timeoutMs,
    ...defined({ labels: request.labels, ask, out: request.out }),
  };
  // The address of a consent has to work as it is.
  const outcome = await runOnce(run, plainIo);
  if ('sentence' in outcome) return ends(io, outcome.exitCode, outcome.sentence);
  const both = tellingOf([recorded, outcome.result.recorded], request.redact);
  io = tellingIo(plainIo, both);
  const telemetry = request.otlp
    ? await sendTelemetry(outcome.result.recorded, request.otlp, { waits: io.warn })
    : undefined;
  if (telemetry) (telemetry.sent ? io.say : io.warn)(telemetry.sentence);
  if (!outcome.connected) return notRun(outcome, path, { json: request.json, told: both, reports }, io);
  const stop = stopped();
  if (stop !== undefined) {
    if (request.verbose) for (const line of both(runLines(outcome.result, io.words))) plainIo.say(line);
    return cannot(`${tellingAll(stop, both)} Recording: ${outcome.path}`);
  }
  const { steps } = outcome.result;
  if (steps.length > 0 && steps.every(({ became }) => became === 'declined'))
    return cannot('Nothing was sent: every step needs consent, and none was given. --yes consents to all.');
  const code = request.calibrate
    ? await calibrate(run, outcome, { masks, read, request, path, told: both }, plainIo)
    : await conclude({ request, path, recorded, masks, read, plan, told: both, reports }, outcome, io);
  if (!outcome.whole) return EXIT.notWhole;
  return code === EXIT.good && telemetry?.sent === false ? EXIT.notRun : code;
}

const interrupted = (io: CommandIo): number => ends(io, EXIT.notRun, 'Interrupted: nothing more is sent.');

function notRun(
  { result, path, whole }: RunOutcome,
  before: string,
  { json, told, reports }: { readonly json: boolean; readonly told: Told; readonly reports?: Reports },
  { warn, print, words, damaged }: CommandIo,
): number {
  const { events } = result.recorded;
  const problem = problemIn(events, words);
  const cause = told(problem);
  reports?.failed(cause);
  if (json) print(jsonLine({ before, after: path, ...defined({ problem: cause }), damaged }));
  const why = problem === undefined ? '' : ` (${problemCode(problem)})`;
  const said = stderrOf(events);
  warn(`${visibleText(`Couldn’t connect${why}. Recording: ${path}`)}${adviceLine(problem?.reason)}`);
  if (problem) for (const line of problemLines(problem, said !== undefined, words)) warn(line);
  if (said !== undefined) warn(said);
  return whole ? EXIT.notRun : EXIT.notWhole;
}

const masksOf = ({ path }: Baseline['read']): { readonly masks?: string } =>
  path === undefined ? {} : { masks: path };

interface Baseline {
  readonly request: RerunRequest;
  readonly path: string;
  readonly recorded: Recorded;
  readonly masks: Masks;
  readonly read: { readonly path?: string };
  readonly plan: RerunPlan;
  readonly told: Told;
  readonly reports: Reports;
}

/** Compare with the baseline, report, and replace it where that was asked for. */
async function conclude(
  { request, path, recorded, masks, read, plan, told, reports }: Baseline,
  outcome: RunOutcome,
  io: CommandIo,
): Promise<number> {
  const { result } = outcome;
  const leaveOut = new Map([...result.leaveOut.keys()].map((s) => [s, (io.words ?? ENGLISH).replay.noConsent]));
  const run = onPurpose(plan, result);
  const judge = await ruleJudge(io.words);
  const asked = { masks, leaveOut, run, judge };
  const comparison = compareRecordings(recorded, result.recorded, { ...asked, ...compareOptions(request) });
  const { comparison: t } = io.words ?? ENGLISH;
  const fails = failsAt(verdictOf(comparison).worst, request.failOn);
  // The verdict is the last thing that is said, so what else is done comes before it.
  const crashed = findingsOf(comparison).some(({ of, why }) => of === 'session' && why === 'crashed');
  const said = crashed ? stderrOf(result.recorded.events) : undefined;
  const more = [
    ...(said?.split('\n') ?? []),
    ...(read.path === undefined ? [] : [t.masksFile(read.path)]),
    ...runLines(result, io.words),
  ];
  const collect = { ...io, say: (line: string) => void more.push(line) };
  const problem = request.update ? update({ path, recorded }, comparison, result, collect) : undefined;
  more.push(t.recordingFile(outcome.path));
  const wanted = fails && !request.update && result.complete;
  const next = wanted ? [t.toAccept(commandAgain('rerun', ['--update'], request.argv))] : [];
  // One run alone can't tell noise from a change.
  if (wanted && comparison.pairs.some(({ verdict }) => verdict === 'changed')) next.push(t.calibrate);
  const { strict, failOn, verbose, quiet, showMasked: masked } = request;
  const shown = told(comparison);
  const context = {
    before: path,
    after: outcome.path,
    strict,
    failOn,
    ...defined({ words: io.words }),
    damaged: io.damaged?.map(damageSentence),
  };
  if (request.json)
    io.print(
      jsonLine({
        before: path,
        after: outcome.path,
        ...masksOf(read),
        run: told(runJson(result)),
        comparison: shown,
        verdict: verdictOf(shown),
        damaged: io.damaged,
      }),
    );
  else io.print(textReport(shown, context, { masked, verbose, quiet, more: told(more), next: told(next) }));
  reports.compared(shown, context);
  if (problem !== undefined) return ends(io, EXIT.notRun, problem);
  return fails ? EXIT.bad : EXIT.good;
}

/** What became of the steps, for programs. */
function runJson({ steps, replaced, answered, complete }: RerunResult): object {
  const declined = steps.filter(({ became }) => became === 'declined').length;
  return { complete, declined, steps: steps.map(({ step, ...rest }) => ({ s: step.s, ...rest })), replaced, answered };
}

/** Put the new recording in the place of the baseline, with its title and notes. Gives a sentence when it can't be written. */
function update(
  { path, recorded }: Pick<Baseline, 'path' | 'recorded'>,
  comparison: Comparison,
  result: RerunResult,
  { warn, say }: CommandIo,
): string | undefined {
  if (!result.complete || result.steps.some(({ became }) => became !== 'taken' && became !== 'not-needed')) {
    warn(`${path} was not updated, because not every step was done.`);
    return undefined;
  }
  const { header, ...live } = result.recorded;
  const { title, tags, note, test } = recorded.header;
  // What was said of the baseline holds still, but for the commit: that of the run is another one.
  const labels = { tags, note, test };
  const titled = { ...live, header: { ...labels, ...header, title } };
  const { recorded: replaced, unplaced, moved } = moveNotes(recorded, titled, comparison);
  const problem = written(path, () => saveRecording(path, replaced));
  if (problem !== undefined) return problem;
  say(`Written: ${path}${moved > 0 ? `, with ${moved} of ${moved + unplaced.length} notes` : ''}.`);
  for (const { at, text } of unplaced)
    warn(visibleText(`The note on event ${at} fits no event of the new recording and was dropped: ${text}`));
  return undefined;
}

/** Run a second time: what differs between two runs of one plan says nothing of the server. */
async function calibrate(
  run: RunRequest,
  first: RunOutcome,
  { masks, read, request, path, told }: Omit<Baseline, 'recorded' | 'plan' | 'reports'>,
  plainIo: CommandIo,
): Promise<number> {
  const io = tellingIo(plainIo, told);
  if (io.signal.aborted) return interrupted(io);
  const { out: _taken, ...again } = run;
  const second = await runOnce(again, plainIo);
  if ('sentence' in second) return ends(io, second.exitCode, second.sentence);
  if (!second.connected) return notRun(second, path, { json: request.json, told }, io);
  if (!first.result.complete || !second.result.complete)
    return ends(io, EXIT.notRun, 'A run ended early, so its differences mean nothing and no masks are suggested.');
  if (!second.whole) return EXIT.notWhole;
  const suggestions = suggestMasks(first.result.recorded, second.result.recorded, masks);
  const file = request.masks ?? masksPathOf(path);
  const unwritten = `Nothing has been masked yet; --write-masks adds these masks to ${file}.`;
  const last = { head: masksOf(read), unwritten, advice: keptDataHint(path, first.path) };
  return offerMasks(suggestions, { request, masks, file, save: saveMasks, told, ...last }, io);
}

/** Advice for answers that come and go: the second run met data the first left. Baseline and first did not. */
function keptDataHint(baseline: string, first: string): string {
  const command = ['npx', 'mcp-lifeline', 'compare', '--calibrate', '--write-masks', baseline, first];
  return [
    'If the server keeps data, the second run found what the first one had left. If the first run started with the same data as',
    `the recording, compare those two instead: ${command.map(shellWord).join(' ')}`,
  ].join('\n');
}
