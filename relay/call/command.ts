/** `mcp-lifeline call` as a command of the program. */
import { defineCommand, ioBeside } from '../command/index.ts';
import { CALL_HELP, readCallArgs, type CallRequest } from './args.ts';
import { call } from './run.ts';

export const callCommand = defineCommand<CallRequest>({
  help: CALL_HELP,
  output: 'data',
  read: readCallArgs,
  carryOut: (request, io) => call(request, ioBeside(request, io)),
});
