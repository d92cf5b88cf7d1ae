/** What a recorded session came to: for a person a line a step, for a machine one JSON object. */
import { defined, errorText } from '#shared/base';
import { visibleText } from '#shared/plain-text';
import type { Counts, StepOutcome, StepReport, StepValue } from '#shared/exercise';
import { SERVER_LISTS, type ServerList } from '#shared/mcp';
import type { Unrecorded } from '#shared/relay-protocol';
import type { ListState, SessionState } from '#shared/session';
import { counted, duration, ENGLISH } from '#shared/words';
import { skippedWords, type Cause, type ReportedRun, stepsJunit, tellingOf } from '../report/index.ts';
import type { Broken } from './broken.ts';
import { EXIT, type CommandIo } from '../command/index.ts';
import { writeForOwner } from '../recording/index.ts';
import type { RecordRequest } from './args.ts';

export interface ListReport extends Pick<ListState, 'pages' | 'complete' | 'error' | 'unread' | 'repeats'> {
  readonly count: number;
}

/** Printed by `--json`. */
export interface Summary {
  readonly recording: string;
  readonly connected: boolean;
  readonly server?: { readonly name?: unknown; readonly version?: unknown; readonly title?: unknown };
  readonly revision?: string;
  /** The era of the protocol, and a code for why. */
  readonly era?: { readonly era: string; readonly reason: string };
  readonly lists: { readonly [list in ServerList]?: ListReport };
  /** Lists that were offered and not read to the end: refused, broken off, or without a response. */
  readonly unread?: readonly ServerList[];
  readonly broken?: Broken;
  readonly steps: readonly StepReport[];
  readonly counts: Counts;
  /** The exercise ended at this number of requests, and there was more to do. */
  readonly limit?: number;
  /** Why the session ended early, or what went wrong with it. */
  readonly problem?: Cause;
  /** The last lines of the server's standard error; only where no session was established. */
  readonly stderr?: readonly string[];
  readonly unrecorded?: Unrecorded;
  /** With `--lint`: the broken rules, as in `mcp-lifeline lint --json` of a file. */
  readonly lint?: object;
  readonly exitCode: number;
}

export function listReports({ lists }: Readonly<SessionState>): Summary['lists'] {
  return Object.fromEntries(
    SERVER_LISTS.flatMap(({ list }) => {
      const { items, pages, complete, error, unread, repeats, s } = lists[list];
      if (s === undefined) return [];
      const count = items.length;
      const why = defined({ error, unread, repeats });
      return [[list, { count, pages, complete, ...why }] as const];
    }),
  );
}

const MARKS: { readonly [outcome in StepOutcome]?: string } = {
  result: 'ok',
  'tool-error': 'error',
  refused: ENGLISH.outcomes.refused,
  skipped: ENGLISH.outcomes.skipped,
};

/** Longest detail of a line; the recording has all of it. */
const DETAIL = 160;

/** `ok       12 ms  tools/call echo`, and the sources of its arguments other than the schema. */
export function stepLine({ method, about, outcome, ms, detail, values = [], count }: StepReport): string {
  const subject = about === undefined ? method : `${method} ${about}`;
  const said =
    outcome === 'tool-error'
      ? ['isError', detail].filter((each) => each !== undefined).join(': ')
      : outcome === 'skipped' && detail !== undefined
        ? skippedWords(detail)
        : detail;
  const words = said === undefined ? '' : `: ${said.length > DETAIL ? `${said.slice(0, DETAIL)}…` : said}`;
  const many = count === undefined ? '' : ` (${count})`;
  // Whole milliseconds: less than one is not shown as microseconds.
  const took = ms < 1 ? '0 ms' : duration(ms * 1000, 'en');
  return visibleText(
    `${(MARKS[outcome] ?? `FAILED (${ENGLISH.outcomes[outcome]})`).padEnd(8)} ${took.padStart(9)}  ${subject}${many}${words}${valueWords(values)}`,
  );
}

/** Values of one step shown with their source; `--json` has all. */
const MAX_VALUE_COUNT = 4;

/** Values of the person or of the schema, which need no explanation. */
const OWN: ReadonlySet<StepValue['from']> = new Set(['given', 'default', 'const', 'enum', 'examples']);

/** ` [path from tools/call list_allowed_directories; text made up]`. */
function valueWords(values: readonly StepValue[]): string {
  const told = values.filter(({ from }) => !OWN.has(from));
  const each = told
    .slice(0, MAX_VALUE_COUNT)
    .map(({ at, from, of }) => `${at.slice(1) || 'arguments'} ${sourceWords(from, of)}`);
  const more = told.length > each.length ? [`${told.length - each.length} more`] : [];
  return each.length === 0 ? '' : ` [${[...each, ...more].join('; ')}]`;
}

const sourceWords = (from: StepValue['from'], of: string | undefined): string =>
  of === undefined ? (SOURCES[from] ?? from) : `from ${of}`;

const SOURCES: { readonly [from in StepValue['from']]?: string } = {
  'made-up': 'generated',
  completion: 'suggested by the server',
  description: 'from the description',
  limits: 'from its limits',
  format: 'from its format',
  pattern: 'from its pattern',
};

/** `4 responded, 1 error response, 0 refused, 0 failed, 2 skipped`. */
export function countWords({ answered, answeredWithError, refused, failed, skipped }: Counts): string {
  return `${answered} responded, ${counted(answeredWithError, 'error response')}, ${refused} refused, ${failed} failed, ${skipped} skipped`;
}

/** Write the report without secrets; `words` summarize the run. Gives the exit code to end with. */
export function writeJunit(
  { junit, spec, strict }: RecordRequest,
  run: ReportedRun,
  words: string,
  io: CommandIo,
): number {
  if (junit === undefined) return run.exitCode;
  const server = spec.transport === 'stdio' ? [spec.command, ...spec.args].join(' ') : spec.url;
  try {
    writeForOwner(junit, stepsJunit(...tellingOf([], true)([run, { server, strict, words }] as const)));
    return run.exitCode;
  } catch (error) {
    io.warn(`The report can’t be written: ${errorText(error)}.`);
    return run.exitCode === EXIT.notWhole ? run.exitCode : EXIT.notRun;
  }
}
