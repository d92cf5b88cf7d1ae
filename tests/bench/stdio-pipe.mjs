/** The same server over a bare pipe: what the machine and the server themselves cost, without anything of ours. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ownedChild } from './owned.mjs';

export const SERVER = fileURLToPath(new URL('../fixtures/stdio-misbehave.mjs', import.meta.url));

/** A server on a pipe; `call` resolves with the time (ms) until the answer with its id was read and parsed. */
export async function openPipe(mode) {
  const args = [SERVER, ...(mode ? [mode] : [])];
  const child = ownedChild(spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'ignore'] }));
  const waiting = new Map();
  let pieces = [];
  child.stdout.on('data', (chunk) => {
    let from = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
      pieces.push(chunk.subarray(from, end));
      const message = JSON.parse(Buffer.concat(pieces).toString());
      pieces = [];
      from = end + 1;
      if (message.id !== undefined) waiting.get(message.id)?.();
    }
    if (from < chunk.length) pieces.push(chunk.subarray(from));
  });
  let ids = 0;
  const request = (method, params) =>
    new Promise((resolve) => {
      const id = ++ids;
      const began = performance.now();
      waiting.set(id, () => {
        waiting.delete(id);
        resolve(performance.now() - began);
      });
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    });
  await request('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'pipe', version: '0' },
  });
  return {
    call: (name, args) => request('tools/call', { name, arguments: args }),
    ping: () => request('ping', {}),
    async close() {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.stdin.end();
      await gone;
    },
  };
}
