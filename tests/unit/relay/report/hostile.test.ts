/** Reports fail where the comparison does, and hold hostile text without obeying it. */
import { expect, test } from 'vitest';
import { compareRecordings } from '#shared/compare';
import { htmlReport, junitReport } from '../../../../relay/report/index.ts';
import { asked, called, recordedTexts } from '../../recorded-of.ts';

const result = (value: unknown): ReturnType<typeof recordedTexts> =>
  recordedTexts(...asked(1, 'tools/call', { name: 't', arguments: {} }, { structuredContent: value }));

test('a JUnit file fails where the comparison does: slower answers and notifications, when they count', () => {
  const context = { before: 'a', after: 'b', strict: true };
  const [request = '', answer = ''] = called(1, 't', {}, 'x');
  const at = (ms: number, ...texts: readonly string[]) => {
    const { header, events } = recordedTexts(...texts);
    return { header, events: events.map((event, index) => ({ ...event, t: index * ms * 1000 })) };
  };
  const slower = compareRecordings(at(1, request, answer), at(1000, request, answer), {
    latency: { ratio: 2, ms: 50, counts: true },
  });
  expect(slower.same).toBe(false);
  expect(junitReport({ comparison: slower }, context)).toMatch(/failures="1"/);
  const told = '<{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"x"}}';
  const noisy = compareRecordings(recordedTexts(request, answer), recordedTexts(request, answer, told), {
    strict: true,
  });
  expect(noisy.same).toBe(false);
  expect(junitReport({ comparison: noisy }, context)).toMatch(/failures="1"/);
});

test('reports hold what is hostile: control characters, ends of sections and of styles', () => {
  const hostile = 'x]]></failure></style></title><script>alert(1)</script>\0\u0008\ud800\ufffe"\'&';
  const comparison = compareRecordings(result({ [hostile]: hostile }), result({ [hostile]: `${hostile}2` }));
  const context = { before: hostile, after: hostile, strict: false };
  const xml = junitReport({ comparison }, context);
  expect(xml).not.toMatch(/[\0\u0008\ufffe]|\p{Surrogate}|<script|<\/style/u);
  expect(xml.match(/<\/failure>/g)).toHaveLength(1);
  expect(xml.replaceAll(/<\?xml[^>]*\?>|<\/?[a-z]+(?: [a-z]+="[^"<]*")*\/?>/g, '')).not.toMatch(/[<>]/);
  const html = htmlReport(comparison, context);
  expect(html).not.toMatch(/<script/i);
  expect(html.match(/<\/style>/g)).toHaveLength(1);
});
