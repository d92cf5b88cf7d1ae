/** Reports of a comparison hold hostile text without obeying it. */
import { describe, expect, test } from 'vitest';
import { compareRecordings } from '#shared/compare';
import { wordsIn } from '#shared/words';
import { commandAgain, htmlReport, junitReport, textReport } from '../../../../relay/report/index.ts';
import { readJunit } from '../../junit-readers.ts';
import { asked, called, recordedTexts } from '../../recorded-of.ts';

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
  const cases = readJunit(junitReport({ comparison }, context));
  const [hostile, b, ...more] = cases.filter(({ attributes }) => attributes['classname']?.endsWith('.operations'));
  expect(hostile?.became).toBe('failure');
  expect(b).toMatchObject({ attributes: { name: 'tools/call b', time: '0.001000' }, became: 'passed' });
  expect(more.map(({ became }) => became)).toEqual(['passed', 'skipped']);
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
  const xml = junitReport({ comparison: changed }, context);
  expect(xml).toContain('x␊::error::owned has a different description');
  expect(xml).not.toMatch(/^::error|&#10;/m);
});

test('text: one line an entry, and no control character that a terminal would obey', () => {
  const text = textReport(comparison, context, { masked: true });
  expect(text).toMatch(
    /\n\nChanged: tool .* 3 operations: 1 changed, 2 equal; 1 change in definitions; 1 not rerun\.\n$/,
  );
  expect(text).toMatch(/\nnot run {3}tools\/call c: /);
  expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
});

describe('the text of a report', () => {
  const before = recordedTexts(
    ...called(1, 'echo', { text: 'a' }, 'one\ntwo\nthree'),
    ...called(2, 'add', { a: 1 }, '3'),
    ...called(3, 'time', {}, '2026-11-20T10:00:00Z'),
    ...asked(9, 'tools/list', undefined, { tools: [{ name: 'echo', description: 'Says it again' }, { name: 'add' }] }),
  );
  const after = recordedTexts(
    '<[info] listening on port 3000',
    ...called(1, 'echo', { text: 'a' }, 'one\n2\n3'),
    ...asked(2, 'tools/call', { name: 'add', arguments: { a: 1 } }, { error: { code: -32602, message: 'no b' } }),
    ...called(3, 'time', {}, '2026-11-21T11:11:11Z'),
    ...asked(9, 'tools/list', undefined, { tools: [{ name: 'echo', description: 'Echoes', title: 'Echo' }] }),
    '<{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"x"}}',
  );
  const names = { before: 'before.mcprec', after: 'after.mcprec', strict: false };
  const golden = (name: string): string => `../../../golden/compare/${name}.txt`;
  const changed = compareRecordings(before, after);

  test.each([
    ['changed', { masked: false, more: ['4 of 4 steps done.'], next: ['To accept what changed: npx …'] }],
    ['verbose', { masked: true, verbose: true }],
    ['quiet', { masked: false, quiet: true }],
  ])('%s', async (name, options) => {
    await expect(textReport(changed, names, options)).toMatchFileSnapshot(golden(name));
  });
  test('in Chinese', async () => {
    const text = textReport(changed, { ...names, words: await wordsIn('zh-CN') }, { masked: false });
    expect(text).toMatch(/^不兼容 +工具 add 已移除$/m);
    expect(text).not.toMatch(/\b(?:was|gone|answered|event|changed|breaking)\b/);
  });
  test('same', async () => {
    await expect(textReport(compareRecordings(before, before), names, { masked: false })).toMatchFileSnapshot(
      golden('same'),
    );
  });
});

test('the command to type next is what a shell takes, without the values of headers and variables', () => {
  const argv = [
    '--header',
    'Authorization: Bearer s3cret',
    '--env=TOKEN=s3cret',
    '--env',
    'HOME',
    '--yes',
    "it's.mcprec",
  ];
  // What a job writes is no part of what a person does next.
  const job = ['--junit', 'r.xml', '--markdown=r.md', '--html', 'r.html', 'f.mcprec', '--', 'node', '--html', 'x'];
  expect(commandAgain('rerun', ['--update'], job)).toBe('npx mcp-lifeline rerun --update f.mcprec -- node --html x');
  expect(commandAgain('rerun', ['--update', '--yes'], [...argv, '--', 'node', '--update', '--env', 'x=1'])).toBe(
    `npx mcp-lifeline rerun --update --header 'Authorization: …' '--env=TOKEN=…' --env HOME --yes 'it'\\''s.mcprec' -- node --update --env x=1`,
  );
});
