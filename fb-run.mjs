import { build } from 'rolldown';
import { Worker } from 'node:worker_threads'; import { once } from 'node:events';
await build({ input: 'tests/bench/findings-measures.mjs', cwd: process.cwd(), platform: 'node', output: { file: '/tmp/fb/m.mjs', format: 'esm', codeSplitting: false }, logLevel: 'warn' });
const w = new Worker('/tmp/fb/m.mjs', { workerData: { count: Number(process.argv[2]), runs: 4 } });
const [r] = await once(w, 'message'); console.log(r);
