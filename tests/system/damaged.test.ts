/** What the commands tell of a recording that is damaged, cut or still being written, in every output, and how they end. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { isLoss, readRecorded } from '#shared/recording';
import { liveMark } from '../../relay/recording/index.ts';
import { SDK_V1 } from '../fixtures/start.ts';
import { carryOut } from '../relay/support/carry-out.ts';
import { temporaryFolder } from '../relay/support/relay.ts';
import { readJunit } from '../unit/junit-readers.ts';
import { recordJson } from './support/recorded.ts';

const sample = (name: string): string => fileURLToPath(new URL(`../samples/v1/${name}.mcprec`, import.meta.url));

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
const damagedIn = ({ stdout }: Ran): unknown => (JSON.parse(stdout) as { damaged: unknown }).damaged;

/** A recording whose fourth line is garbled. */
function garbled(): string {
  const path = join(temporaryFolder(), 'garbled.mcprec');
  const lines = readFileSync(sample('everything-stdio'), 'utf8').split('\n');
  lines[3] = 'sk-secret-of-a-line‹garbled›';
  writeFileSync(path, lines.join('\n'));
  return path;
}
/** A recording that ends in the middle of a line. */
function cutOff(from = sample('everything-stdio'), part = 0.7): string {
  const path = join(temporaryFolder(), 'cut.mcprec');
  const text = readFileSync(from, 'utf8');
  writeFileSync(path, text.slice(0, Math.floor(text.length * part)));
  return path;
}
const AT_4 = 'is damaged at line 4 (not-json), lacks 1 event; everything else is read.';

test('lint names a file that can’t be opened in JUnit and SARIF, too', async () => {
  const folder = temporaryFolder();
  const [junit, sarif] = [join(folder, 'r.xml'), join(folder, 'r.sarif')];
  const missing = join(folder, 'no-such.mcprec');
  expect((await run('lint', '--junit', junit, '--sarif', sarif, missing, sample('everything-stdio'))).code).toBe(3);
  const [unread] = readJunit(readFileSync(junit, 'utf8')).filter(({ became }) => became === 'error');
  expect(unread).toMatchObject({
    attributes: { name: 'the recording can be read', classname: 'mcp-lifeline.no-such' },
    children: [{ attributes: { type: 'unread', message: expect.stringContaining('no-such.mcprec') } }],
  });
  const { runs } = JSON.parse(readFileSync(sarif, 'utf8')) as { runs: object[] };
  expect(runs[0]).toMatchObject({
    invocations: [
      {
        executionSuccessful: false,
        toolExecutionNotifications: [
          {
            message: { text: expect.stringContaining('no-such.mcprec') },
            locations: [{ physicalLocation: { artifactLocation: { uri: missing } } }],
          },
        ],
      },
    ],
  });
});

test('record --lint ends with 3 when the recording that it made is damaged, unless that is accepted', async () => {
  for (const accept of [false, true]) {
    const out = join(temporaryFolder(), 'made.mcprec');
    // Another program writes into the file while it is recorded.
    const server = `require('fs').appendFileSync(${JSON.stringify(out)}, 'garbled\\n'); import(${JSON.stringify(SDK_V1)})`;
    const flag = accept ? ['--accept-damaged'] : [];
    const made = await run('record', '--lint', ...flag, '--json', '--out', out, '--', process.execPath, '-e', server);
    expect(readFileSync(out, 'utf8')).toContain('garbled');
    const { exitCode, lint } = JSON.parse(made.stdout) as { exitCode: number; lint: { damaged: unknown[] } };
    expect([made.code, exitCode, lint.damaged.length]).toEqual(accept ? [0, 0, 1] : [3, 3, 1]);
  }
});

