/** `mcp-lifeline rerun`: sends a recording's requests again and writes the reports on the comparison. */
import { defineCommand, ioBeside } from '../command/index.ts';
import { reporting } from '../report/index.ts';
import { rerunLine } from './args.ts';
import { rerun } from './run.ts';

export const rerunCommand = defineCommand(rerunLine, 'report', (request, io) => {
  const { file, out = 'a new run', strict, failOn } = request;
  const context = { before: file, after: out, strict, failOn };
  return reporting(request, context, ioBeside(request, io), (reportIo, reports) => rerun(request, reportIo, reports));
});
