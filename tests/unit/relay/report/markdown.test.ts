/** The markdown report: short enough for where it goes, and nothing of a server's is markup, a mention or a link in it. */
import fc from 'fast-check';
import { lexer, parse } from 'marked';
import { describe, expect, test } from 'vitest';
import { compareRecordings, type Comparison } from '#shared/compare';
import { htmlReport, markdownReport } from '../../../../relay/report/index.ts';
import { asked, called, recordedTexts } from '../../recorded-of.ts';
import { runs } from '../../seed.ts';

const context = { before: '/home/runner/calls.mcprec', after: 'b', strict: false };
const report = (comparison: Comparison, most?: number): string => markdownReport({ comparison }, context, most);

const AMBIENT = { method: 'notifications/message', before: 0, after: 1, counts: false };

/** What is left of the markup, and of the texts outside `code` and `pre`, where services look for names and numbers. */
function outside(markdown: string): { readonly tags: string[]; readonly words: string } {
  // One block of HTML: what markdown would read on its own would be a token of another type.
  expect(lexer(markdown).map(({ type }) => type)).toEqual(['html']);
  const html = parse(markdown, { async: false });
  const tags = [...html.matchAll(/<[^>]*>/g)].map(([tag]) => tag);
  const words = html.replace(/<(code|pre)>[^<]*<\/\1>/g, '').replace(/<[^>]*>/g, '');
  return { tags: [...new Set(tags)], words };
}
const TAGS = /^<\/?(?:h3|p|code|table|tr|th|td|details|summary|pre|ul|li)>$/;

const HOSTILE = [
  '@octocat #1 GH-1 https://evil.example www.evil.example a@b.example',
  '<img src=x onerror=alert(1)> </code></pre></details> <!--',
  '](http://x) ![x](y) | a | b |\n\n# head\n\n```\n~~~\n---\n<script>',
  '$`x`$ :tada: `` ` `` \\ \\| \u202e \u0000 \ud800',
];

describe('what it says', () => {
  const listed = (...names: readonly string[]) =>
    asked(9, 'tools/list', {}, { tools: names.map((name) => ({ name, inputSchema: { type: 'object' } })) });
  const one = recordedTexts(...listed('a', 'b'), ...called(1, 'a', {}, 'one\ntwo'), ...called(2, 'c', {}, 'x'));

  test('a headline with the worst kind, the verdict, a table of changes, details folded', () => {
    const changed = recordedTexts(...listed('a'), ...called(1, 'a', {}, 'one\nthree'), ...called(2, 'c', {}, 'x'));
    const lines = report(compareRecordings(one, changed)).trimEnd().split('\n');
    expect(lines[0]).toBe('<h3><code>calls.mcprec</code>: breaking change</h3>');
    expect(lines[1]).toMatch(/^<p><code>Breaking: tool b /);
    expect(lines.slice(2, 6)).toEqual([
      '<table><tr><th>Weight</th><th>Where</th><th>What</th></tr>',
      expect.stringMatching(
        /^<tr><td>breaking<\/td><td><code>tool b<\/code><\/td><td><code>tool b .*<\/tr>$/,
      ) as string,
      expect.stringMatching(
        /^<tr><td>changed<\/td><td><code>tools\/call a<\/code><\/td>.*three \(was: two\)/,
      ) as string,
      '</table>',
    ]);
    expect(lines.slice(6).join('\n')).toMatch(
      /^<details><summary><code>tools\/call a<\/code><\/summary><pre>\n.*\n {4}- two\n {4}\+ three\n<\/pre><\/details>\n<details><summary>3 operations<\/summary><ul>\n/,
    );
    expect(lines).toContain('<li><code>tools/call a: different result, 1 ms → 1 ms</code></li>');
  });

  test('never that all is the same where the check fails', () => {
    const informs = { ...compareRecordings(one, one), ambient: [AMBIENT] };
    const failing = { ...context, failOn: 'any' } as const;
    expect(report(informs)).toMatch(/: same as recorded, except for differences that do not count<\/h3>/);
    expect(markdownReport({ comparison: informs }, failing)).toMatch(/: different<\/h3>\n<p><code>Differs: /);
    expect(htmlReport(informs, context)).toContain('<h1 class="same">Same</h1>');
    expect(htmlReport(informs, failing)).toMatch(/<h1 class="bad">Differs<\/h1>[^]*<p>Differs: /);
  });

  test('the same, what was not run, and what could not be', () => {
    const without = recordedTexts(...listed('a', 'b'), ...called(1, 'a', {}, 'one\ntwo'));
    const same = compareRecordings(one, without, { leaveOut: new Map([[4, 'no consent']]) });
    expect(report(same)).toMatch(/^<h3><code>calls\.mcprec<\/code>: same as recorded<\/h3>\n/);
    expect(report(same)).toContain('<li><code>tools/call c: no consent</code></li>');
    const problem = 'Couldn’t connect (command-not-found).\nRecording: x';
    expect(markdownReport({ problem }, context)).toBe(
      '<h3><code>calls.mcprec</code>: not run</h3>\n<p><code>Couldn’t connect (command-not-found). Recording: x</code></p>\n\n',
    );
    expect(markdownReport({ comparison: same, problem }, context)).toContain('same as recorded, incomplete</h3>');
  });
});