describe('lint of a damaged recording', () => {
  test('judges the rest, ends with 3 and says why in every output', async () => {
    const path = garbled();
    const folder = temporaryFolder();
    const [junit, sarif] = [join(folder, 'r.xml'), join(folder, 'r.sarif')];
    const whole = await run('lint', '--json', sample('everything-stdio'));
    const json = await run('lint', '--json', '--junit', junit, '--sarif', sarif, path);
    expect([whole.code, json.code]).toEqual([0, 3]);
    expect(damagedIn(whole)).toEqual([]);
    expect(damagedIn(json)).toEqual([
      { file: path, places: 1, lines: [{ line: 4, code: 'not-json' }], missing: 1, cutShort: false, live: false },
    ]);
    const checked = ({ stdout }: Ran): number =>
      (JSON.parse(stdout) as { files: { checked: number }[] }).files[0]?.checked ?? 0;
    expect(checked(json)).toBeGreaterThan(checked(whole) / 2);
    expect(readFileSync(junit, 'utf8')).toMatch(/errors="1"[\s\S]*name="the recording is whole"[\s\S]*line 4/);
    const { runs } = JSON.parse(readFileSync(sarif, 'utf8')) as { runs: { invocations?: unknown }[] };
    expect(runs[0]?.invocations).toMatchObject([
      {
        executionSuccessful: false,
        toolExecutionNotifications: [{ level: 'error', message: { text: `${path} ${AT_4}` } }],
      },
    ]);
    const text = await run('lint', path);
    expect(text.stdout).toContain(', incomplete ·');
    expect(await run('lint', '--quiet', path)).toEqual({ code: 3, stdout: '', stderr: `${path} ${AT_4}\n` });
    // A line that can't be read can't be redacted either.
    for (const each of [
      text.stderr,
      text.stdout,
      json.stdout,
      readFileSync(junit, 'utf8'),
      readFileSync(sarif, 'utf8'),
    ])
      expect(each).not.toContain('sk-secret');
  });

  test('ends as the rules say with --accept-damaged, and says it all the same', async () => {
    const path = garbled();
    const junit = join(temporaryFolder(), 'r.xml');
    const { code, stdout, stderr } = await run('lint', '--accept-damaged', '--junit', junit, path);
    expect([code, stderr]).toEqual([0, `${path} ${AT_4}\n`]);
    expect(stdout).toContain(', incomplete ·');
    expect(readFileSync(junit, 'utf8')).toMatch(/errors="0"[\s\S]*line 4/);
  });

  test('is no different for a copy of it, exported, redacted or packed, and for packed data that is damaged', async () => {
    const path = garbled();
    const folder = temporaryFolder();
    const [redacted, exported] = [join(folder, 'redacted.mcprec'), join(folder, 'exported.mcprec.gz')];
    expect((await run('redact', '--out', redacted, path)).stderr).toContain(AT_4);
    expect((await run('export', '--to', 'recording', '--out', exported, path)).stderr).toContain(AT_4);
    const { recorded } = readRecorded(readFileSync(redacted, 'utf8'));
    expect(recorded?.events.filter(isLoss)).toMatchObject([{ s: 2, why: 'damaged line of the recording (not-json)' }]);
    for (const copy of [redacted, exported]) {
      const ran = await run('lint', '--json', copy);
      expect(ran.code).toBe(3);
      expect(damagedIn(ran)).toMatchObject([{ file: copy, places: 0, missing: 1 }]);
    }
    const packed = gzipSync(readFileSync(sample('everything-stdio')));
    packed[packed.length - 8] = (packed.at(-8) ?? 0) ^ 1;
    const wrongSum = join(folder, 'sum.mcprec.gz');
    writeFileSync(wrongSum, packed);
    const ran = await run('lint', '--json', wrongSum);
    expect(damagedIn(ran)).toMatchObject([{ lines: [{ code: 'bad-packing' }], missing: 0, cutShort: false }]);
    const events = (printed: Ran): number => (JSON.parse(printed.stdout) as { rows: unknown[] }).rows.length;
    expect(events(await run('show', '--json', wrongSum))).toBe(
      events(await run('show', '--json', sample('everything-stdio'))),
    );
  });

  test('of which the end is missing is damage, unless it is still being written', async () => {
    const path = cutOff();
    const cut = await run('lint', '--json', path);
    expect([cut.code, cut.stderr]).toEqual([3, `${path} ends early; everything else is read.\n`]);
    expect(damagedIn(cut)).toMatchObject([{ file: path, places: 0, missing: 0, cutShort: true, live: false }]);
    // As another process marks it.
    writeFileSync(`${path}.live`, liveMark());
    const live = await run('lint', '--json', path);
    expect(live.stderr).toBe(`${path} is still being written; everything else is read.\n`);
    expect([live.code, damagedIn(live)]).toMatchObject([0, [{ cutShort: true, live: true }]]);
  });
});

test('compare, show, profile and redact tell of it, and compare ends with 3', async () => {
  const [path, whole] = [garbled(), sample('everything-stdio')];
  const folder = temporaryFolder();
  const files = ['junit', 'html', 'markdown'].map((name) => join(folder, name));
  const [junit = '', html = '', markdown = ''] = files;
  const reports = ['--junit', junit, '--html', html, '--markdown', markdown];
  const compared = await run('compare', ...reports, path, whole);
  expect(compared.code).toBe(3);
  expect(compared.stderr).toContain(AT_4);
  expect(compared.stdout).toMatch(/^\w+, incomplete: /m);
  for (const file of files) expect(readFileSync(file, 'utf8')).toContain('is damaged at line 4 (not-json)');
  expect(readFileSync(junit, 'utf8')).toContain('errors="1"');
  const quiet = await run('compare', '--quiet', cutOff(), cutOff());
  expect([quiet.code, quiet.stderr]).toEqual([3, expect.stringContaining('ends early')]);
  expect((await run('compare', '--accept-damaged', ...reports, cutOff(), cutOff())).code).toBe(0);
  for (const file of files) expect(readFileSync(file, 'utf8')).toContain('ends early');
  expect(readFileSync(junit, 'utf8')).toContain('errors="0"');
  for (const args of [
    ['compare', path, whole],
    ['show', path],
    ['profile', path],
    ['redact', '--list', path],
  ]) {
    const [name = '', ...rest] = args;
    expect(damagedIn(await run(name, '--json', ...rest))).toMatchObject([{ file: path, places: 1, missing: 1 }]);
  }
  expect((await run('profile', '--markdown', path)).stdout).toContain(AT_4);
  expect((await run('show', '--quiet', path)).stderr).toContain(AT_4);
});

test('rerun of a baseline that was cut does not end well, though all that is left is the same', async () => {
  const out = join(temporaryFolder(), 'recorded.mcprec');
  // It would go on when its input ends, and be waited for.
  const ends = 'data:text/javascript,process.stdin.on("end",()=>process.exit())';
  const command = [process.execPath, '--import', ends, SDK_V1];
  const { recorded } = await recordJson(['--out', out, '--', ...command]);
  await recorded.ended;
  const again = (...args: readonly string[]): Promise<Ran> => run('rerun', '--read-only', ...args, '--', ...command);
  const path = cutOff(out, 0.6);
  const { code, stdout, stderr } = await again(path);
  expect([code, stderr]).toEqual([3, expect.stringContaining(`${path} ends early; everything else is read.`)]);
  expect(stdout).toContain(', incomplete: ');
  const accepted = await again('--accept-damaged', '--json', path);
  expect(accepted.code).not.toBe(3);
  expect(damagedIn(accepted)).toMatchObject([{ file: path, cutShort: true }]);
  expect(damagedIn(await again('--plan', '--json', path))).toMatchObject([{ file: path }]);
});
