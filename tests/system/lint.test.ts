/** `mcp-lifeline lint`, `explain` and `record --lint`: what they print and write, and how they end. */
import { copyFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { LEFT_OUT, ruleById, RULES, weightOf } from '#shared/findings';
import { findingsWordsIn } from '#shared/findings/words';
import { isObject } from '#shared/jsonrpc';
import { recordingLines, type EventBody } from '#shared/recording';
import { wordsIn } from '#shared/words';
import { FOLDERS } from '../fixtures/start.ts';
import { carryOut } from '../relay/support/carry-out.ts';
import { temporaryFolder } from '../relay/support/relay.ts';
import { readJunit } from '../unit/junit-readers.ts';
import { recordedOf } from '../unit/rerun-script.ts';
import { c2s, handshake, request, result, s2c } from '../unit/script.ts';
import { recordJson } from './support/recorded.ts';

const sample = (name: string): string => fileURLToPath(new URL(`../samples/v1/${name}.mcprec`, import.meta.url));
const golden = (name: string): string => fileURLToPath(new URL(`../golden/lint/${name}`, import.meta.url));

interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}
async function run(...args: readonly string[]): Promise<Ran> {
  const { stdout, stderr, ended } = carryOut(args, temporaryFolder());
  const code = await ended;
  return { code, stdout: stdout(), stderr: stderr() };
}
const isMust = (id: string): boolean => {
  const rule = ruleById(id);
  return rule !== undefined && weightOf(rule, '2025-11-25') === 'must';
};
const lint = (...args: readonly string[]): Promise<Ran> => run('lint', ...args);

interface Json {
  readonly files: readonly {
    readonly file: string;
    readonly findings: readonly {
      readonly rule: string;
      readonly level: string;
      readonly text: string;
      readonly pointer?: string;
    }[];
    readonly checked: number;
    readonly broken: number;
    readonly unchecked: readonly object[];
  }[];
}
const json = ({ stdout }: Ran): Json => JSON.parse(stdout) as Json;
const rulesIn = (ran: Ran): readonly string[] => [
  ...new Set(json(ran).files.flatMap(({ findings }) => findings.map(({ rule }) => rule))),
];

test('as text, in each language', async () => {
  const path = sample('typed');
  for (const language of ['en', 'zh-CN']) {
    const { code, stdout } = await lint('--no-color', '--rule', 'rpc-version-field', '--lang', language, path);
    expect(code).toBe(1);
    await expect(stdout.replaceAll(path, 'typed.mcprec')).toMatchFileSnapshot(golden(`typed.${language}.txt`));
  }
});

test('--json is one object, whatever is found', async () => {
  const ran = await lint('--json', sample('broken'), sample('everything-stdio'));
  expect(ran.code).toBe(1);
  const [broken, right] = json(ran).files;
  expect(Object.keys(broken ?? {})).toEqual(['file', 'revision', 'findings', 'checked', 'broken', 'unchecked']);
  expect(broken).toMatchObject({ file: sample('broken'), revision: '2025-11-25', unchecked: [] });
  expect(broken?.findings.find(({ rule }) => rule === 'stdio-utf8')).toEqual({
    ...{ rule: 'stdio-utf8', level: 'MUST', severity: 'error', side: 'server', at: 12, rests: [] },
    text: expect.any(String) as string,
  });
  expect(broken?.broken).toBe(new Set(broken?.findings.map(({ rule }) => rule)).size);
  // It had to be ended with SIGTERM.
  expect(right?.findings.filter(({ level }) => level !== 'MAY-info')).toMatchObject([
    { rule: 'stdio-exit-on-eof', level: 'SHOULD', side: 'server' },
  ]);
  expect(right?.checked).toBeGreaterThan(100);
});

