/** What the commands print about a server that deceives with hidden characters hides nothing, and means the same to a machine. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hiddenRuns } from '#shared/plain-text';
import { readRecorded, recordingLines } from '#shared/recording';
import { SessionLog } from '#shared/session';
import { HIDDEN_NAMES } from '../fixtures/start.ts';
import { carryOut } from '../relay/support/carry-out.ts';
import { temporaryFolder } from '../relay/support/relay.ts';
import { called, recordedTexts } from '../unit/recorded-of.ts';

const SERVER = ['--', process.execPath, HIDDEN_NAMES];
const RLO = '\u202e';

async function printed(...args: readonly string[]): Promise<{ readonly output: string; readonly stdout: string }> {
  const { stdout, output, ended } = carryOut(args, temporaryFolder());
  await ended;
  return { output: output(), stdout: stdout() };
}

/** Nothing that a terminal obeys or a person does not see. */
function expectPlain(text: string): void {
  expect(
    text
      .split('\n')
      .filter((line) => [...hiddenRuns(line)].length > 0 || /[\u0000-\u0008\u000b-\u001f\u007f]/.test(line)),
  ).toEqual([]);
}

test('record, rerun, compare, show, export and their reports', async () => {
  const folder = temporaryFolder();
  const at = (name: string): string => join(folder, name);
  const recorded = await printed('record', '--exercise', '--yes', '--out', at(`a${RLO}b.mcprec`), ...SERVER);
  expect(recorded.output).toContain('good‹U+202E›live');
  expect(recorded.output).toContain('read_‹U+202E›etirw');
  expect(recorded.output).toContain('a‹U+202E›b.mcprec');
  expectPlain(recorded.output);

  const file = at(`a${RLO}b.mcprec`);
  const events = readRecorded(readFileSync(file, 'utf8')).recorded?.events ?? [];
  const log = new SessionLog();
  for (const event of events) log.append(event);
  const faulty = log.notes.flatMap((note) => (note.faults?.includes('hidden-characters') ? [note.method] : []));
  // Who the server is, its tools, its question; not the result of a call, and nothing of the client's.
  expect(faulty).toEqual(['server/discover', 'initialize', 'tools/list', 'elicitation/create']);

  for (const args of [
    ['rerun', '--plan', file],
    ['rerun', '--yes', '--show-masked', '--junit', at('r.xml'), '--html', at('r.html'), file, ...SERVER],
    ['rerun', '--yes', '--json', file, ...SERVER],
    ['compare', '--strict', '--no-masks', file, file],
    ['compare', '--json', file, file],
    ['show', file],
    ['show', '--json', file],
    ['export', file, '--to', 'markdown'],
    ['export', file, '--to', 'mermaid'],
    ['export', file, '--to', 'svg'],
    ['export', file, '--to', 'otlp', '--otlp-bodies'],
    ['redact', '--list', file],
    ['show', at(`missing${RLO}.mcprec`)],
    ['record', '--config', at(`no${RLO}.json`), '--server', `x${RLO}`],
  ])
    expectPlain((await printed(...args)).output);
  for (const name of ['r.xml', 'r.html']) expectPlain(readFileSync(at(name), 'utf8'));
});

test('compare --calibrate: a name with line ends makes no line of its own', async () => {
  const folder = temporaryFolder();
  const [one, other] = ['1', '2'].map((text) => {
    const path = join(folder, `${text}.mcprec`);
    const texts = called(1, 'x\n::error::owned', {}, text);
    writeFileSync(path, `${[...recordingLines(recordedTexts(...texts))].join('\n')}\n`);
    return path;
  });
  const { output } = await printed('compare', '--calibrate', one ?? '', other ?? '');
  expect(output).toContain('x␊::error::owned');
  expect(output).not.toMatch(/^::error/m);
});

test('call prints the same JSON with escapes, and standard error as marks', async () => {
  const { stdout, output } = await printed('call', 'tools/list', ...SERVER);
  expectPlain(output.replaceAll(/\\u[0-9a-f]{4}/g, ''));
  expect(stdout).toContain('read_\\u202eetirw');
  const { tools } = JSON.parse(stdout) as { tools: readonly { name: string }[] };
  expect(tools[0]?.name).toBe(`read_${RLO}etirw`);
  const failed = await printed('call', 'tools/call', '--name', `read_${RLO}etirw`, ...SERVER);
  expectPlain(failed.output.replaceAll(/\\u[0-9a-f]{4}/g, ''));
});
