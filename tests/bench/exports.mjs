/** How long it takes to hand a long recording on, as a person does it: the program from its start to its end. */
import { execFileSync } from 'node:child_process';
import { rmSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const CLI = fileURLToPath(new URL('../../dist/relay/cli.js', import.meta.url));

/** Export `file` as `format`, without secrets. Gives milliseconds, and the size of what was written in bytes. */
export function exportRecording(file, format) {
  const out = `${file}.out-${format}`;
  const began = performance.now();
  execFileSync(process.execPath, [CLI, 'export', file, '--to', format, '--out', out], { stdio: 'ignore' });
  const took = performance.now() - began;
  const bytes = statSync(out).size;
  rmSync(out);
  return { took, bytes };
}
