/** `mcp-lifeline rerun` as a command of the program. */
import { ioBeside } from '../beside.ts';
import { defineCommand } from '../command.ts';
import { readRerunArgs, RERUN_HELP, type RerunRequest } from './args.ts';
import { rerun } from './run.ts';

export const rerunCommand = defineCommand<RerunRequest>({
  usage: 'rerun [options] FILE (URL | -- COMMAND ARGS… | --same)',
  summary: 'run a recording again and compare',
  help: RERUN_HELP,
  output: 'report',
  read: readRerunArgs,
  carryOut: (request, io) => rerun(request, ioBeside(request.out, io)),
});