test('nothing of a server’s is markup, a mention, a number or a link', () => {
  const tools = (more: string) =>
    asked(
      9,
      'tools/list',
      {},
      { tools: HOSTILE.map((name) => ({ name, description: more, inputSchema: { type: 'object' } })) },
    );
  const calls = (more: string) => HOSTILE.flatMap((text, id) => called(id, text, {}, `${text}${more}\n\n${text}`));
  const noise = HOSTILE.map((text) => `<${text}`);
  const comparison = compareRecordings(
    recordedTexts(...tools('a'), ...calls('b'), ...called(5, HOSTILE.join(), {}, '')),
    recordedTexts(...tools(HOSTILE.join('\n\n')), ...calls(HOSTILE.join()), ...noise),
    { leaveOut: new Map([[10, HOSTILE.join('\n\n')]]) },
  );
  const markdown = markdownReport(
    { comparison, problem: HOSTILE.join('\n\n') },
    { ...context, before: `/x/${HOSTILE[0]}` },
  );
  const { tags, words } = outside(markdown);
  expect(tags.filter((tag) => !TAGS.test(tag))).toEqual([]);
  expect(words).not.toMatch(/octocat|#1|GH-1|evil|http|@|tada|\$|alert/);
  expect(markdown).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]|\p{Surrogate}/u);
});

describe('how long it is', () => {
  const many = (text: string) =>
    Array.from({ length: 400 }, (_, id) => called(id, `tool ${id} ${'ä'.repeat(100)}`, {}, `${text}\n${text}`)).flat();
  const comparison = compareRecordings(recordedTexts(...many('a')), recordedTexts(...many('b')));

  test('a comment by default; what is left out is counted', () => {
    const markdown = report(comparison);
    expect(Buffer.byteLength(markdown)).toBeLessThanOrEqual(65_536);
    expect(Buffer.byteLength(markdown)).toBeGreaterThan(60_000);
    const rows = markdown.match(/^<tr><td>/gm)?.length ?? 0;
    expect(markdown).toContain(`<p>and ${400 - rows} more changes.</p>`);
    expect(outside(markdown).tags.filter((tag) => !TAGS.test(tag))).toEqual([]);
  });

  test('any bound is kept, and every element is closed', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 20_000 }), (most) => {
        const markdown = report(comparison, most);
        expect(Buffer.byteLength(markdown)).toBeLessThanOrEqual(most);
        for (const name of ['details', 'pre', 'table', 'code', 'summary', 'p'])
          expect(markdown.split(`<${name}>`).length).toBe(markdown.split(`</${name}>`).length);
      }),
      { numRuns: runs(20) },
    );
  });
});
