/** `mcp-lifeline redact` as people run it: what it writes, what it prints, how it exits. */
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readRecorded } from '#shared/recording';
import { carryOut } from '../relay/support/carry-out.ts';
import { temporaryFolder } from '../relay/support/relay.ts';
import { leakOf } from '../unit/redact-planted.ts';

const SECRET = 'S3cret/value"9';
const LINES = [
  {
    mcprec: 1,
    id: 'r',
    title: 'demo',
    startedAt: '2026-11-20T10:00:00.000Z',
    by: { name: 'mcp-lifeline', version: '0.1.0' },
    route: 'relay',
    connection: { transport: 'stdio', command: 'node', args: ['server.js', '--api-key', SECRET] },
  },
  { s: 0, t: 0, k: 'message', dir: 'c2s', raw: JSON.stringify({ id: 1, x: JSON.stringify({ y: SECRET }), n: '1.0' }) },
  { s: 1, t: 5, k: 'stderr', text: 'customer cust-12 at /home/eve/x\n' },
  { footer: true, events: 2, reason: 'closed by user' },
];
const TEXT = `${LINES.map((line) => JSON.stringify(line)).join('\n')}\n`;

/** A recording in a folder of its own. */
function recording(
  name = 'a.mcprec',
  content: string | Buffer = TEXT,
): { readonly folder: string; readonly path: string } {
  const folder = temporaryFolder();
  const path = join(folder, name);
  writeFileSync(path, content);
  return { folder, path };
}

async function redact(
  args: readonly string[],
  home: string,
): Promise<{ readonly code: unknown; readonly output: string }> {
  const program = carryOut(['redact', ...args], home);
  return { code: await program.ended, output: program.output() };
}

test('a copy beside the file, without the secrets, for its owner only; the file stays', async () => {
  const { folder, path } = recording();
  const { code, output } = await redact([path, '--rule', 'customer=cust-\\d+', '--mark', 'demo'], folder);
  const out = join(folder, 'a.redacted.mcprec');
  expect({ code, output }).toEqual({
    code: 0,
    output: [
      '‹marked:1›  marks  once',
      '‹secret:1›  options  2 times',
      '‹customer:1›  customer  once',
      '‹home:1›  home-folders  once',
      out,
      '',
    ].join('\n'),
  });
  const text = readFileSync(out, 'utf8');
  expect(leakOf(text, SECRET)).toBeUndefined();
  expect(leakOf(output, SECRET)).toBeUndefined();
  expect(statSync(out).mode & 0o777).toBe(0o600);
  expect(readFileSync(path, 'utf8')).toBe(TEXT);
  const { recorded } = readRecorded(text);
  expect(recorded?.header).toMatchObject({
    title: '‹marked:1›',
    connection: { args: ['server.js', '--api-key', '‹secret:1›'] },
  });
  expect(recorded?.events[0]).toMatchObject({ raw: '{"id":1,"x":"{\\"y\\":\\"‹secret:1›\\"}","n":"1.0"}' });
  expect(recorded?.header.redacted).toContainEqual({
    s: 1,
    path: ['text'],
    placeholder: '‹customer:1›',
    rule: 'customer',
  });
});

test('a gzipped file gives a gzipped copy; values are printed when asked for', async () => {
  const { folder, path } = recording('b.mcprec.gz', gzipSync(TEXT));
  const { code, output } = await redact([path, '--json', '--show', '--off', 'home-folders'], folder);
  const out = join(folder, 'b.redacted.mcprec.gz');
  expect({ code, printed: JSON.parse(output) as unknown }).toEqual({
    code: 0,
    printed: {
      recording: out,
      damaged: [],
      secrets: [{ placeholder: '‹secret:1›', rule: 'options', places: 2, value: SECRET }],
    },
  });
  expect(leakOf(gunzipSync(readFileSync(out)).toString(), SECRET)).toBeUndefined();
});

test('a name that tells of a secret is not the copy’s: recordings are called by their titles', async () => {
  const secret = 'hunter2secret99';
  const title = `node -e 1 --token ${secret}`;
  const titled = (now: string): string => TEXT.replace('cust-12', secret).replace('"demo"', JSON.stringify(now));
  const cases = [
    [`2026-11-20T100000Z-node-e-1-token-${secret}-r.mcprec`, title, '2026-11-20T100000Z-node-e-1-token-marked-1-r'],
    ['2026-11-20T100000Z-node-e-1-token-hunter2-r.mcprec', title, '2026-11-20T100000Z-node-e-1-token-marked-1-r'],
    // Called otherwise since it was begun.
    [`x-token-${secret}-r.mcprec`, 'demo', '2026-11-20T100000Z-demo-r'],
    ['bug.mcprec', title, 'bug'],
  ] as const;
  for (const [name, now, stem] of cases) {
    const { folder, path } = recording(name, titled(now));
    const { code, output } = await redact([path, '--mark', secret], folder);
    expect({ code, last: output.trimEnd().split('\n').at(-1) }).toEqual({
      code: 0,
      last: join(folder, `${stem}.redacted.mcprec`),
    });
    expect(leakOf(output, secret)).toBeUndefined();
    expect(readFileSync(join(folder, `${stem}.redacted.mcprec`), 'utf8')).not.toContain(secret);
    expect(existsSync(path)).toBe(true);
  }
});

test('--list writes nothing', async () => {
  const { folder, path } = recording();
  const { code, output } = await redact([path, '--list'], folder);
  expect({ code, output }).toEqual({ code: 0, output: '‹secret:1›  options  2 times\n‹home:1›  home-folders  once\n' });
  expect(existsSync(join(folder, 'a.redacted.mcprec'))).toBe(false);
});

test('what can’t be done, with its exit code', async () => {
  const { folder, path } = recording();
  const cases: readonly (readonly [args: readonly string[], code: number, sentence: RegExp])[] = [
    [[], 2, /Name a file/],
    [[path, '--off', 'nonsense'], 2, /Unknown rule “nonsense”/],
    [[path, '--rule', 'x=(a+)+'], 2, /“x” could be too slow/],
    [[path, '--out', path], 2, /would replace the recording/],
    [[join(folder, 'absent.mcprec')], 3, /can’t be read/],
    [[path, '--out', join(folder, 'absent', 'x.mcprec')], 3, /can’t be written/],
  ];
  const results = await Promise.all(cases.map(([args]) => redact(args, folder)));
  for (const [index, [, code, sentence]] of cases.entries()) {
    expect(results[index]?.code).toBe(code);
    expect(results[index]?.output).toMatch(sentence);
  }
  expect(readFileSync(path, 'utf8')).toBe(TEXT);
});
