/** `mcp-lifeline show` as a command of the program. */
import { DiagramReading, toRows, toTerminal, toTerminalExplained, toTerminalOperations } from '#shared/export';
import { foundIn } from '#shared/findings';
import { toolStatistics, type ToolStatistics } from '#shared/operations';
import { factsOfOperation, SessionLog, type OperationFacts } from '#shared/session';
import { parseFilter, type FoundLookup } from '#shared/timeline';
import {
  commandLine,
  defineCommand,
  EXIT,
  jsonPieces,
  NO_COLOR,
  oneFile,
  SERVER_OF,
  terminalOf,
  type AskedOf,
  type CommandIo,
} from '../command/index.ts';
import { recordingAt } from '../recording/index.ts';

const LINE = commandLine({
  name: 'show',
  about: `Draws a recording as a sequence diagram in the terminal. Secrets are shown as recorded; use redact or export before you share
it.`,
  column: 15,
  options: {
    operations: 'one line for each operation instead of the diagram, and statistics for each tool',
    explain: 'one or two sentences on each event instead of the diagram',
    'filter F': `only rows that match the filter: method:tools/* -method:ping dir:s2c status:error dur:>500ms
      finding:must rule:rpc-* text`,
    'width N': 'columns to draw in (default: those of the terminal, or 100)',
    ...NO_COLOR,
    json: `print the header, the rows, each operation with its id, name, outcome, milliseconds and bytes,
      and the statistics for each tool, as JSON`,
    'lang L': 'language: en (default) or zh-CN',
    quiet: 'print only errors to standard error',
    'server N': SERVER_OF['server NAME'],
  },
  after: 'Exit codes: 0 drawn; 2 wrong usage; 3 the file can’t be read.\n',
  read({ values: { operations, explain, width, filter = '' }, positionals }) {
    const file = oneFile(positionals);
    if ('problem' in file) return file.problem;
    if (operations && explain) return 'Use either --operations or --explain, not both';
    const [unknown] = parseFilter(filter).unknown;
    if (unknown !== undefined) return `Can’t parse “${unknown}” in the filter`;
    if (width !== undefined && !/^\d{2,3}$/.test(width)) return `“${width}” is not a number of columns from 10 to 999`;
    return { ...file, filter, width: width === undefined ? undefined : Number(width) };
  },
});

export const showCommand = defineCommand(LINE, 'data', show);

async function show(
  { file, filter, width, noColor, json, operations, explain }: AskedOf<typeof LINE>,
  io: CommandIo,
): Promise<number> {
  const { asksFindings } = parseFilter(filter);
  let log: SessionLog | undefined;
  let reading: DiagramReading | undefined;
  const recorded = await recordingAt(file, io, ({ events }) => {
    const own = (log = new SessionLog(events));
    // What rules find is known at the end.
    const rows = (reading = operations || asksFindings ? undefined : new DiagramReading(own, { filter }, json));
    return (event) => {
      own.append(event);
      rows?.advance();
    };
  });
  const found = asksFindings ? foundIn(recorded) : undefined;
  const read = { filter, found, log, reading };
  if (json) {
    const rows = toRows(recorded, read);
    const operated = operationsIn(log ?? new SessionLog(), filter, found);
    for (const piece of jsonPieces({ header: recorded.header, ...rows, ...operated, damaged: io.damaged }))
      io.print(piece);
    return EXIT.good;
  }
  const terminal = terminalOf(io.env, !noColor);
  const spoken = io.words ? { words: io.words } : {};
  const draw = operations ? toTerminalOperations : explain ? toTerminalExplained : toTerminal;
  io.print(draw(recorded, { ...read, color: terminal.color, width: width ?? terminal.columns, ...spoken }));
  if (!operations && filter !== '' && toRows(recorded, { ...read, most: 1 }).rows.length === 0)
    io.say('No row passes the filter.');
  return EXIT.good;
}

/** The operations of a recording; with a filter, those with an event that passes it. The statistics are of all. */
function operationsIn(
  log: SessionLog,
  filter: string,
  found?: FoundLookup,
): { readonly operations: Iterable<OperationFacts>; readonly statistics: ToolStatistics[] } {
  const { empty, matches } = parseFilter(filter, found);
  const passing = function* (): Generator<OperationFacts> {
    for (const operation of log.operations)
      if (empty || operation.events.some((s) => matches(log, s))) yield factsOfOperation(operation, log);
  };
  return { operations: passing(), statistics: toolStatistics(log) };
}
