/** The program of `mcp-lifeline tap -- COMMAND`, a bundle of its own: nothing of what the rest needs is loaded. */
import { readTapArgs } from './args.ts';
import { runTap } from './tap.ts';

const request = readTapArgs(process.argv.slice(3));
// The files of the program are bundled into one folder.
const beside = (name: string): URL => new URL(name, import.meta.url);
if (request === 'help' || 'wrong' in request) await import(beside('program.js').href);
else runTap(request, beside('tap-recorder.js'));
