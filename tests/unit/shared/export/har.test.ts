/** HAR files held to what HTTP Archive 1.2 says, and their bodies to the bytes that passed. */
import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bytesOf, type EventBody, type HeldRecording as Recorded } from '#shared/recording';
import { usualText } from '#shared/transport';
import { anyEvents, HEADER, sessionBody } from '../../arbitraries.ts';
import { exportAs, recordedOf, sample } from '../../export-samples.ts';
import { runs } from '../../seed.ts';

const pair = {
  type: 'object',
  required: ['name', 'value'],
  properties: { name: { type: 'string' }, value: { type: 'string' } },
};
const pairs = { type: 'array', items: pair };
const sizes = { headersSize: { type: 'integer', minimum: -1 }, bodySize: { type: 'integer', minimum: -1 } };
const step = { type: 'number', minimum: -1 };
const time = { type: 'number', minimum: 0 };
/** Members of its own begin with an underscore; anything else that the format does not have is refused. */
const object = (required: string[], properties: object): object => ({
  type: 'object',
  required,
  properties: { comment: { type: 'string' }, ...properties },
  patternProperties: { '^_': {} },
  additionalProperties: false,
});

/** The format's required and optional members, as its specification lists them. */
const HAR_1_2 = object(['log'], {
  log: object(['version', 'creator', 'entries'], {
    version: { const: '1.2' },
    creator: object(['name', 'version'], { name: { type: 'string' }, version: { type: 'string' } }),
    entries: {
      type: 'array',
      items: object(['startedDateTime', 'time', 'request', 'response', 'cache', 'timings'], {
        startedDateTime: { type: 'string', format: 'date-time' },
        time,
        request: object(
          ['method', 'url', 'httpVersion', 'cookies', 'headers', 'queryString', 'headersSize', 'bodySize'],
          {
            method: { type: 'string' },
            url: { type: 'string' },
            httpVersion: { type: 'string' },
            cookies: pairs,
            headers: pairs,
            queryString: pairs,
            postData: object(['mimeType', 'text'], { mimeType: { type: 'string' }, text: { type: 'string' } }),
            ...sizes,
          },
        ),
        response: object(
          [
            'status',
            'statusText',
            'httpVersion',
            'cookies',
            'headers',
            'content',
            'redirectURL',
            'headersSize',
            'bodySize',
          ],
          {
            status: { type: 'integer' },
            statusText: { type: 'string' },
            httpVersion: { type: 'string' },
            cookies: pairs,
            headers: pairs,
            content: object(['size', 'mimeType'], {
              size: { type: 'integer', minimum: 0 },
              mimeType: { type: 'string' },
              text: { type: 'string' },
              encoding: { const: 'base64' },
            }),
            redirectURL: { type: 'string' },
            ...sizes,
          },
        ),
        cache: { type: 'object', maxProperties: 0 },
        timings: object(['send', 'wait', 'receive'], {
          blocked: step,
          dns: step,
          connect: step,
          ssl: step,
          send: time,
          wait: time,
          receive: time,
        }),
      }),
    },
  }),
});
const ajv = new Ajv({ allErrors: true });
addFormats(ajv);
const validate = ajv.compile(HAR_1_2);

interface Entry {
  readonly time: number;
  readonly request: {
    readonly method: string;
    readonly postData?: { readonly text: string; readonly _encoding?: 'base64' };
  };
  readonly response: {
    readonly status: number;
    readonly content: { readonly size: number; readonly text?: string; readonly encoding?: string };
    readonly _error?: string;
  };
  readonly timings: { readonly send: number; readonly wait: number; readonly receive: number };
  readonly _exchange: string;
}

/** The entries of a valid HAR file. */
function entriesOf(recorded: Recorded): readonly Entry[] {
  const text = exportAs('har', recorded);
  if (text === '') return [];
  const har = JSON.parse(text) as { readonly log: { readonly entries: readonly Entry[] } };
  validate(har);
  expect(validate.errors ?? []).toEqual([]);
  return har.log.entries;
}

const HTTP_SAMPLES = ['handshake-http.mcprec', 'modern-http.mcprec', 'everything-http.mcprec.gz'];

