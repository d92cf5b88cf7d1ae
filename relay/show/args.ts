/** The command line of `mcp-lifeline show`, read: what to draw how, or what is wrong with it. */
import { parseFilter } from '#shared/timeline';
import { COMMON_OPTIONS, parseOptions, wrongUse, type Parsed } from '../command/index.ts';

export const SHOW_HELP = `Usage: mcp-lifeline show [options] FILE

Draws a recording as a sequence diagram in the terminal. Secrets are shown as recorded; use redact or export before you share
it.

Options:
  --operations one line for each operation instead of the diagram, and statistics for each tool
  --explain    one or two sentences on each event instead of the diagram
  --filter F   only rows that match the filter: method:tools/* -method:ping dir:s2c status:error dur:>500ms
               finding:must rule:rpc-* text
  --width N    columns to draw in (default: those of the terminal, or 100)
  --no-color   no colours (also if NO_COLOR is set, or the output is not a terminal)
  --json       print the header, the rows, each operation with its id, name, outcome, milliseconds and bytes,
               and the statistics for each tool, as JSON
  --lang L     language: en (default) or zh-CN
  --quiet      print only errors to standard error
  --server N   select the server, if a log of another tool contains messages of several
  --help       print this text

Exit codes: 0 drawn; 2 wrong usage; 3 the file can’t be read.
`;

export interface ShowRequest {
  readonly type: 'show';
  /** Path as typed. */
  readonly file: string;
  readonly filter: string;
  readonly width?: number;
  /** False when colours are not wanted; true says nothing about whether the output can show them. */
  readonly color: boolean;
  readonly json: boolean;
  readonly operations: boolean;
  readonly explain: boolean;
  readonly quiet: boolean;
}

const wrong = wrongUse('show');

const OPTIONS = {
  filter: { type: 'string', default: '' },
  width: { type: 'string' },
  color: { type: 'boolean', default: true },
  json: { type: 'boolean', default: false },
  operations: { type: 'boolean', default: false },
  explain: { type: 'boolean', default: false },
  ...COMMON_OPTIONS,
} as const;

/** Read the arguments after `show`. Never throws. */
export function readShowArgs(argv: readonly string[]): Parsed<ShowRequest> {
  const parsed = parseOptions('show', {
    args: [...argv],
    options: OPTIONS,
    allowPositionals: true,
    allowNegative: true,
  });
  if ('type' in parsed) return parsed;
  const { values, positionals } = parsed;
  const [file, second] = positionals;
  if (file === undefined) return wrong('Name a file');
  if (second !== undefined) return wrong('One file at a time');
  const { filter, width, color, json, operations, explain, quiet } = values;
  if (operations && explain) return wrong('Use either --operations or --explain, not both');
  const [unknown] = parseFilter(filter).unknown;
  if (unknown !== undefined) return wrong(`Can’t parse “${unknown}” in the filter`);
  if (width !== undefined && !/^\d{2,3}$/.test(width))
    return wrong(`“${width}” is not a number of columns from 10 to 999`);
  return {
    type: 'show',
    file,
    filter,
    color,
    json,
    operations,
    explain,
    quiet,
    ...(width === undefined ? {} : { width: Number(width) }),
  };
}
