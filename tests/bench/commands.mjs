/** What a command takes for a long recording, as a person or a job runs it: its time, and the most memory it had. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const CLI = fileURLToPath(new URL('../../dist/relay/cli.js', import.meta.url));
/** Says at the end of the process the most memory it had (kB), on a line of its own. `maxRSS` would be the bench's, which starts it. */
const SAY_MOST = `data:text/javascript,import{readFileSync}from'node:fs';process.on('exit',()=>
process._rawDebug('most',/VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status','utf8'))[1]))`.replace('\n', '');

/** Run a command of the program over a file. Gives milliseconds and megabytes. Throws where it was not carried out. */
export function runCommand(name, file) {
  const began = performance.now();
  const { status, stderr } = spawnSync(process.execPath, ['--import', SAY_MOST, CLI, name, file], {
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
  });
  const took = performance.now() - began;
  const most = Number(/^most (\d+)$/m.exec(stderr)?.[1]);
  // 1: rules were broken.
  if ((status !== 0 && status !== 1) || Number.isNaN(most)) throw new Error(`${name}: exit ${status}\n${stderr}`);
  return { took, megabytes: most / 1000 };
}
