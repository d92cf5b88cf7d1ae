/** An armed tap over HTTP, and how the bodies end that it passes: what waits goes first, and an end is what it would be without the tap. */
import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { eventually } from '../relay/support/page.ts';
import { Commander, told } from './support/armed.ts';
import { call, CHANGED, only, reading, rulesFile, serving, tapped } from './support/http-tap.ts';
import { recordingsUnder } from './support/tapped.ts';

const RESULT = '{"jsonrpc":"2.0","id":1,"result":{"x":1.0}}';

/** A server whose response is written by hand once it is asked. */
async function answering(
  type: string,
): Promise<{ readonly url: string; readonly response: () => Promise<ServerResponse> }> {
  const responses: ServerResponse[] = [];
  const url = await serving((request, response) => {
    request.resume();
    response.writeHead(200, { 'Content-Type': type });
    response.flushHeaders();
    responses.push(response);
  });
  return { url: `${url}/mcp`, response: () => eventually(() => responses.shift()) };
}

test.each(['ends', 'breaks off'] as const)(
  'a stream that %s ends once a person has decided about what waits on it',
  async (how) => {
    const { url, response } = await answering('text/event-stream');
    const tap = await tapped(url);
    const first = reading(tap.url, call('first'));
    (await response()).end(`data: ${RESULT}\n\n`);
    await eventually((await first).end);
    const person = await Commander.of(tap);
    const recording = only(recordingsUnder(tap.home)).header.id;
    await person.hold('dir:s2c "x"');
    const asked = reading(tap.url, call('held'));
    const server = await response();
    server.write(`data: ${CHANGED}\n\ndata: ${RESULT}\n\ndata: ${RESULT}\n\ndata: {"ha`);
    const client = await asked;
    const [one, two] = [await person.held(0), await person.held(1)];
    if (how === 'ends') server.end('lf":1}');
    else server.destroy();
    const text = RESULT.replace('1.0', '2');
    expect(await person.tell({ type: 'verdict', at: one, verdict: { do: 'edit', text } }, recording)).toEqual({});
    await eventually(() => client.text().includes(text));
    expect(client.end()).toBe(undefined);
    expect(await person.tell({ type: 'verdict', at: two, verdict: { do: 'drop' } }, recording)).toEqual({});
    expect(await eventually(client.end)).toBe(how === 'ends' ? 'whole' : 'aborted');
    expect(client.text()).toBe(`data: ${CHANGED}\n\ndata: ${text}\n\ndata: {"ha${how === 'ends' ? 'lf":1}' : ''}`);
    const { events } = only(await tap.recorded());
    const all = told(events);
    expect(all.filter((each) => /^(?:edit|drop)/.test(each))).toEqual([`edit ${one} user`, `drop ${two} user`]);
    const ends = events.filter((event) => event.k === 'http' && event.phase === 'end');
    expect(ends).toMatchObject([{ by: 'server' }, { by: how === 'ends' ? 'server' : 'network' }]);
  },
);

test('what waits on a stream that breaks off goes on with whoever holds it, and a client that goes takes it along', async () => {
  const { url, response } = await answering('text/event-stream');
  const tap = await tapped(url);
  const first = reading(tap.url, call('first'));
  (await response()).end();
  await eventually((await first).end);
  const person = await Commander.of(tap);
  await person.hold('kind:response');
  const asked = [reading(tap.url, call('one')), reading(tap.url, call('two', 2))];
  for (const each of asked) {
    const server = await response();
    server.write(`data: ${RESULT}\n\n`);
    await each;
    await person.held(asked.indexOf(each));
    server.destroy();
  }
  const [one, two] = await Promise.all(asked);
  one?.close();
  await eventually(() => told(only(recordingsUnder(tap.home)).events).some((each) => each.startsWith('drop')));
  person.gone();
  expect(await eventually(() => two?.end())).toBe('aborted');
  expect(two?.text()).toBe(`data: ${RESULT}\n\n`);
});

test('a JSON body that the server cuts short is cut short for the client, too', async () => {
  const { url, response } = await answering('application/json');
  const tap = await tapped(url, '--rules', rulesFile(['never', { do: 'drop' }]));
  const asked = reading(tap.url, call('cut'));
  const server = await response();
  server.write(RESULT.slice(0, 20), () => server.destroy());
  const client = await asked;
  expect(client.status).toBe(200);
  expect(await eventually(client.end)).toBe('aborted');
  expect(client.text()).toBe(RESULT.slice(0, 20));
  const { events } = only(await tap.recorded());
  expect(events.find((event) => event.k === 'message' && event.dir === 's2c')).toMatchObject({
    raw: RESULT.slice(0, 20),
    unterminated: true,
  });
  expect(events.filter((event) => event.k === 'http' && event.phase === 'end')).toMatchObject([{ by: 'network' }]);
});

test.each(['server ends it', 'client goes'])(
  'a message of one’s own that waits for the end of an event says so when the %s before',
  async (who) => {
    const { url, response } = await answering('text/event-stream');
    const tap = await tapped(url);
    const asked = reading(tap.url);
    const server = await response();
    server.write('data: {"half":');
    const client = await asked;
    await eventually(() => client.text() !== '');
    const person = await Commander.of(tap);
    const recording = only(recordingsUnder(tap.home)).header.id;
    const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
    expect(await person.tell({ type: 'inject', to: 'client', text: ping }, recording)).toEqual({});
    if (who === 'client goes') client.close();
    else server.end();
    await eventually(() => told(only(recordingsUnder(tap.home)).events).includes('lost'));
    const { events } = only(await tap.recorded());
    expect(told(events).filter((each) => each.startsWith('inject'))).toEqual([]);
    const lost = events.findIndex((event) => event.k === 'tap' && event.act === 'lost');
    expect(events.slice(lost + 1, lost + 3)).toMatchObject([
      { k: 'message', unterminated: true },
      { k: 'http', phase: 'end' },
    ]);
  },
);

test('the body of a response is not sent more than once: a person is told so, and a rule leaves it as it is', async () => {
  const { url, response } = await answering('application/json');
  const tap = await tapped(url, '--rules', rulesFile(['tool:rule dir:s2c', { do: 'repeat', times: 2 }]));
  const asked = reading(tap.url, call('rule'));
  (await response()).end(RESULT);
  expect(await eventually((await asked).end)).toBe('whole');
  const person = await Commander.of(tap);
  const recording = only(recordingsUnder(tap.home)).header.id;
  await person.hold('kind:response');
  const held = reading(tap.url, call('held'));
  (await response()).end(RESULT);
  const at = await person.held();
  const verdict = (given: object): Promise<unknown> =>
    person.tell({ type: 'verdict', at, verdict: given } as never, recording);
  expect(await verdict({ do: 'repeat', times: 2 })).toMatchObject({
    refused: expect.stringMatching(/more than once/) as unknown,
  });
  expect(await verdict({ do: 'forward' })).toEqual({});
  await eventually((await held).end);
  expect([(await asked).text(), (await held).text()]).toEqual([RESULT, RESULT]);
  const all = told(only(await tap.recorded()).events);
  expect(all.filter((each) => each.includes('s2c client'))).toHaveLength(2);
  expect(all).toContainEqual(expect.stringMatching(/^spared \d+ rule tool:rule/));
});
