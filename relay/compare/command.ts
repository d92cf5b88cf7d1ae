/** `mcp-lifeline compare`: two recordings, what differs between them, and an exit code for CI. */
import {
  addMasks,
  compareRecordings,
  failsAt,
  NO_MASKS,
  suggestMasks,
  verdictOf,
  type Comparison,
  type Masks,
  type Suggestions,
} from '#shared/compare';
import { visibleText } from '#shared/plain-text';
import type { Recorded } from '#shared/recording';
import { defineCommand, EXIT, type CommandIo, jsonLine } from '../command.ts';
import { loadRecording, shortOf, writeForOwner } from '../recording/index.ts';
import {
  calibrationWords,
  commandAgain,
  compareOptions,
  htmlReport,
  junitReport,
  tellingOf,
  textReport,
  type Told,
} from '../report/index.ts';
import { COMPARE_HELP, readCompareArgs, type CompareRequest } from './args.ts';
import { loadMasks, masksPathOf, saveMasks } from './masks-file.ts';

export const compareCommand = defineCommand<CompareRequest>({
  usage: 'compare [options] BEFORE AFTER',
  summary: 'compare two recordings, operation by operation',
  help: COMPARE_HELP,
  output: 'report',
  read: readCompareArgs,
  carryOut: compare,
});

async function compare(request: CompareRequest, io: CommandIo): Promise<number> {
  const before = await open(request.before, io);
  const after = before && (await open(request.after, io));
  if (!before || !after) return EXIT.notRun;
  const loaded = request.noMasks
    ? { ok: true as const, masks: NO_MASKS, problems: [] }
    : loadMasks(request.masks, request.before, request.writeMasks);
  if (!loaded.ok) {
    io.warn(loaded.sentence);
    return EXIT.notRun;
  }
  const { masks } = loaded;
  const path = 'path' in loaded ? loaded.path : undefined;
  for (const problem of loaded.problems) io.warn(`${path ?? 'The masks'}: ${problem}.`);
  const told = tellingOf([before, after], request.redact);
  if (request.calibrate) return calibrate(request, suggestMasks(before, after, masks), { masks, path, told }, io);
  const comparison = compareRecordings(before, after, { masks, ...compareOptions(request) });
  return report(request, { comparison, told, path }, io);
}

async function open(path: string, { warn }: CommandIo): Promise<Recorded | undefined> {
  const loaded = await loadRecording(path);
  if (!loaded.ok) {
    warn(loaded.sentence);
    return undefined;
  }
  const short = shortOf(path, loaded);
  if (short !== undefined) warn(`${short}; what comes before is compared.`);
  return loaded.recorded;
}

/** Print the comparison and write what was asked for. Gives the exit code. */
function report(
  request: CompareRequest,
  { comparison: compared, told, path }: { comparison: Comparison; told: Told; path: string | undefined },
  io: CommandIo,
): number {
  const comparison = told(compared);
  const { before, after, strict, failOn, verbose, quiet, argv, showMasked: masked } = request;
  const context = { before, after, strict, failOn };
  const verdict = verdictOf(comparison);
  const fails = failsAt(verdict.worst, failOn);
  const more = path === undefined ? [] : [`Masks: ${path}.`];
  const html = 'comparison.html';
  const next =
    fails && request.html === undefined
      ? [`To see it side by side: ${told(commandAgain('compare', [`--html=${html}`], argv))}`]
      : [];
  if (request.json) io.print(jsonLine({ ...comparison, verdict }));
  else io.print(textReport(comparison, context, { masked, verbose, quiet, more, next }));
  try {
    if (request.junit !== undefined) writeForOwner(request.junit, junitReport(comparison, context));
    if (request.html !== undefined) writeForOwner(request.html, htmlReport(comparison, context));
  } catch (error) {
    io.warn(`The report can’t be written: ${error instanceof Error ? error.message : String(error)}.`);
    return EXIT.notRun;
  }
  return fails ? EXIT.bad : EXIT.good;
}

/** Offer what two runs of one plan differ in; it becomes a mask only when that is asked for. */
function calibrate(
  request: CompareRequest,
  suggestions: Suggestions,
  { masks, path, told }: { masks: Masks; path: string | undefined; told: Told },
  io: CommandIo,
): number {
  const { suggested, unsteady } = suggestions;
  const shown = told(suggestions);
  if (request.json) io.print(jsonLine(shown));
  else if (request.quiet) io.print(`${calibrationWords(suggestions)}\n`);
  else {
    const lines = shown.suggested.flatMap(({ mask, covers, evidence }) =>
      [
        `${mask.pointer} in ${[mask.method, mask.about].filter((each) => each !== undefined).join(' ')} (${covers})`,
        ...evidence.map(({ before, after }) => `    ${short(before)} / ${short(after)}`),
      ].map((line) => visibleText(line)),
    );
    const come = shown.unsteady.map(({ verdict, method, about, what }) => {
      const words = [method, about, what === undefined ? undefined : `(${what})`];
      return visibleText(`${verdict}: ${words.filter((each) => each !== undefined).join(' ')}`.trimEnd());
    });
    const head = suggested.length + unsteady.length === 0 ? 'The two runs differ in nothing that is not masked.' : '';
    const sections = [
      head,
      lines.length > 0 ? `Differs between the runs, and could be masked:\n${lines.join('\n')}` : '',
      come.length > 0 ? `Comes and goes, which no mask covers:\n${come.join('\n')}` : '',
    ];
    io.print(`${sections.filter((each) => each !== '').join('\n\n')}\n`);
  }
  if (request.writeMasks && suggested.length > 0) {
    const to = path ?? request.masks ?? masksPathOf(request.before);
    try {
      saveMasks(
        to,
        addMasks(
          masks,
          suggested.map(({ mask }) => mask),
        ),
      );
    } catch (error) {
      io.warn(`${to} can’t be written: ${error instanceof Error ? error.message : String(error)}.`);
      return EXIT.notRun;
    }
    io.say(`Written: ${to}.`);
  }
  return suggested.length + unsteady.length === 0 ? EXIT.good : EXIT.bad;
}

const short = (text = 'absent'): string => (text.length > 100 ? `${text.slice(0, 100)}…` : text);
