/** Reports of a comparison hold hostile text without obeying it. */
import { expect, test } from 'vitest';
import { compareRecordings } from '#shared/compare';
import { htmlReport, junitReport, textReport } from '../../relay/report/index.ts';
import { asked, called, recordedTexts } from './recorded-of.ts';

const HOSTILE = `</td><script>alert(1)</script>"'&\u0000\u001b[2J\ud800]]>\n\u0007`;
const context = { before: `a<b>"'`, after: 'b&c', strict: false };
const tools = (description: string): [string, string] =>
  asked(9, 'tools/list', undefined, { tools: [{ name: HOSTILE, description }] });
const comparison = compareRecordings(
  recordedTexts(...called(1, HOSTILE, {}, 'one'), ...called(2, 'b', {}, 'x'), ...called(3, 'c', {}, ''), ...tools('a')),
  recordedTexts(...called(1, HOSTILE, {}, HOSTILE), ...called(2, 'b', {}, 'x'), ...tools(HOSTILE)),
  { leaveOut: new Map([[4, HOSTILE]]) },
);

test('HTML: no script, no markup of a server’s, nothing from elsewhere', () => {
  const html = htmlReport(comparison, context);
  expect(html).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`);
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(html).toContain('a&lt;b&gt;&quot;&#39;');
  expect(html).not.toMatch(/<script|<img|<a |href=|src=|\bon\w+=/i);
  expect(html).not.toMatch(/[\u0000\u0007\u001b]|\p{Surrogate}/u);
});

test('JUnit: a case an operation, characters that XML can hold, failures and what was left out', () => {
  const xml = junitReport(comparison, context);
  expect(xml).toContain('<testsuite name="operations" tests="4" failures="1" errors="0" skipped="1"');
  expect(xml).toContain('<testcase classname="tools/call" name="b" time="0.001000"/>');
  expect(xml).toContain('<skipped message=');
  expect(xml).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]|\p{Surrogate}/u);
  expect(xml).not.toContain('<script');
  // Every tag is closed in its order.
  const open: string[] = [];
  for (const [, end, name = '', , self] of xml.matchAll(/<(\/?)([a-z]+)((?:\s[a-z]+="[^"<]*")*)\s*(\/?)>/g)) {
    if (end === '/') expect(open.pop()).toBe(name);
    else if (self !== '/') open.push(name);
  }
  expect(open).toEqual([]);
});

test('JUnit: a name with line ends makes no line of its own', () => {
  const forged = 'x\n::error::owned';
  const listed = (description: string): [string, string] =>
    asked(9, 'tools/list', undefined, { tools: [{ name: forged, description }] });
  const changed = compareRecordings(
    recordedTexts(...called(1, forged, {}, 'one'), ...listed('a')),
    recordedTexts(...called(1, forged, {}, 'two'), ...listed('b')),
    {},
  );
  const xml = junitReport(changed, context);
  expect(xml).toContain('x␊::error::owned is described otherwise');
  expect(xml).not.toMatch(/^::error|&#10;/m);
});

test('text: one line an entry, and no control character that a terminal would obey', () => {
  const text = textReport(comparison, context, { masked: true });
  expect(text).toMatch(/\n\nChanged: tool .* 3 operations: 1 changed, 2 equal; 1 not run again\.\n$/);
  expect(text).toMatch(/\nnot run {3}tools\/call c: /);
  expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
});
