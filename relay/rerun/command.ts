/** `mcp-lifeline rerun` as a command of the program. */
import { defineCommand, ioBeside } from '../command/index.ts';
import { reporting } from '../report/index.ts';
import { rerunLine } from './args.ts';
import { rerun } from './run.ts';

export const rerunCommand = defineCommand(rerunLine, 'report', (request, io) => {
  const { file, out = 'a new run', strict, failOn } = request;
  const context = { before: file, after: out, strict, failOn };
  return reporting(request, context, ioBeside(request, io), (own, reports) => rerun(request, own, reports));
});