test('which findings there are, and which of them fail', async () => {
  const path = sample('asked');
  // It breaks a SHOULD.
  expect(rulesIn(await lint('--json', path))).toEqual(['elicit-content-valid']);
  const codes = async (...args: readonly string[]): Promise<number> => (await lint('--quiet', ...args, path)).code;
  expect(await codes()).toBe(0);
  expect(await codes('--fail-on', 'should')).toBe(1);
  expect(await codes('--fail-on', 'advice')).toBe(1);
  expect(await codes('--fail-on', 'should', '--ignore', 'elicit-content-valid')).toBe(0);
  expect(await codes('--fail-on', 'advice', '--rule', 'rpc-version-field')).toBe(0);
  const advised = sample('modern-stdio');
  expect(rulesIn(await lint('--json', '--rule', 'deprecated-feature', advised))).toEqual(['deprecated-feature']);
  const advice = ['--rule', 'deprecated-feature', advised];
  expect((await lint('--quiet', ...advice)).code).toBe(0);
  expect((await lint('--quiet', '--fail-on', 'advice', ...advice)).code).toBe(1);
  const guessed = (ran: Ran): boolean => rulesIn(ran).some((id) => ruleById(id)?.heuristic === true);
  expect(guessed(await lint('--json', sample('modern-stdio')))).toBe(false);
  expect(guessed(await lint('--json', '--all', sample('modern-stdio')))).toBe(true);
});

test('what cannot be done is said, with the exit code for it', async () => {
  const folder = temporaryFolder();
  for (const args of [[], ['--fail-on', 'never', 'x'], ['--rule', 'no-such-rule', 'x'], ['--update-baseline', 'x']])
    expect((await lint(...args)).code).toBe(2);
  const missing = await lint(join(folder, 'missing.mcprec'), sample('later'));
  expect(missing.code).toBe(3);
  expect(missing.stderr).toContain('missing.mcprec');
  expect(missing.stdout).toContain('later.mcprec');
  expect((await lint('--baseline', join(folder, 'missing.json'), sample('later'))).code).toBe(3);
  expect((await lint('--sarif', join(folder, 'no', 'r.sarif'), sample('later'))).code).toBe(3);
});

test('known findings are neither told nor counted', async () => {
  const baseline = join(temporaryFolder(), 'known.json');
  expect(await lint('--baseline', baseline, '--update-baseline', sample('typed'))).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/^Written: .+, with [1-9]\d* findings\.\n$/),
  });
  const again = await lint('--baseline', baseline, '--fail-on', 'advice', sample('typed'));
  expect(again.code).toBe(0);
  expect(again.stdout).toMatch(/ 0 broken/);
  const other = await lint('--json', '--baseline', baseline, sample('broken'));
  expect(other.code).toBe(1);
  expect(rulesIn(other)).toContain('stdio-utf8');
  writeFileSync(baseline, '[]');
  expect((await lint('--baseline', baseline, sample('typed'))).code).toBe(3);
});

test('a SARIF report is what code scanning reads', async () => {
  const path = join(temporaryFolder(), 'r.sarif');
  const ran = await lint('--json', '--sarif', path, sample('typed'), sample('modern-http'));
  const report = JSON.parse(readFileSync(path, 'utf8')) as {
    readonly version: string;
    readonly runs: readonly {
      readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } };
      readonly results: readonly { readonly [name: string]: unknown }[];
    }[];
  };
  expect(report.version).toBe('2.1.0');
  const [{ tool, results } = { tool: { driver: { rules: [] } }, results: [] }] = report.runs;
  expect(tool.driver.rules.map(({ id }) => id).toSorted()).toEqual([...rulesIn(ran)].sort());
  expect(results).toHaveLength(json(ran).files.reduce((sum, { findings }) => sum + findings.length, 0));
  for (const { ruleId, ruleIndex, level, message, locations, partialFingerprints } of results) {
    expect(tool.driver.rules[Number(ruleIndex)]?.id).toBe(ruleId);
    expect(['error', 'warning', 'note']).toContain(level);
    expect(isObject(message) && message['text']).toBeTruthy();
    expect(locations).toMatchObject([{ physicalLocation: { region: { startLine: expect.any(Number) as number } } }]);
    expect(partialFingerprints).toBeDefined();
  }
});