describe('the stored samples over HTTP', () => {
  test.each(HTTP_SAMPLES)('%s: an entry for each exchange, with the status and the exact bodies', (name) => {
    const recorded = sample(name);
    const entries = entriesOf(recorded);
    const requests = recorded.events.filter((event) => event.k === 'http' && event.phase === 'request');
    expect(entries.map(({ _exchange }) => _exchange)).toEqual(requests.map((event) => 'x' in event && event.x));
    for (const { _exchange: x, request, response, time, timings } of entries) {
      const of = recorded.events.filter((event) => 'x' in event && event.x === x);
      const sent = of.flatMap((event) => (event.k === 'message' && event.dir === 'c2s' ? [event.raw] : []));
      expect(request.postData?.text).toBe(sent[0]);
      const head = of.find((event) => event.k === 'http' && event.phase === 'response');
      expect(response.status).toBe(head?.k === 'http' ? head.status : 0);
      const received = of.flatMap((event) => {
        if (event.k === 'sse') return [`${event.text}\n`];
        if (event.k !== 'message' || event.dir !== 's2c') return [];
        return [event.sse ? `${event.sse.block ?? usualText(event.raw ?? '', event.sse)}\n` : event.raw];
      });
      expect(response.content.text ?? '').toBe(received.join(''));
      expect(response.content.size).toBe(Buffer.byteLength(response.content.text ?? ''));
      expect(time).toBeCloseTo(timings.send + timings.wait + timings.receive, 6);
    }
    expect(entries.some(({ response }) => (response.content.text ?? '').includes('data: '))).toBe(true);
  });

  test('what has no HTTP gives nothing', () => {
    expect(exportAs('har', sample('typed.mcprec'))).toBe('');
  });
});

describe('what HAR has no words for', () => {
  const request: EventBody = { k: 'http', x: 'x1', phase: 'request', method: 'POST', url: 'http://h/mcp?a=1&b=%20c&d' };

  test('bytes that are not UTF-8 are base64, in messages, bodies and streams', () => {
    const bytes = Buffer.from('{"a":"\xff"}', 'latin1');
    const b64 = bytes.toString('base64');
    const stream = (sse: object): EventBody => ({ k: 'message', dir: 's2c', x: 'x1', b64, sse });
    const [entry] = entriesOf(
      recordedOf(
        request,
        { k: 'message', dir: 'c2s', x: 'x1', b64 },
        { k: 'http', x: 'x1', phase: 'response', status: 200 },
        stream({ id: '7' }),
        stream({ block: 'id:7\r\ndata:{"a":"\udcff"}\r\n' }),
        { k: 'http', x: 'x1', phase: 'end', by: 'server' },
      ),
    );
    expect(entry?.request.postData).toEqual({ mimeType: '', text: b64, _encoding: 'base64' });
    expect(Buffer.from(entry?.response.content.text ?? '', 'base64').toString('latin1')).toBe(
      `id: 7\ndata: ${bytes.toString('latin1')}\n\nid:7\r\ndata:${bytes.toString('latin1')}\r\n\r\n`,
    );
  });

  test('an exchange that no response came to has status 0 and says why', () => {
    const [entry] = entriesOf(
      recordedOf(request, { k: 'http', x: 'x1', phase: 'end', by: 'network', error: 'refused' }),
    );
    expect(entry?.response).toMatchObject({ status: 0, statusText: '', _error: 'refused', content: { size: 0 } });
    expect(entry?.request).toMatchObject({
      queryString: [
        { name: 'a', value: '1' },
        { name: 'b', value: ' c' },
        { name: 'd', value: '' },
      ],
    });
  });

  test('a name that is used again is another exchange', () => {
    const head = (status: number): EventBody => ({ k: 'http', x: 'x1', phase: 'response', status });
    expect(
      entriesOf(recordedOf(request, head(200), request, head(404))).map(({ response }) => response.status),
    ).toEqual([200, 404]);
  });

  test('any recording gives a valid file, and its bodies every byte once', () => {
    fc.assert(
      fc.property(anyEvents(sessionBody, 40), (events) => {
        const entries = entriesOf({ header: { ...HEADER, startedAt: 'yesterday' }, events });
        const began = new Set<string>();
        let sent = 0;
        for (const event of events) {
          if (event.k === 'http' && event.phase === 'request') began.add(event.x);
          if ((event.k === 'message' || event.k === 'body') && event.dir === 'c2s' && began.has(event.x ?? ''))
            if (event.k === 'body' || !event.sse) sent += bytesOf(event).length;
        }
        const written = entries.reduce((sum, { request: { postData } }) => {
          return sum + Buffer.byteLength(postData?.text ?? '', postData?._encoding ?? 'utf8');
        }, 0);
        expect(written).toBeGreaterThanOrEqual(sent);
      }),
      { numRuns: runs(80) },
    );
  });
});
