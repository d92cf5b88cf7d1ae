// Starts a grandchild that holds its pipes, says its process id, and ends by itself once asked or when stdin closes.
import { spawn } from 'node:child_process';

const idle = 'process.on("SIGTERM", () => {}); setInterval(() => {}, 60000); console.log("grandchild ready")';
const child = spawn(process.execPath, ['-e', process.argv.includes('stubborn') ? idle : idle.replace(/^[^;]*;/, '')], {
  stdio: ['ignore', 'inherit', 'inherit'],
});
process.stdout.write(`grandchild ${child.pid}\n`);
process.stdin.once('data', () => process.exit(0));
process.stdin.once('end', () => process.exit(0));
