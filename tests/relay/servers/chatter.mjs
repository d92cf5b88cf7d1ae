// Starts a grandchild in a group of its own that holds the pipes and never stops writing, then ends.
import { spawn } from 'node:child_process';

const chatter =
  'setInterval(() => console.log("chatter"), 10); setTimeout(() => {}, 60000); process.stdout.on("error", () => process.exit())';
const child = spawn(process.execPath, ['-e', chatter], { detached: true, stdio: ['ignore', 'inherit', 'inherit'] });
child.unref();
process.stdin.once('data', () => process.exit(0));
