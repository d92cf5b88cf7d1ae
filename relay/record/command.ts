/** `mcp-lifeline record` as a command of the program. */
import { defineCommand, ioBeside } from '../command/index.ts';
import { readRecordArgs, RECORD_HELP, type RecordRequest } from './args.ts';
import { record } from './run.ts';

export const recordCommand = defineCommand<RecordRequest>({
  help: RECORD_HELP,
  output: 'data',
  judges: true,
  read: readRecordArgs,
  carryOut: (request, io) => record(request, ioBeside(request, io)),
});
