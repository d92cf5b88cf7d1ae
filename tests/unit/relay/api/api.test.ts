/** What the package exports, as far as it needs no other process: reading, writing, the fold to operations, the mock, the matcher. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import type { HeldRecording as Recorded } from '#shared/recording';
import { toMatchRecording } from '../../../../relay/api/matcher.ts';
import { mockServer, type MockServer } from '../../../../relay/api/mock-server.ts';
import { rememberRun } from '../../../../relay/api/run-of.ts';
import {
  operationsOf,
  readRecording,
  RecordingError,
  streamRecording,
  writeRecording,
  type RecordingPart,
} from '../../../../relay/api/recording.ts';

const SAMPLES = new URL('../../../samples/v1/', import.meta.url);
const sample = (name: string): string => new URL(name, SAMPLES).pathname;
const folder = mkdtempSync(join(tmpdir(), 'lifeline-api-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function partsOf(source: Parameters<typeof streamRecording>[0]): Promise<RecordingPart[]> {
  const parts: RecordingPart[] = [];
  for await (const part of streamRecording(source)) parts.push(part);
  return parts;
}

describe('reading', () => {
  test.each(readdirSync(SAMPLES))(
    '%s gives the same whole and in parts, and its file can be written again',
    async (name) => {
      const recorded = await readRecording(sample(name));
      const parts = await partsOf(sample(name));
      expect(parts[0]).toEqual({ type: 'header', header: recorded.header });
      expect(parts.at(-1)).toMatchObject({ type: 'end', summary: { events: recorded.events.length, problems: [] } });
      expect(parts.flatMap((part) => (part.type === 'event' ? [part.event] : []))).toEqual(recorded.events);
      const copy = join(folder, name);
      writeRecording(copy, recorded);
      expect(await readRecording(copy)).toEqual(recorded);
      expect(() => writeRecording(copy, recorded)).toThrow('already exists');
      writeRecording(copy, recorded, { replace: true });
    },
  );

  test('takes text and bytes in any pieces, and says what is damaged', async () => {
    const bytes = readFileSync(sample('asked.mcprec'));
    const pieces = Array.from({ length: Math.ceil(bytes.length / 97) }, (_, at) =>
      bytes.subarray(at * 97, at * 97 + 97),
    );
    expect(await partsOf(pieces)).toEqual(await partsOf(sample('asked.mcprec')));
    const lines = bytes.toString().split('\n');
    lines[3] = 'no line';
    const damaged = await partsOf([lines.join('\n')]);
    const whole = await partsOf(sample('asked.mcprec'));
    expect(damaged.map(({ type }) => type)).toEqual(whole.map(({ type }) => type));
    expect(damaged[3]).toMatchObject({ type: 'event', event: { s: 2, k: 'gap', events: 1 } });
    expect(damaged.slice(4, -1)).toEqual(whole.slice(4, -1));
    expect(damaged.at(-1)).toMatchObject({ summary: { problems: [{ code: 'not-json', line: 4 }] } });
    await expect(partsOf(['{}\n'])).rejects.toThrow(RecordingError);
    await expect(readRecording(join(folder, 'none.mcprec'))).rejects.toThrow(/none.mcprec can’t be read/);
  });
});

test('operations have id, method, name, outcome, time and values', async () => {
  const recorded = await readRecording(sample('asked.mcprec'));
  const operations = operationsOf(recorded);
  expect(operationsOf(recorded.events)).toEqual(operations);
  const calls = operations.filter(({ method }) => method === 'tools/call');
  expect(calls.length).toBeGreaterThan(1);
  for (const { id, name, outcome, ms, params, result, s, closed } of calls) {
    expect([typeof id, typeof name, typeof ms, outcome]).toEqual(['number', 'string', 'number', 'result']);
    expect(params).toMatchObject({ name });
    expect(JSON.stringify(recorded.events[s])).toContain(`\\"id\\":${String(id)}`);
    expect(result).toBeTypeOf('object');
    expect(closed).toBeGreaterThan(s);
  }
  // What the server asked is among them.
  expect(operations.some(({ dir, method }) => dir === 's2c' && method === 'sampling/createMessage')).toBe(true);
});

/** What a client would hear of a mock. */
async function heard(mock: MockServer, ...messages: readonly object[]): Promise<unknown[]> {
  const transport = mock.transport();
  const answers: unknown[] = [];
  transport.onmessage = (message) => void answers.push(message);
  await transport.start();
  for (const message of messages) await transport.send(message);
  return answers;
}
const initialize = { jsonrpc: '2.0', id: 'mine', method: 'initialize', params: { protocolVersion: '2025-11-25' } };

