/** A recording that is run again against its own mock is equal: both sides of it, byte for byte but for what is fresh. */
import { readdirSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { Comparison } from '#shared/compare';
import { loadRecording } from '../../relay/recording/index.ts';
import { eventually } from '../relay/support/page.ts';
import { programFile, run } from '../relay/support/program.ts';
import { carryOut } from '../relay/support/carry-out.ts';
import { temporaryFolder } from '../relay/support/relay.ts';

const SAMPLES = relative(process.cwd(), fileURLToPath(new URL('../samples/v1/', import.meta.url)));
/** What a tap held, changed or kept back in one is not done again: its calls end otherwise. */
const TAPPED = 'tapped.mcprec';
const names = readdirSync(SAMPLES).filter((name) => /\.mcprec(\.gz)?$/.test(name) && name !== TAPPED);

interface Again {
  readonly code: number | string;
  readonly complete: boolean;
  readonly same: boolean;
  /** Operations by what became of them. */
  readonly counts: Comparison['counts'];
  /** What differs, an operation a line. */
  readonly differing: readonly string[];
}

/** Run a sample again against its own mock, over the transport it was recorded over. */
async function againstItself(path: string): Promise<Again> {
  const loaded = await loadRecording(path);
  if (!loaded.ok) throw new Error(loaded.sentence);
  const home = temporaryFolder();
  const overHttp = loaded.recorded.header.connection.transport === 'streamable-http';
  const mock = overHttp ? run(['mock', '--http', path], home) : undefined;
  const address = mock && (await eventually(() => /^http:\S+$/m.exec(mock.output())?.[0]));
  const target = address === undefined ? ['--', process.execPath, programFile(), 'mock', path] : [address];
  // One of the samples ends without its closing line.
  const rerun = ['rerun', '--json', '--yes', '--accept-damaged', '--timeout', '40000', path, ...target];
  const { stdout, output, ended } = carryOut(rerun, home);
  const code = await ended;
  if (stdout() === '') throw new Error(`${path}: ${output()}`);
  const printed = JSON.parse(stdout()) as {
    readonly run: { readonly complete: boolean };
    readonly comparison: Comparison;
  };
  const { same, counts, pairs } = printed.comparison;
  return {
    code,
    complete: printed.run.complete,
    same,
    counts,
    differing: pairs.flatMap(({ verdict, method, kind, differences }) =>
      verdict === 'equal' || verdict === 'masked'
        ? []
        : [`${verdict} ${method ?? kind} ${JSON.stringify(differences)}`],
    ),
  };
}

test('each stored sample is equal when it is run against itself', async () => {
  const waiting = [...names];
  const results = new Map<string, Again>();
  const worker = async (): Promise<void> => {
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop())
      results.set(name, await againstItself(join(SAMPLES, name)));
  };
  // As many at once as there are processors in the smallest machine that tests run on.
  await Promise.all([worker(), worker()]);
  expect(
    [...results].flatMap(([name, { differing }]) => differing.map((line) => `${basename(name)}: ${line}`)),
  ).toEqual([]);
  expect(results.size).toBe(names.length);
  for (const [name, result] of results) {
    expect(result, name).toMatchObject({ code: 0, complete: true, same: true, counts: { missing: 0, extra: 0 } });
    expect(result.counts.equal, name).toBeGreaterThan(0);
  }
}, 240_000);
