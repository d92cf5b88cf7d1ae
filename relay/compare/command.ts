/** `mcp-lifeline compare`: two recordings, what differs between them, and an exit code for CI. */
import { defined } from '#shared/base';
import {
  compareLogs,
  failsAt,
  NO_MASKS,
  RecordingFold,
  suggestFrom,
  verdictOf,
  type Comparison,
  type Folded,
} from '#shared/compare';
import {
  commandLine,
  defineCommand,
  ends,
  EXIT,
  jsonLine,
  SERVER_OF,
  type AskedOf,
  type CommandIo,
} from '../command/index.ts';
import { damageSentence, recordingAt } from '../recording/index.ts';
import {
  commandAgain,
  compareOptions,
  GATE,
  offerMasks,
  readGate,
  reporting,
  REPORTS,
  ruleJudge,
  tellingOf,
  textReport,
  type ReportContext,
  type Reports,
  type Told,
} from '../report/index.ts';
import { loadMasks, masksPathOf, saveMasks } from '../masks/index.ts';
import { ENGLISH } from '#shared/words';

const LINE = commandLine({
  name: 'compare',
  about: `Compares two recordings operation by operation. Prints one line per change, worst first, then the verdict. Masked values count
as equal; their number is shown.`,
  column: 22,
  options: {
    'masks FILE': 'masks to apply (default: BEFORE.masks.json, if it exists)',
    'no-masks': 'apply no masks, not even the built-in ones',
    ...GATE,
    'show-masked': 'list masked values',
    calibrate: 'BEFORE and AFTER are two runs of the same plan: suggest their differences as masks',
    'write-masks': 'with --calibrate: add the suggested masks to the masks file',
    json: 'print the comparison, or the suggestions of --calibrate, as one JSON object',
    'junit FILE': 'write a JUnit report',
    'html FILE': 'write a report as one HTML file',
    ...REPORTS,
    verbose: 'print every differing line of long texts',
    'lang LANGUAGE': 'language of the report: en (default) or zh-CN; JSON and JUnit are always English',
    quiet: 'print only the verdict',
    ...SERVER_OF,
  },
  after: `The masks file is JSON. Each entry of "pointers" names a place, and optionally how the value there may differ:
  {"pointer": "/result/content/0/text", "pattern": "took {duration}, 3 rows"}   text; only the parts in braces may differ
  {"pointer": "/result/structuredContent/load", "tolerance": "±5%"}             a number; or "±0.5", or "±0.5 ±5%"
  {"pointer": "/result/**/updatedAt"}                                           any value; * is one name, ** any number of names
"method" and "about" limit an entry to a method, and to a tool, prompt or URI. Placeholders: {number} {duration} {date} {time} {uuid}
{hex} {id} {word} {path} {line} (the rest of a line) {any} (any text); {{ is a brace.

Exit codes: 0 no change of the kind named by --fail-on or worse; 1 at least one; 2 wrong usage; 3 a file could not be read or
written, or a recording is damaged or ends early. With --calibrate: 0 no difference; 1 at least one.
`,
  read({ values, positionals: [before, after, ...more] }) {
    if (before === undefined || after === undefined || more.length > 0) return 'Name two recordings to compare';
    const gate = readGate(values);
    if (typeof gate === 'string') return gate;
    const { calibrate, writeMasks, noMasks, masks } = values;
    if (calibrate && (values.latency ?? values.junit ?? values.html ?? values.markdown[0]) !== undefined)
      return '--calibrate suggests masks instead of comparing, so it excludes --junit, --html, --markdown and --latency';
    if (noMasks && masks !== undefined) return '--masks and --no-masks exclude each other';
    if (writeMasks && !calibrate) return '--write-masks needs --calibrate';
    if (writeMasks && noMasks) return '--write-masks and --no-masks exclude each other';
    return { ...gate, before, after };
  },
});

type CompareRequest = AskedOf<typeof LINE>;

export const compareCommand = defineCommand(LINE, 'report', (request, io) =>
  reporting(request, contextOf(request), io, (own, reports) => compare(request, own, reports)),
);

const contextOf = ({ before, after, strict, failOn }: CompareRequest): ReportContext => ({
  before,
  after,
  strict,
  failOn,
});

async function compare(request: CompareRequest, io: CommandIo, reports: Reports): Promise<number> {
  const judge = await ruleJudge(io.words);
  const fold = async (path: string): Promise<Folded> => {
    let folding: RecordingFold | undefined;
    const recorded = await recordingAt(path, io, (begun) => {
      const own = (folding = new RecordingFold(begun, judge.fold));
      return (event) => own.take(event);
    });
    return (folding ?? new RecordingFold(recorded)).folded(recorded);
  };
  const [one, other] = [await fold(request.before), await fold(request.after)];
  const [before, after] = [one.recorded, other.recorded];
  const loaded = request.noMasks
    ? { ok: true as const, masks: NO_MASKS, problems: [] }
    : loadMasks(request.masks, request.before, request.writeMasks);
  if (!loaded.ok) return ends(io, EXIT.notRun, loaded.sentence);
  const { masks } = loaded;
  const path = 'path' in loaded ? loaded.path : undefined;
  for (const problem of loaded.problems) io.warn(`${path ?? 'The masks'}: ${problem}.`);
  const told = tellingOf([before, after], request.redact);
  if (request.calibrate) {
    const file = request.masks ?? masksPathOf(request.before);
    return offerMasks(
      suggestFrom(compareLogs(one, other, { masks })),
      { request, masks, file, save: saveMasks, told },
      io,
    );
  }
  const comparison = compareLogs(one, other, { masks, judge, ...compareOptions(request) });
  return report(request, { comparison, told, path, reports }, io);
}

interface Compared {
  readonly comparison: Comparison;
  readonly told: Told;
  readonly path: string | undefined;
  readonly reports: Reports;
}

/** Prints the comparison and passes it to the reports. Gives the exit code. */
function report(
  request: CompareRequest,
  { comparison: compared, told, path, reports }: Compared,
  io: CommandIo,
): number {
  const comparison = told(compared);
  const { failOn, verbose, quiet, argv, showMasked: masked } = request;
  const context = { ...contextOf(request), ...defined({ words: io.words }), damaged: io.damaged?.map(damageSentence) };
  reports.compared(comparison, context);
  const { comparison: t } = io.words ?? ENGLISH;
  const verdict = verdictOf(comparison);
  const fails = failsAt(verdict.worst, failOn);
  const more = path === undefined ? [] : [t.masksFile(path)];
  const html = 'comparison.html';
  const next =
    fails && request.html === undefined ? [t.sideBySide(told(commandAgain('compare', [`--html=${html}`], argv)))] : [];
  if (request.json) io.print(jsonLine({ ...comparison, verdict, damaged: io.damaged }));
  else io.print(textReport(comparison, context, { masked, verbose, quiet, more, next }));
  return fails ? EXIT.bad : EXIT.good;
}