describe('the mock', () => {
  test('answers each client with its ids, from the start, and tells what was asked', async () => {
    const mock = await mockServer(sample('typed.mcprec'));
    const wrong = { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'none of these' } };
    for (const answers of [await heard(mock, initialize, wrong), await heard(mock, initialize)])
      expect(answers[0]).toMatchObject({ id: 'mine', result: { protocolVersion: '2025-11-25' } });
    expect(mock.calls.map(({ method }) => method)).toEqual(['initialize', 'tools/call', 'initialize']);
    expect(mock.unmatched).toMatchObject([{ method: 'tools/call', params: { name: 'none of these' } }]);
    expect(mock.unused.map(({ method }) => method)).toContain('tools/list');
    await mock.close();
  });

  test('does what faults say, closes once, and refuses what it can’t serve', async () => {
    const mock = await mockServer(sample('typed.mcprec'), { faults: ['drop@initialize'] });
    expect(await heard(mock, initialize)).toEqual([]);
    const transport = mock.transport();
    let closed = 0;
    transport.onclose = () => closed++;
    await expect(transport.send(initialize)).rejects.toThrow('not open');
    await transport.start();
    await expect(transport.start()).rejects.toThrow('already');
    await transport.close();
    await mock.close();
    expect(closed).toBe(1);
    await expect(mockServer(sample('typed.mcprec'), { faults: ['brake'] })).rejects.toThrow('“brake” is not a fault');
    const { header } = await readRecording(sample('typed.mcprec'));
    await expect(mockServer({ header, events: [] })).rejects.toThrow('no messages of a client');
  });
});

describe('toMatchRecording', () => {
  const match = (received: unknown, file: string, snapshotUpdateState: 'all' | 'new' | 'none') =>
    toMatchRecording.call(
      { testPath: join(folder, 'some.test.ts'), snapshotState: { snapshotUpdateState } },
      received,
      file,
    );

  test('writes what is missing, compares, and replaces on request', async () => {
    const one = await readRecording(sample('asked.mcprec'));
    const other: Recorded = { ...one, events: one.events.map((event) => broken(event)) };
    const file = 'kept/../kept.mcprec.gz';
    expect(await match(one, file, 'none')).toMatchObject({ pass: false });
    expect(readdirSync(folder)).not.toContain('kept.mcprec.gz');
    expect(await match(Promise.resolve(one), file, 'new')).toMatchObject({ pass: true });
    expect(await match(sample('asked.mcprec'), file, 'none')).toMatchObject({ pass: true });
    const differs = await match(other, file, 'new');
    expect(differs.pass).toBe(false);
    expect(differs.message()).toMatch(/is not like .*kept\.mcprec\.gz[^]*Changed: [^]*--update/);
    // What a tool says is no promise that a client relies on.
    const only = await toMatchRecording.call({}, other, join(folder, 'kept.mcprec.gz'), { failOn: 'breaking' });
    expect(only.pass).toBe(true);
    expect(await match(other, file, 'all')).toMatchObject({ pass: true });
    expect(await match(other, file, 'none')).toMatchObject({ pass: true });
    await expect(match({ events: [] }, file, 'none')).rejects.toThrow(TypeError);
  });

  test('does not put a run that left steps out in the place of what was kept', async () => {
    const one = await readRecording(sample('asked.mcprec'));
    const other: Recorded = { ...one, events: one.events.map((event) => broken(event)) };
    const path = join(folder, 'whole.mcprec');
    writeRecording(path, one);
    rememberRun(other, one, { leaveOut: new Map([[1_000_000, 'no consent']]) });
    const { pass, message } = await match(other, 'whole.mcprec', 'all');
    expect(pass).toBe(false);
    expect(message()).toContain('The run left out 1 step');
    expect(await readRecording(path)).toEqual(one);
  });

  test('says nothing secret', async () => {
    const one = await readRecording(sample('asked.mcprec'));
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    const other = { ...one, events: one.events.map((event) => broken(event, secret)) };
    writeRecording(join(folder, 'secret.mcprec'), one);
    const { pass, message } = await match(other, 'secret.mcprec', 'none');
    expect(pass).toBe(false);
    expect(message()).toContain('‹');
    expect(message()).not.toContain(secret);
  });
});

/** Answers with another text in them. */
function broken(event: Recorded['events'][number], text = 'something else'): Recorded['events'][number] {
  if (event.k !== 'message' || event.dir !== 's2c') return event;
  return { ...event, raw: event.raw?.replaceAll(/"text":"[^"\\]*"/g, `"text":"${text}"`) ?? '' };
}

test('a gzipped text of no recording is refused like any other', async () => {
  const file = join(folder, 'x.gz');
  writeFileSync(file, gzipSync('hello'));
  await expect(readRecording(file)).rejects.toThrow('is neither a recording');
});