test('neither a baseline nor a fingerprint holds a secret of a URI, and a baseline of an earlier version counts', async () => {
  const folder = temporaryFolder();
  const at = (name: string): string => join(folder, name);
  const uri = 'db://me:hunter2horse@h/x?token=aB3dE5fG7hJ9kL1m';
  const asks = { uri, _meta: { 'a b\u202e\u009b/x': 1 } };
  const bodies = [...handshake(), c2s(request(7, 'resources/read', asks)), s2c(result(7, { contents: [] }))];
  writeFileSync(at('a.mcprec'), `${[...recordingLines(recordedOf(...bodies))].join('\n')}\n`);
  const [baseline, sarif] = [at('known.json'), at('r.sarif')];
  await lint('--baseline', baseline, '--update-baseline', at('a.mcprec'));
  await lint('--all', '--sarif', sarif, at('a.mcprec'));
  const { known } = JSON.parse(readFileSync(baseline, 'utf8')) as { readonly known: readonly string[] };
  expect(known.length).toBeGreaterThan(0);
  for (const name of known) expect(name).toMatch(/^[\w-]+ \| \w+ \| sha256:[0-9a-f]{64}$/);
  const text = readFileSync(sarif, 'utf8');
  const { runs } = JSON.parse(text) as {
    readonly runs: readonly [{ readonly results: readonly { readonly partialFingerprints: object }[] }];
  };
  expect(runs[0].results.length).toBeGreaterThan(0);
  for (const { partialFingerprints } of runs[0].results)
    expect(Object.values(partialFingerprints)).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
  expect(text).not.toMatch(/[\u0080-\u009f\u200b-\u200f\u202a-\u202e]/);

  // As an earlier version wrote them.
  const [file] = json(await lint('--all', '--json', '--no-redact', at('a.mcprec'))).files;
  const found = file?.findings.find(({ rule }) => rule === 'meta-key-prefix');
  expect(found).toBeDefined();
  const pointer = found?.pointer ?? '';
  writeFileSync(baseline, JSON.stringify({ known: [`meta-key-prefix | client | resources/read ${uri} | ${pointer}`] }));
  const left = await lint('--all', '--json', '--no-redact', '--baseline', baseline, at('a.mcprec'));
  expect(rulesIn(left)).not.toContain('meta-key-prefix');
});

test('a JUnit report has a case for each rule, and those fail that --fail-on says', async () => {
  const path = join(temporaryFolder(), 'r.xml');
  const ran = await lint('--json', '--junit', path, sample('typed'));
  const cases = readJunit(readFileSync(path, 'utf8'));
  const failed = cases.filter(({ became }) => became === 'failure').map(({ attributes }) => attributes['name'] ?? '');
  const must = rulesIn(ran).filter((id) => isMust(id));
  expect(failed.map((name) => name.split(':')[0]).toSorted()).toEqual(must.toSorted());
  expect(cases.length).toBeGreaterThan(json(ran).files[0]?.broken ?? 0);
});

