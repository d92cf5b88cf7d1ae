/** The file that people start, `dist/relay/cli.js`, with the tap, for which a tapped host waits; the rest is loaded when wanted. */
import { readTapArgs, runTap, runTapWithRules, TAP_WORDS } from '../tap/stdio/index.ts';

const [, , command, ...rest] = process.argv;
const isTap = command === 'tap' && !TAP_WORDS.some((word) => word === rest[0]);
const request = isTap ? readTapArgs(rest) : undefined;

// The files of the program are bundled into one folder.
const beside = (name: string): URL => new URL(name, import.meta.url);
// The program reports wrong arguments there, as for every command.
if (request === undefined || request === 'help' || 'wrong' in request) await import(beside('program.js').href);
else {
  const [recorder, armed] = [beside('tap-recorder.js'), beside('tap-armed.js')];
  if (request.rules === undefined) runTap(request, recorder, { file: armed });
  else await runTapWithRules(request, request.rules, recorder, armed);
}
