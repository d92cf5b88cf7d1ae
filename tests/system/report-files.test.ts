/** The report files of `compare` and `rerun`: there after every end of the command, and added to the summary of a job. */
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { recordingLines, type HeldRecording as Recorded } from '#shared/recording';
import type { CliCommand } from '../../relay/command/index.ts';
import { compareCommand } from '../../relay/compare/command.ts';
import { recordCommand } from '../../relay/record/command.ts';
import { rerunCommand } from '../../relay/rerun/command.ts';
import { SDK_V1 } from '../fixtures/start.ts';
import { temporaryFolder } from '../relay/support/relay.ts';
import { parseXml, readJunit } from '../unit/junit-readers.ts';
import { called, recordedTexts } from '../unit/recorded-of.ts';
import { recordedOf } from '../unit/rerun-script.ts';
import { c2s, handshake, request, result, s2c } from '../unit/script.ts';

const TOKEN = 'ghp_8dJ2kfLw93nXpQ7vRtY5zA1bC4eF6gH0iJkL';

/** A folder with reports of an earlier run, and what runs a command that writes them anew. */
function started() {
  const folder = temporaryFolder();
  const at = (name: string): string => join(folder, name);
  for (const name of ['r.xml', 'r.html', 'r.md']) writeFileSync(at(name), 'of an earlier run');
  const summary = at('summary.md');
  const run = async (command: CliCommand, ...args: readonly string[]) => {
    let stdout = '';
    let stderr = '';
    const say = (line: string): void => void (stderr += `${line}\n`);
    const code = await command.run(args, {
      say,
      warn: say,
      print: (text) => void (stdout += text),
      signal: new AbortController().signal,
      env: { ...process.env, LIFELINE_HOME: folder, GITHUB_STEP_SUMMARY: summary },
    });
    return { code, stdout, stderr };
  };
  const save = (name: string, recorded: Recorded): string => {
    writeFileSync(at(name), `${[...recordingLines(recorded)].join('\n')}\n`);
    return at(name);
  };
  const reports = ['--junit', at('r.xml'), '--html', at('r.html'), '--markdown', at('r.md')];
  const text = (name: string): string => readFileSync(at(name), 'utf8');
  const errors = (): string[] =>
    readJunit(text('r.xml')).flatMap(({ children }) =>
      children.flatMap(({ name, text: said }) => (name === 'error' ? [said] : [])),
    );
  return { at, run, save, reports, text, errors, summary };
}

const echoed = (answer: string): Recorded =>
  recordedOf(
    ...handshake(),
    c2s(request(7, 'tools/call', { name: 'echo', arguments: { text: 'hi' } })),
    s2c(result(7, { content: [{ type: 'text', text: answer }] })),
  );
const SERVER = ['--', process.execPath, SDK_V1];

