/**
 * Makes web/public/example.mcprec: a short real session with the garden server through the real relay, so that a person
 * can look around without a server. Run after a build: `node tests/docs/make-example.mjs`.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import WebSocket from 'ws';
import { enter, headersFor, protocolsFor } from '../enter.mjs';
import { startRelay } from '../start-relay.mjs';

const top = fileURLToPath(new URL('../..', import.meta.url));
const relay = await startRelay({ port: 6390, args: ['--', 'node', 'garden-server.mjs'], cwd: join(top, 'tests/docs') });
const entered = await enter(relay.url);
const { origin } = entered;
const headers = headersFor(entered);
const socket = new WebSocket(`${origin.replace('http', 'ws')}/api/socket`, protocolsFor(entered), { headers, origin });

const events = [];
const watchers = new Set();
/** Resolves with the first event, past or coming, for which `test` holds. */
const until = (test) =>
  new Promise((resolve) => {
    const look = () => {
      const found = events.find(test);
      if (!found) return;
      watchers.delete(look);
      resolve(found);
    };
    watchers.add(look);
    look();
  });
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

let session;
socket.on('message', (data) => {
  const [first, ...lines] = data.toString().split('\n');
  const head = JSON.parse(first);
  if (head.type === 'welcome') {
    session = head.sessions[0].id;
    socket.send(JSON.stringify({ type: 'watch', session, from: 0 }));
  }
  if (head.type === 'events') for (const line of lines) events.push(JSON.parse(line));
  for (const look of [...watchers]) look();
});
const send = (text) => socket.send(JSON.stringify({ type: 'send', session, text }));
const answered = (id) =>
  until(
    (event) =>
      event.k === 'message' && event.dir === 's2c' && event.raw.includes('"result"') && JSON.parse(event.raw).id === id,
  );
const isList = (event, method) => event.k === 'message' && event.raw?.includes(method);

await until((event) => isList(event, 'prompts/list'));
const prompts = JSON.parse((await until((event) => isList(event, 'prompts/list'))).raw);
await answered(prompts.id);
const call = (id, name, args, meta) =>
  send(
    JSON.stringify({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name, arguments: args, ...(meta ? { _meta: meta } : {}) },
    }),
  );
// The pauses are what a person's thinking looks like in a recording.
await pause(2600);
call(101, 'list_plants', {});
await answered(101);
await pause(1200);
call(102, 'survey', { beds: 4 }, { progressToken: 102 });
await answered(102);
await pause(900);
call(103, 'water_plant', { plant: 'olive tree', seconds: 12 });
await answered(103);
await pause(1100);
call(104, 'name_seedling', { look: 'tall, with silver leaves' });
const asked = JSON.parse(
  (await until((event) => event.dir === 's2c' && event.raw?.includes('sampling/createMessage'))).raw,
);
await pause(1500);
send(
  `{"jsonrpc":"2.0","id":${JSON.stringify(asked.id)},"result":{"role":"assistant","content":{"type":"text","text":"Argent"},"model":"by hand","stopReason":"endTurn"}}`,
);
await answered(104);
await pause(1400);
send('{"jsonrpc":"2.0","id":105,"method":"ping",}');
await pause(3100);
call(106, 'photo', { plant: 'fern' });
await answered(106);
call(107, 'clear_bed', { bed: 2 });
await answered(107);
await pause(700);
send('{"jsonrpc":"2.0","id":9007199254740993,"method":"beds/dig","params":{"depth":1.0}}');
await until((event) => event.dir === 's2c' && event.raw?.includes('-32601'));
await pause(600);
socket.send(JSON.stringify({ type: 'close', session }));
await until((event) => event.k === 'connection' && event.event === 'closed');
const recording = await (await fetch(`${origin}/api/sessions/${session}/recording`, { headers })).text();
writeFileSync(join(top, 'web/public/example.mcprec'), recording);
console.log(`${events.length} events, ${recording.length} characters`);
socket.close();
await relay.close();
