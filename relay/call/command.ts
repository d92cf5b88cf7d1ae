/** `mcp-lifeline call` as a command of the program. */
import { defineCommand, ioBeside } from '../command/index.ts';
import { callLine } from './args.ts';
import { call } from './run.ts';

export const callCommand = defineCommand(callLine, 'data', (request, io) => call(request, ioBeside(request, io)));
