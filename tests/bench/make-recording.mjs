/** A recording of any size, as a busy session would leave it: calls with progress and log messages, now and then a pause or stderr. */
import { createWriteStream } from 'node:fs';
import { once } from 'node:events';

const HEADER = {
  mcprec: 1,
  id: 'benchbenchbench00000',
  title: 'bench',
  startedAt: '2026-01-01T00:00:00.000Z',
  by: { name: 'mcp-lifeline', version: '0.1.0' },
  route: 'relay',
  connection: { transport: 'stdio', command: 'node', args: ['server.mjs'] },
};
const INITIALIZE =
  '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"bench","version":"1"}}}';
const INITIALIZED_RESULT =
  '{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{},"logging":{}},"serverInfo":{"name":"bench-server","version":"1.0.0"}}}';

/** Bodies of at least `count` events of a busy session, one after another. */
export function* bodies(count) {
  yield { k: 'connection', event: 'opening' };
  yield { k: 'process', event: 'spawn', pid: 1 };
  yield { k: 'connection', event: 'open' };
  yield { k: 'message', dir: 'c2s', by: 'auto', raw: INITIALIZE };
  yield { k: 'message', dir: 's2c', raw: INITIALIZED_RESULT };
  yield { k: 'message', dir: 'c2s', by: 'auto', raw: '{"jsonrpc":"2.0","method":"notifications/initialized"}' };
  let made = 6;
  for (let call = 2; made < count; call++)
    for (const body of callOf(call)) {
      yield body;
      made++;
    }
}

/** A call with what comes until its answer: progress and log messages in turn; with every tenth, a run of log messages that is folded. */
function* callOf(call) {
  yield {
    k: 'message',
    dir: 'c2s',
    by: 'user',
    raw: `{"jsonrpc":"2.0","id":${call},"method":"tools/call","params":{"name":"search","arguments":{"query":"item ${call}","limit":10},"_meta":{"progressToken":${call}}}}`,
  };
  for (let step = 1; step <= 6; step++)
    yield {
      k: 'message',
      dir: 's2c',
      raw:
        step % 2 && call % 10 !== 0
          ? `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":${call},"progress":${step},"total":6}}`
          : `{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","logger":"search","data":"looked at page ${step} of item ${call}"}}`,
    };
  if (call % 50 === 0) yield { k: 'stderr', text: `slow query for item ${call}\n` };
  yield {
    k: 'message',
    dir: 's2c',
    raw: `{"jsonrpc":"2.0","id":${call},"result":{"content":[{"type":"text","text":"found ${call % 17} entries for item ${call}"}],"isError":false}}`,
  };
}

/** Write a recording of exactly `count` events to `path`. Gives its size in bytes. */
export async function makeRecording(path, count) {
  const file = createWriteStream(path);
  let piece = `${JSON.stringify(HEADER)}\n`;
  let bytes = 0;
  let s = 0;
  const flush = async () => {
    bytes += Buffer.byteLength(piece);
    if (!file.write(piece)) await once(file, 'drain');
    piece = '';
  };
  for (const body of bodies(count)) {
    if (s === count) break;
    // A pause of a minute now and then, otherwise 150 microseconds between events.
    piece += `${JSON.stringify({ s, t: s * 150 + Math.floor(s / 5000) * 60_000_000, ...body })}\n`;
    s++;
    if (piece.length > 1024 * 1024) await flush();
  }
  piece += `${JSON.stringify({ footer: true, events: count, reason: 'closed by user' })}\n`;
  await flush();
  file.end();
  await once(file, 'finish');
  return bytes;
}
