/** The JUnit report of a recorded session, where one was asked for. */
import { errorText } from '#shared/base';
import { EXIT, type CommandIo } from '../command/index.ts';
import { writeForOwner } from '../recording/index.ts';
import type { RecordRequest } from './args.ts';
import { type ReportedRun, stepsJunit, tellingOf } from '../report/index.ts';

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
