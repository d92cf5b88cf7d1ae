/** A page without a page: speaks the relay's WebSocket, so that the relay can be timed without a browser. */
import WebSocket from 'ws';
import { sessionOf } from '../browser/signed-in.mjs';
import { headersFor, protocolsFor } from '../enter.mjs';
import { SERVER } from './stdio-pipe.mjs';

const POLICY = {
  revision: '2025-11-25',
  handshake: true,
  discover: false,
  refresh: false,
  listen: false,
  resume: true,
  restart: true,
  ping: true,
  answerRoots: true,
  roots: [],
  sampling: { mode: 'ask' },
  elicitation: { mode: 'ask' },
  retryInput: true,
  retryHeaders: true,
  followTasks: true,
  cancelOnClose: true,
  goodbye: false,
  probeMs: 5000,
  timeouts: { idleMs: 0, totalMs: 0, progressExtends: true },
};

/** Open a session with the fixture server through the relay that printed the address `url`. */
export async function openThroughRelay(url, mode) {
  const entered = await sessionOf(url);
  const { origin } = entered;
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/api/socket`, protocolsFor(entered), {
    headers: headersFor(entered),
    origin,
    maxPayload: 1 << 30,
  });
  const waiting = new Map();
  let opened;
  const ready = new Promise((resolve) => (opened = resolve));
  let initialized;
  const handshake = new Promise((resolve) => (initialized = resolve));
  let session;
  socket.on('message', (data) => {
    const lines = data.toString().split('\n');
    const head = JSON.parse(lines[0]);
    if (head.type === 'welcome')
      socket.send(
        JSON.stringify({
          type: 'open',
          request: 1,
          title: 'bench',
          policy: POLICY,
          spec: { transport: 'stdio', command: process.execPath, args: [SERVER, ...(mode ? [mode] : [])], env: {} },
        }),
      );
    if (head.type === 'opened') {
      session = head.session.id;
      socket.send(JSON.stringify({ type: 'watch', session, from: 0 }));
      opened();
    }
    if (head.type !== 'events') return;
    for (const line of lines.slice(1)) {
      const event = JSON.parse(line);
      if (event.k !== 'message') continue;
      if (event.dir === 'c2s' && event.raw.includes('notifications/initialized')) initialized();
      if (event.dir !== 's2c') continue;
      const { id } = JSON.parse(event.raw);
      waiting.get(id)?.(event.raw);
    }
  });
  await ready;
  await handshake;
  let ids = 1000;
  const request = (method, params, answered = true) =>
    new Promise((resolve) => {
      const id = ++ids;
      const began = performance.now();
      if (answered)
        waiting.set(id, (raw) => {
          waiting.delete(id);
          resolve(method === 'ping' ? performance.now() - began : raw);
        });
      socket.send(
        JSON.stringify({ type: 'send', session, text: JSON.stringify({ jsonrpc: '2.0', id, method, params }) }),
      );
      if (!answered) resolve(0);
    });
  return {
    /** Time in milliseconds until the answer was read and parsed. */
    ping: () => request('ping', {}),
    /** The answer's text, or nothing when none is waited for. */
    call: (name, args, answered) => request('tools/call', { name, arguments: args }, answered),
    /** How many other calls the server says it has received. */
    async count() {
      const raw = await request('tools/call', { name: 'count', arguments: {} });
      return Number(JSON.parse(raw).result.content[0].text);
    },
    async close() {
      socket.send(JSON.stringify({ type: 'close', session }));
      const gone = new Promise((resolve) => socket.once('close', resolve));
      socket.close();
      await gone;
    },
  };
}