describe('where nothing could be run, the files say why', () => {
  test('compare: a file that is no recording', async () => {
    const { at, run, save, reports, text, errors } = started();
    const one = save('one.mcprec', recordedTexts(...called(1, 'a', {}, 'x')));
    const { code } = await run(compareCommand, ...reports, one, at('none.mcprec'));
    expect(code).toBe(3);
    expect(errors()).toEqual([expect.stringContaining('none.mcprec')]);
    expect(text('r.html')).toContain('<h1 class="bad">Not run</h1>');
    expect(text('r.md')).toMatch(/^<h3><code>one\.mcprec<\/code>: not run<\/h3>/);
    expect(statSync(at('r.md')).mode & 0o777).toBe(0o600);
  });

  test('rerun: a server that does not start, and a step without consent; no secret is in them', async () => {
    const { run, save, reports, text, errors } = started();
    const path = save('echo.mcprec', echoed('hi'));
    const absent = await run(rerunCommand, '--yes', ...reports, path, '--', `/no/such/${TOKEN}`);
    expect(absent.code, absent.stderr).toBe(3);
    expect(errors()).toEqual([expect.stringMatching(/Couldn’t connect \(command-not-found/)]);
    for (const name of ['r.xml', 'r.html', 'r.md']) expect(text(name)).not.toContain(TOKEN.slice(0, 14));
    const level = save(
      'level.mcprec',
      recordedOf(...handshake(), c2s(request(7, 'logging/setLevel', { level: 'info' })), s2c(result(7))),
    );
    expect((await run(rerunCommand, ...reports, level, ...SERVER)).code).toBe(3);
    expect(errors()).toEqual([expect.stringContaining('--yes consents to everything')]);
  });

  test('a report that can’t be written ends the command with 3', async () => {
    const { at, run, save } = started();
    const one = save('one.mcprec', recordedTexts(...called(1, 'a', {}, 'x')));
    const { code, stderr } = await run(compareCommand, '--markdown', at('no/such/r.md'), one, one);
    expect([code, stderr]).toEqual([3, expect.stringMatching(/^The report can’t be written: ENOENT/m)]);
  });
});

test('record: each step a case; a server that does not start is an error', async () => {
  const { at, run, text } = started();
  // A tool that never answers would be waited for.
  writeFileSync(at('answers.json'), '{"tools":{"never":false,"drop":false}}');
  const common = ['--answers', at('answers.json'), '--out', at('new.mcprec'), '--junit', at('r.xml')];
  const { code, stderr } = await run(recordCommand, '--exercise', ...common, ...SERVER);
  expect(code, stderr).toBeLessThan(2);
  const cases = readJunit(text('r.xml')).map(({ attributes, became }) => `${attributes['name']}: ${became}`);
  expect(cases).toEqual(expect.arrayContaining(['session: passed', 'tools/call echo: passed']));
  const absent = await run(
    recordCommand,
    '--out',
    at('none.mcprec'),
    '--junit',
    at('r.xml'),
    '--',
    `/no/such/${TOKEN}`,
  );
  expect(absent.code).toBe(3);
  expect(readJunit(text('r.xml')).map(({ became }) => became)).toEqual(['error']);
  expect(text('r.xml')).not.toContain(TOKEN.slice(0, 14));
});

test('rerun and record: why a session failed stands in each file as facts, as it does in JSON', async () => {
  const answering = createServer((_request, response) =>
    response.writeHead(429, { 'Content-Type': 'text/plain', 'Retry-After': '7' }).end(`slow <down>, ${TOKEN}`),
  );
  await new Promise<void>((resolve) => answering.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void answering.close());
  const url = `http://127.0.0.1:${(answering.address() as AddressInfo).port}/mcp`;
  const { at, run, save, reports, text } = started();
  const path = save('echo.mcprec', echoed('hi'));
  const { code, stdout, stderr } = await run(rerunCommand, '--yes', '--json', ...reports, path, url);
  expect(code, stderr).toBe(3);
  const { problem, before } = JSON.parse(stdout) as { readonly before: string; readonly problem: object };
  expect(before).toBe(path);
  expect(problem).toMatchObject({ reason: 'http-busy', status: 429, retryAfter: '7' });
  const facts = { reason: 'http-busy', detail: `POST ${url} → 429`, status: '429', retryAfter: '7' };

  const propertiesOf = (name: string): object => {
    const suite = parseXml(text(name)).children[0];
    const [first] = suite?.children ?? [];
    expect(first?.name).toBe('properties');
    return Object.fromEntries(first?.children.map(({ attributes }) => [attributes['name'], attributes['value']]) ?? []);
  };
  expect(propertiesOf('r.xml')).toEqual({ ...facts, quote: expect.stringMatching(/^slow <down>, (?!ghp_)/) });
  expect(text('r.xml')).toContain('<error type="http-busy"');
  for (const [name, value] of Object.entries(facts))
    expect(text('r.md')).toContain(`<tr><th><code>${name}</code></th><td><code>${value}</code></td></tr>`);
  expect(text('r.md')).toContain('slow &lt;down&gt;');
  for (const said of [stdout, text('r.xml'), text('r.md'), text('r.html')]) expect(said).not.toContain(TOKEN);

  await run(recordCommand, '--out', at('new.mcprec'), '--junit', at('r.xml'), url);
  expect(propertiesOf('r.xml')).toMatchObject(facts);
});

describe('markdown', () => {
  test('each run adds to the summary of a job, up to what it holds; “-” prints it in place of the text', async () => {
    const { at, run, save, summary, text } = started();
    const path = at('echo.mcprec');
    await run(rerunCommand, '--yes', '--out', path, save('typed.mcprec', echoed('hi')), ...SERVER);
    const changed = at('changed.mcprec');
    writeFileSync(changed, text('echo.mcprec').replaceAll('\\"text\\":\\"hi\\"}]', '\\"text\\":\\"ho\\"}]'));
    const same = await run(rerunCommand, '--yes', '--markdown', summary, path, ...SERVER);
    expect(same.code, same.stderr).toBe(0);
    expect((await run(rerunCommand, '--yes', '--markdown', summary, changed, ...SERVER)).code).toBe(1);
    expect(text('summary.md')).toMatch(
      /^<h3><code>echo\.mcprec<\/code>: same as recorded<\/h3>\n[^]*\n\n<h3><code>changed\.mcprec<\/code>: changed<\/h3>\n[^]*rerun --update changed\.mcprec/,
    );
    const printed = await run(compareCommand, '--markdown', '-', path, changed);
    expect(printed.code).toBe(1);
    expect(printed.stdout).toMatch(/^<h3><code>echo\.mcprec<\/code>: changed<\/h3>\n<p>/);
    expect(printed.stdout).not.toMatch(/^(Changed|changed)/m);
    writeFileSync(summary, 'x'.repeat(1024 * 1024 - 100));
    const full = await run(compareCommand, '--markdown', summary, path, changed);
    expect([full.code, full.stderr]).toEqual([1, 'The job summary is full; nothing was added.\n']);
    expect(statSync(summary).size).toBe(1024 * 1024 - 100);
  });

  test('what does not go together is wrong usage, and writes nothing', async () => {
    const { at, run } = started();
    expect((await run(compareCommand, '--json', '--markdown', '-', 'a', 'b')).code).toBe(2);
    expect((await run(compareCommand, '--calibrate', '--markdown', at('new.md'), 'a', 'b')).code).toBe(2);
    expect((await run(rerunCommand, '--json', '--markdown', '-', 'a', '--same')).code).toBe(2);
    expect(existsSync(at('new.md'))).toBe(false);
  });
});
