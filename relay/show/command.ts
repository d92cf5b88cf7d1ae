/** `mcp-lifeline show` as a command of the program. */
import { toRows, toTerminal, toTerminalExplained, toTerminalOperations } from '#shared/export';
import { foundIn } from '#shared/findings';
import { toolStatistics, type ToolStatistics } from '#shared/operations';
import type { Recorded } from '#shared/recording';
import { operationFacts, SessionLog, type OperationFacts } from '#shared/session';
import { parseFilter, type FoundLookup } from '#shared/timeline';
import { type CommandIo, defineCommand, ends, EXIT, jsonLine } from '../command/index.ts';
import { loadRecording } from '../recording/index.ts';
import { readShowArgs, SHOW_HELP, type ShowRequest } from './args.ts';

const USUAL_WIDTH = 100;

export const showCommand = defineCommand<ShowRequest>({
  help: SHOW_HELP,
  output: 'data',
  opensFiles: true,
  translated: true,
  read: readShowArgs,
  carryOut: show,
});

async function show(
  { file, filter, width, color, json, operations, explain }: ShowRequest,
  io: CommandIo,
): Promise<number> {
  const loaded = await loadRecording(file, io);
  if (!loaded.ok) return ends(io, EXIT.notRun, loaded.sentence);
  const { recorded } = loaded;
  const found = parseFilter(filter).asksFindings ? foundIn(recorded) : undefined;
  if (json) {
    const rows = toRows(recorded, { filter, found });
    io.print(
      jsonLine({ header: recorded.header, ...rows, ...operationsIn(recorded, filter, found), damaged: io.damaged }),
    );
    return EXIT.good;
  }
  const colorful = color && process.stdout.isTTY && (io.env['NO_COLOR'] ?? '') === '';
  const spoken = io.words ? { words: io.words } : {};
  const columns = width ?? (process.stdout.isTTY ? process.stdout.columns : USUAL_WIDTH);
  const draw = operations ? toTerminalOperations : explain ? toTerminalExplained : toTerminal;
  io.print(draw(recorded, { filter, found, color: colorful, width: columns, ...spoken }));
  if (!operations && filter !== '' && toRows(recorded, { filter, found }).rows.length === 0)
    io.say('No row passes the filter.');
  return EXIT.good;
}

/** The operations of a recording; with a filter, those of which an event passes it. The statistics are of all. */
function operationsIn(
  { events }: Recorded,
  filter: string,
  found?: FoundLookup,
): { readonly operations: OperationFacts[]; readonly statistics: ToolStatistics[] } {
  const log = new SessionLog();
  for (const event of events) log.append(event);
  const { empty, matches } = parseFilter(filter, found);
  const all = operationFacts(log);
  const operations = empty ? all : all.filter((_, index) => log.operations[index]?.events.some((s) => matches(log, s)));
  return { operations, statistics: toolStatistics(log) };
}
