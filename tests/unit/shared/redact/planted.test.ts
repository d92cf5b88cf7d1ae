/** Redaction as properties: nothing of a secret is left, nothing else is changed, and doing it again changes nothing. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  bytesOf,
  encodeEnd,
  encodeEvent,
  recordingLines,
  toBase64,
  type HeldRecording as Recorded,
  type WireEvent,
} from '#shared/recording';
import { planRedaction, redact } from '#shared/redact';
import { anyEvents, HEADER } from '../../arbitraries.ts';
import { leakOf, planted } from '../../redact-planted.ts';
import { runs } from '../../seed.ts';

const PLACEHOLDER = /‹[\w-]+:\d+›/g;

/** The lines of a recording without the list of what was replaced; base64 as the characters that the bytes are. */
function lines({ header, events, footer }: Recorded): string[] {
  const { redacted: _redacted, ...rest } = header;
  const plain = (event: WireEvent): string =>
    'b64' in event && typeof event.b64 === 'string'
      ? encodeEvent({ ...event, b64: Buffer.from(bytesOf({ b64: event.b64 })).toString('latin1') })
      : encodeEvent(event);
  return [encodeEnd(rest), ...events.map(plain), ...(footer ? [encodeEnd(footer)] : [])];
}

/** The placeholder as Latin-1 shows its UTF-8 bytes. */
const asText = (line: string): string =>
  line.replaceAll('\u00e2\u0080\u00b9', '‹').replaceAll('\u00e2\u0080\u00ba', '›');

/** The parts of a line that were replaced, or undefined when anything else differs from the redacted one. */
function replacedParts(original: string, redacted: string): string[] | undefined {
  const pieces = asText(redacted).split(PLACEHOLDER);
  const parts: string[] = [];
  let at = 0;
  for (const [index, piece] of pieces.entries()) {
    const isLast = index === pieces.length - 1;
    const found =
      index === 0
        ? original.startsWith(piece)
          ? 0
          : -1
        : isLast
          ? original.length - piece.length
          : original.indexOf(piece, at);
    if (found < at || !original.startsWith(piece, found)) return undefined;
    if (index > 0) parts.push(original.slice(at, found));
    at = found + piece.length;
  }
  return at === original.length ? parts : undefined;
}

describe('a planted secret', () => {
  test('is found, and nothing of it is left in any line', () => {
    fc.assert(
      fc.property(planted, ({ recorded, secret, rules }) => {
        const plan = planRedaction(recorded, rules);
        const result = redact(recorded, plan);
        for (const line of [...recordingLines(result), ...lines(result)]) expect(leakOf(line, secret)).toBeUndefined();
        expect(plan.secrets.filter(({ value }) => value === secret)).toHaveLength(1);
      }),
      { numRuns: runs(80) },
    );
  });

  test('is all that is replaced: every other character stays', () => {
    fc.assert(
      fc.property(planted, ({ recorded, rules }) => {
        const before = lines(recorded);
        const after = lines(redact(recorded, planRedaction(recorded, rules)));
        expect(after).toHaveLength(before.length);
        for (const [index, line] of before.entries())
          expect(replacedParts(line, after[index] ?? ''), `${line}\n${after[index]}`).toBeDefined();
      }),
      { numRuns: runs(80) },
    );
  });

  test('stays replaced: redacting again changes nothing', () => {
    fc.assert(
      fc.property(planted, ({ recorded, rules }) => {
        const once = redact(recorded, planRedaction(recorded, rules));
        const plan = planRedaction(once, rules);
        expect(plan.secrets).toEqual([]);
        expect(redact(once, plan)).toEqual(once);
      }),
      { numRuns: runs(80) },
    );
  });

  test('JSON that was valid stays valid', () => {
    fc.assert(
      fc.property(planted, ({ recorded, rules }) => {
        const { events } = redact(recorded, planRedaction(recorded, rules));
        for (const [index, event] of recorded.events.entries()) {
          const after = events[index];
          if (event.k !== 'message' || !isJson(event.raw)) continue;
          expect(after?.k === 'message' && isJson(after.raw), JSON.stringify(after)).toBe(true);
        }
      }),
      { numRuns: runs(80) },
    );
  });
});

function isJson(text: string | undefined): boolean {
  try {
    JSON.parse(text ?? '');
    return true;
  } catch {
    return false;
  }
}

test('events of every kind with any text: nothing throws, times and numbers stay, kept secrets change nothing', () => {
  fc.assert(
    fc.property(anyEvents(), fc.array(fc.string({ minLength: 1, maxLength: 3 }), { maxLength: 2 }), (events, marks) => {
      const recorded: Recorded = { header: HEADER, events };
      const plan = planRedaction(recorded, { off: [], own: [], marks });
      const result = redact(recorded, plan);
      expect(result.events.map(({ s, t }) => [s, t])).toEqual(events.map(({ s, t }) => [s, t]));
      expect(redact(recorded, plan, new Set(plan.secrets.map(({ placeholder }) => placeholder)))).toEqual(recorded);
    }),
    { numRuns: runs(100) },
  );
});

test('a long recording takes time that grows with its length alone', () => {
  const text = (index: number): string =>
    JSON.stringify({
      jsonrpc: '2.0',
      id: index,
      result: { content: [{ type: 'text', text: `{"token":"tok-${index % 500}-abcdef","n":${index}}` }] },
    });
  const events = Array.from({ length: 5000 }, (_, s): WireEvent => ({
    s,
    t: s,
    k: 'message',
    dir: 's2c',
    raw: text(s),
  }));
  const recorded: Recorded = { header: HEADER, events };
  const plan = planRedaction(recorded);
  expect(plan.secrets).toHaveLength(500);
  expect(redact(recorded, plan).header.redacted).toHaveLength(5000);
});

test('many megabytes without a space are read, whatever stands before them', () => {
  const long = 'a1B'.repeat(7_000_000);
  for (const before of ['Bearer ', 'ghp_', 'http://h/?token=', 'http://u:', '["x-api-key","']) {
    const recorded: Recorded = { header: HEADER, events: [{ s: 0, t: 0, k: 'stderr', text: before + long }] };
    expect(() => planRedaction(recorded), before).not.toThrow();
  }
});

test('hostile texts are read in bounded time', () => {
  const many = (text: string): string => text.repeat(1500);
  const texts = [
    '"',
    '\\"',
    '\\\\"',
    '{"token":',
    '{"token":[',
    '{"secret":{"a":"b","tokens":[',
    'password is ',
    'curl -u ',
    '-----BEGIN PRIVATE KEY-----',
    '://a',
    '--a ',
    'a-',
    '%25',
    'a=',
    '‹',
    '‹a:1›',
    'home/',
    '=?base64?',
  ];
  const events = texts.map((text, s): WireEvent => ({ s, t: s, k: 'message', dir: 's2c', raw: many(text) }));
  const recorded: Recorded = {
    header: HEADER,
    events: [
      ...events,
      { s: events.length, t: 99, k: 'message', dir: 'c2s', b64: toBase64(Buffer.from(many('\u00ff"'), 'latin1')) },
    ],
  };
  const own = ['[a-z]+@[a-z]+', '.*x'].map((pattern) => ({ name: pattern, kind: 'regexp' as const, pattern }));
  const plan = planRedaction(recorded, { off: [], own, marks: ['"', 'a'] });
  expect(plan.refused).toEqual([]);
  expect(redact(recorded, plan).events).toHaveLength(texts.length + 1);
});