test('secrets stay out of every report', async () => {
  const folder = temporaryFolder();
  const token = 'ghp_8dJ2kfLw93nXpQ7vRtY5zA1bC4eF6gH0iJkL';
  const path = join(folder, 'secret.mcprec');
  const asks = { name: 'fetch', arguments: { token }, _meta: { [`a b/${token}`]: token } };
  const bodies = [...handshake(), c2s(request(5, 'tools/call', asks)), s2c(result(5, { content: [], token }))];
  writeFileSync(path, `${[...recordingLines(recordedOf(...bodies))].join('\n')}\n`);
  const [sarif, junit] = [join(folder, 'r.sarif'), join(folder, 'r.xml')];
  const text = await lint('--all', '--sarif', sarif, '--junit', junit, path);
  expect(text.stdout).toContain('[meta-key-prefix]');
  const printed = await lint('--all', '--json', path);
  const whole = [text.stdout, printed.stdout, readFileSync(sarif, 'utf8'), readFileSync(junit, 'utf8')];
  for (const each of whole) expect(each).not.toContain(token.slice(0, 14));
  for (const file of [sarif, junit]) expect(statSync(file).mode & 0o777).toBe(0o600);
  expect((await lint('--no-redact', '--json', path)).stdout).toContain(token);
});

test('a recording cut short, and one that is packed, are judged as far as they go', async () => {
  const short = await lint(sample('cut-short'));
  expect(short.stderr).toContain('cut-short.mcprec ends early');
  expect(short.stdout).toContain('error[stdio-stdin-nonmessage]');
  const packed = join(temporaryFolder(), 'a.mcprec.gz');
  copyFileSync(fileURLToPath(new URL('../samples/v1/everything-http.mcprec.gz', import.meta.url)), packed);
  const { code, stdout } = await lint('--json', packed);
  expect(code, stdout.slice(0, 400)).toBe(0);
});

test('explain tells of each rule what it asks for, why, how to mend it, and what breaks it', async () => {
  for (const language of ['en', 'zh-CN'] as const)
    for (const { id } of RULES) {
      const { code, stdout } = await run('explain', '--lang', language, id);
      const [title = '', , ...rest] = stdout.split('\n');
      expect(code).toBe(0);
      expect(title).toMatch(new RegExp(`^${id}: \\S`));
      const body = rest.join('\n');
      const { why, fix, see } = (await findingsWordsIn(language)).report;
      const { colon } = (await wordsIn(language)).common;
      for (const label of [`${why}${colon}`, `${fix}${colon}`, `${see}${colon}https://`])
        expect([id, body.includes(label)]).toEqual([id, true]);
      if (!(id in LEFT_OUT)) expect([id, (body.match(/^ {2}\S/gm) ?? []).length > 0]).toEqual([id, true]);
      expect(body).not.toContain('[object');
    }
  const { stdout } = await run('explain');
  for (const { id } of RULES) expect(stdout).toContain(`\n${id} `.slice(id === RULES[0]?.id ? 1 : 0));
  expect(() => carryOut(['explain', 'no-such-rule'], temporaryFolder())).not.toThrow();
  expect((await run('explain', 'no-such-rule')).code).toBe(2);
});

test('a rule that is never judged says why, where it is asked for by name', async () => {
  for (const language of ['en', 'zh-CN'] as const)
    for (const [rule, why] of Object.entries(LEFT_OUT)) {
      const { unsure, report } = await findingsWordsIn(language);
      const { stdout } = await run('explain', '--lang', language, rule);
      expect(stdout).toContain(`${report.leftOut}${(await wordsIn(language)).common.colon}${unsure[why]}`);
      const asked = await lint('--rule', rule, '--lang', language, sample('typed'));
      expect(asked.code).toBe(0);
      expect(asked.stdout).toContain(`  ${rule}: ${unsure[why]}\n`);
      expect(json(await lint('--json', '--rule', rule, sample('typed'))).files[0]?.unchecked).toEqual([{ rule, why }]);
    }
});

test('record --lint tells what the recording breaks, and fails by it', async () => {
  const target = ['--revision', '2025-11-25', '--', process.execPath, FOLDERS];
  const { code, printed } = await recordJson(['--lint', '--fail-on', 'advice', ...target]);
  const { files } = printed['lint'] as Json;
  expect(files).toMatchObject([{ file: printed.recording, findings: [] }]);
  expect(code).toBe(0);
  const text = await run('record', '--lint', ...target);
  expect(text.stdout + text.stderr).toMatch(/rules checked/);
});

