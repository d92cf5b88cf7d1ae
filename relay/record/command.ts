/** `mcp-lifeline record` as a command of the program. */
import { defineCommand } from '../command.ts';
import { readRecordArgs, RECORD_HELP, type RecordRequest } from './args.ts';
import { record } from './run.ts';

export const recordCommand = defineCommand<RecordRequest>({
  usage: 'record [options] (URL | -- COMMAND ARGS…)',
  summary: 'record a session without a browser',
  help: RECORD_HELP,
  read: readRecordArgs,
  // A machine reads standard output alone; a person sees what happens on the way.
  carryOut: (request, io) =>
    record(request, { ...io, say: request.json && !process.stderr.isTTY ? () => undefined : io.say }),
});
