/** HAR files of our own and by hand, as recordings. */
import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { importText } from '#shared/import';
import { readRecorded, type WireEvent } from '#shared/recording';
import { exportAs, recordedOf } from '../../export-samples.ts';

test('a HAR file of our own gives back bytes that were no UTF-8, sent and received', () => {
  const b64 = btoa('{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":"\u00ff"}}');
  const har = exportAs(
    'har',
    recordedOf(
      {
        k: 'http',
        x: 'x1',
        phase: 'request',
        method: 'POST',
        url: 'http://h/mcp',
        headers: [['content-type', 'application/json']],
      },
      { k: 'message', dir: 'c2s', x: 'x1', b64 },
      { k: 'http', x: 'x1', phase: 'response', status: 200, headers: [['content-type', 'application/json']] },
      { k: 'message', dir: 's2c', x: 'x1', raw: '{"jsonrpc":"2.0","id":1,"result":{}}' },
    ),
  );
  const result = importText(har ?? '', 'x');
  expect(result.ok && result.recorded.events.find(({ k }) => k === 'message')).toMatchObject({ dir: 'c2s', b64 });
});

test('a HAR file whose log is not its first member, with an event stream of which the browser kept nothing', () => {
  const request = {
    method: 'POST',
    url: 'http://a/mcp',
    headers: [],
    postData: { mimeType: 'application/json', text: '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}' },
  };
  const response = { status: 200, headers: [], content: { size: 0, mimeType: 'text/event-stream' } };
  const log = { version: '1.2', entries: [{ startedDateTime: '2026-08-01T10:00:00Z', time: 1, request, response }] };
  const result = importText(JSON.stringify({ comment: 'made by hand', log }), 'x');
  if (!result.ok) throw new Error('not imported');
  expect(result.format).toBe('har');
  expect(result.recorded.events.map((event) => (event.k === 'http' ? event.phase : event.k))).toEqual([
    'request',
    'message',
    'response',
    'gap',
    'end',
  ]);
});

const samples = new URL('../../../samples/v1/', import.meta.url);
const texts = (events: readonly WireEvent[]): string[] =>
  events.flatMap((event) => (event.k === 'message' ? [`${event.dir} ${event.raw ?? event.b64}`] : []));

test.each(readdirSync(samples).filter((name) => /http|sse/.test(name)))(
  'a HAR file of our own gives back the messages of %s in their order',
  (name) => {
    const bytes = readFileSync(new URL(name, samples));
    const { recorded } = readRecorded((name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString());
    if (!recorded) throw new Error('not read');
    const result = importText(exportAs('har', recorded), 'x');
    if (!result.ok) throw new Error('not imported');
    const told = texts(recorded.events);
    expect(told.length).toBeGreaterThan(5);
    expect(texts(result.recorded.events)).toEqual(told);
    expect(result.remarks).not.toContain('times-in-streams');
  },
);