test('what only follows from another finding stands under it in every output, and is not counted', async () => {
  const folder = temporaryFolder();
  const at = (name: string): string => join(folder, name);
  const [opening, open, hello, welcome, initialized] = handshake() as [
    EventBody,
    EventBody,
    EventBody,
    EventBody,
    EventBody,
  ];
  const bodies = [opening, open, hello, initialized, welcome, initialized, c2s(request(7, 'ping')), s2c(result(7))];
  writeFileSync(at('a.mcprec'), `${[...recordingLines(recordedOf(...bodies))].join('\n')}\n`);
  const again = 'init-initialized-once';

  const [file] = json(await lint('--json', at('a.mcprec'))).files;
  expect(file?.findings).toMatchObject([
    { rule: 'init-initialized-early', at: 3 },
    { rule: again, at: 5, consequenceOf: { rule: 'init-initialized-early', side: 'client', at: 3 } },
  ]);
  expect(file?.broken).toBe(1);

  const ran = await lint('--no-color', '--sarif', at('r.sarif'), '--junit', at('r.xml'), at('a.mcprec'));
  expect(ran.stdout).toContain(`consequence at event 5: \`notifications/initialized\` came again. (\`${again}\`)`);
  expect(ran.stdout).toMatch(/: 1 error · \d+ rules checked, 1 broken/);
  expect(ran.stdout).not.toContain(`[${again}]`);
  const { runs } = JSON.parse(readFileSync(at('r.sarif'), 'utf8')) as {
    readonly runs: readonly [{ readonly results: readonly { readonly relatedLocations?: readonly object[] }[] }];
  };
  expect(runs[0].results).toHaveLength(1);
  expect(JSON.stringify(runs[0].results[0]?.relatedLocations)).toContain(again);
  const cases = readJunit(readFileSync(at('r.xml'), 'utf8'));
  expect(cases.filter(({ became }) => became === 'failure')).toHaveLength(1);
  expect(cases.map(({ attributes }) => attributes['name']?.split(':')[0])).not.toContain(again);
  const markdown = await run('export', '--to', 'markdown', '--out', at('a.md'), at('a.mcprec'));
  expect(markdown.code).toBe(0);
  expect(readFileSync(at('a.md'), 'utf8')).toMatch(/- consequence at event 5: .*init-initialized-once/);

  // Whoever knows the cause knows what follows from it; whoever asks for the rule is told of it.
  expect(rulesIn(await lint('--json', '--ignore', 'init-initialized-early', at('a.mcprec')))).toEqual([]);
  expect((await lint('--fail-on', 'should', '--rule', again, at('a.mcprec'))).code).toBe(1);
  await lint('--baseline', at('known.json'), '--update-baseline', at('a.mcprec'));
  const { known } = JSON.parse(readFileSync(at('known.json'), 'utf8')) as { readonly known: readonly string[] };
  expect(known).toHaveLength(1);
  expect(rulesIn(await lint('--json', '--baseline', at('known.json'), at('a.mcprec')))).toEqual([]);
});

test('what the server broke comes first, what the client broke apart', async () => {
  const path = join(temporaryFolder(), 'a.mcprec');
  const bodies = [
    ...handshake(),
    c2s('{"jsonrpc":"1.0","id":7,"method":"tools/list"}'),
    s2c(result(7, { tools: [{ name: 'a b', inputSchema: { type: 'object' } }] })),
  ];
  writeFileSync(path, `${[...recordingLines(recordedOf(...bodies))].join('\n')}\n`);
  const { stdout } = await lint('--no-color', path);
  const places = ['What the server broke', 'tool-name-charset', 'What the client broke', 'rpc-version-field'];
  const found = places.map((each) => stdout.indexOf(each));
  expect(found).toEqual(found.toSorted((a, b) => a - b));
  expect(found).not.toContain(-1);
});
