/** Recordings read by programs that know nothing of this one: a short reader in Python, jq and DuckDB, on every stored sample. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { decodeText } from '#shared/jsonrpc';
import { notesAt, textOf, type WireEvent } from '#shared/recording';
import { operationsOf, readRecording, streamRecording } from '../../relay/api/recording.ts';
import { ROOT } from '../relay/support/bundle.mjs';
import { ensureServersInstalled } from '../servers/install.mjs';

const PARTY = join(ROOT, 'tests/third-party');
const VERSIONS = readdirSync(join(ROOT, 'tests/samples')).filter((name) => /^v\d+$/.test(name));
const FILES = VERSIONS.flatMap((version) => {
  const folder = join(ROOT, 'tests/samples', version);
  return readdirSync(folder).map((name) => join(folder, name));
});
const FORMAT = readFileSync(join(ROOT, 'shared/recording/FORMAT.md'), 'utf8');

/** The examples of FORMAT.md in a language. */
const examples = (language: string): string[] =>
  [...FORMAT.matchAll(new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\`$`, 'gm'))].map(([, text = '']) => text.trim());

/** Run a program over every sample; gives the line of JSON that it prints for each. */
function ask(command: string, args: readonly string[], input = ''): unknown[] {
  const { stdout, stderr, status, error } = spawnSync(command, [...args, ...FILES], { input, encoding: 'utf8' });
  if (error) throw new Error(`${command} is needed for this test, and could not be run: ${error.message}`);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
}

type Counts = Record<string, number>;
const count = (all: readonly string[]): Counts => {
  const counts: Counts = {};
  for (const each of all) counts[each] = (counts[each] ?? 0) + 1;
  return counts;
};
const kindOf = (event: WireEvent): string => (event.k === 'unknown' ? String(event.fields['k']) : event.k);

/** The methods of messages that are no batches. */
function methodsOf(events: readonly WireEvent[], keep: (event: WireEvent) => boolean): Counts {
  const methods = events.flatMap((event) => {
    const decoded = event.k === 'message' && keep(event) ? decodeText(textOf(event)) : undefined;
    return decoded && 'method' in decoded ? [decoded.method] : [];
  });
  return count(methods);
}

/** What this program's own reader says of each sample. */
const ours: { readonly id: string; readonly events: readonly WireEvent[]; readonly cutShort: boolean }[] = [];

beforeAll(async () => {
  expect(ensureServersInstalled()).toBeUndefined();
  for (const file of FILES) {
    let cutShort = false;
    for await (const part of streamRecording(file)) if (part.type === 'end') cutShort = part.summary.cutShort;
    const { header, events } = await readRecording(file);
    ours.push({ id: header.id, events, cutShort });
  }
});

test('Python', () => {
  expect(readFileSync(join(PARTY, 'count.py'), 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(40);
  const wanted = ours.map(({ id, events, cutShort }) => ({
    id,
    events: events.length,
    kinds: count(events.map(kindOf)),
    c2s: methodsOf(events, (event) => event.k === 'message' && event.dir === 'c2s'),
    s2c: methodsOf(events, (event) => event.k === 'message' && event.dir === 's2c'),
    notes: Object.fromEntries(notesAt(events)),
    cutShort,
  }));
  expect(ask('python3', [join(PARTY, 'count.py')])).toEqual(wanted);
});

test('jq and DuckDB, with the examples of FORMAT.md', () => {
  const jq = examples('sh').flatMap((line) => /^jq -nRc '([^']+)' calls\.mcprec$/.exec(line)?.[1] ?? []);
  const sql = examples('sql');
  expect([jq.length, sql.length]).toEqual([examples('sh').length, 2]);
  const found = ask(process.execPath, [join(PARTY, 'queries.mjs')], JSON.stringify({ jq, sql }));
  ours.forEach(({ events }, index) => {
    const kinds = count(events.map(kindOf));
    const answer = found[index] as { jq: Counts[]; sql: { [column: string]: unknown }[][] };
    const [byKind = [], slowest = []] = answer.sql;
    expect(answer.jq).toEqual([kinds, methodsOf(events, (event) => event.k === 'message' && event.raw !== undefined)]);
    expect(Object.fromEntries(byKind.map(({ k, events: n }) => [String(k), Number(n)]))).toEqual(kinds);
    // Where an id was given once, and answered once, it says what the fold says.
    const times = new Map(slowest.map(({ s, ms }) => [Number(s), Number(ms)]));
    const calls = operationsOf(events).filter(
      ({ dir, outcome, method }) => dir === 'c2s' && outcome === 'result' && method === 'tools/list',
    );
    for (const { s, ms } of calls) expect(times.get(s)).toBeCloseTo(ms ?? -1, 6);
  });
});
