// Starts a daemon as daemons are started (a child that starts another one in a session of its own, and ends), says its process
// id, and ends when stdin closes. With the argument `stubborn` the daemon ignores SIGTERM, with `last-words` it answers it.
import { spawn } from 'node:child_process';

const lines = [
  process.argv.includes('stubborn') ? 'process.on("SIGTERM", () => {})' : '',
  process.argv.includes('last-words')
    ? 'process.on("SIGTERM", () => { process.stdout.write("last words\\n"); process.exit(); })'
    : '',
  'setInterval(() => {}, 60000)',
  'process.stdout.write(`daemon ${process.pid}\\n`)',
];
const between = `
  const { spawn } = require('node:child_process');
  spawn(process.execPath, ['-e', ${JSON.stringify(lines.join(';'))}], { detached: true, stdio: ['ignore', 'inherit', 'ignore'] }).unref();
`;
spawn(process.execPath, ['-e', between], { detached: true, stdio: ['ignore', 'inherit', 'ignore'] });
process.stdin.resume();
process.stdin.once('end', () => process.exit(0));
