/** `mcp-lifeline record` as a command of the program. */
import { defineCommand, ioBeside } from '../command/index.ts';
import { recordLine } from './args.ts';
import { record } from './run.ts';

export const recordCommand = defineCommand(recordLine, 'data', (request, io) => record(request, ioBeside(request, io)));
