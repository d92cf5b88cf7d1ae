/** What `compare`, `rerun` and `export` print and write has no secrets unless a person says so, and is for its owner only. */
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { recordingLines } from '#shared/recording';
import { SDK_V1 } from '../fixtures/start.ts';
import { carryOut } from '../relay/support/carry-out.ts';
import { temporaryFolder } from '../relay/support/relay.ts';
import { called, recordedTexts } from '../unit/recorded-of.ts';
import { recordedOf } from '../unit/rerun-script.ts';
import { c2s, handshake, request, result, s2c } from '../unit/script.ts';

const TOKEN = 'ghp_8dJ2kfLw93nXpQ7vRtY5zA1bC4eF6gH0iJkL';
const OTHER = 'ghp_Zk3mN8qW1xV7cB5tR9yU2pL6oK4jH0gF3dSa';

async function reported(...args: readonly string[]): Promise<{ code: number; output: string }> {
  const { output, ended } = carryOut(args, temporaryFolder());
  const code = await ended;
  return { code, output: output() };
}

/** Files that everybody could read before. */
function openFiles(folder: string): { readonly junit: string; readonly html: string } {
  const files = { junit: join(folder, 'r.xml'), html: join(folder, 'r.html') };
  for (const path of Object.values(files)) writeFileSync(path, 'old', { mode: 0o644 });
  return files;
}

function expectClean(folder: string, output: string): void {
  const texts = [output, readFileSync(join(folder, 'r.xml'), 'utf8'), readFileSync(join(folder, 'r.html'), 'utf8')];
  for (const text of texts) {
    expect(text).toContain('‹');
    for (const token of [TOKEN, OTHER]) expect(text).not.toContain(token.slice(0, 14));
  }
  for (const name of ['r.xml', 'r.html']) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
}

test('compare: text, JSON, JUnit and HTML', async () => {
  const folder = temporaryFolder();
  const { junit, html } = openFiles(folder);
  const [one, other] = [join(folder, 'one.mcprec'), join(folder, 'other.mcprec')];
  const footer = { footer: true, events: 4, reason: 'finished' } as const;
  const save = (path: string, token: string): void => {
    const recorded = recordedTexts(...called(1, 'whoami', { token: TOKEN }, `you are ${token}`));
    writeFileSync(path, `${[...recordingLines({ ...recorded, footer })].join('\n')}\n`);
  };
  save(one, TOKEN);
  save(other, OTHER);
  const text = await reported('compare', '--show-masked', '--junit', junit, '--html', html, one, other);
  expect(text.code).toBe(1);
  expectClean(folder, text.output);
  const json = await reported('compare', '--json', one, other);
  expect(json.output).not.toContain(TOKEN.slice(0, 14));
  const calibrated = await reported('compare', '--calibrate', one, other);
  expect(calibrated.output).not.toContain(OTHER.slice(0, 14));
  const plain = await reported('compare', '--no-redact', one, other);
  expect(plain.output).toContain(OTHER);
  const svg = join(folder, 'one.svg');
  writeFileSync(svg, 'old', { mode: 0o644 });
  expect((await reported('export', one, '--to', 'svg', '--out', svg)).code).toBe(0);
  expect(statSync(svg).mode & 0o777).toBe(0o600);
});

test('rerun: the plan, the report and its files', async () => {
  const folder = temporaryFolder();
  const { junit, html } = openFiles(folder);
  const path = join(folder, 'echo.mcprec');
  const recorded = recordedOf(
    ...handshake(),
    c2s(request(7, 'tools/call', { name: 'echo', arguments: { message: TOKEN } })),
    s2c(result(7, { content: [{ type: 'text', text: `Echo: ${OTHER}` }] })),
  );
  writeFileSync(path, `${[...recordingLines(recorded)].join('\n')}\n`);
  const server = ['--', process.execPath, SDK_V1];
  const plan = await reported('rerun', '--plan', path);
  expect(plan.output).toContain('echo');
  expect(plan.output).not.toContain(TOKEN.slice(0, 14));
  expect((await reported('rerun', '--plan', '--json', path)).output).not.toContain(TOKEN.slice(0, 14));
  const text = await reported('rerun', '--yes', '--verbose', '--junit', junit, '--html', html, path, ...server);
  expect(text.code, text.output).toBe(1);
  expectClean(folder, text.output);
  const json = await reported('rerun', '--yes', '--json', path, ...server);
  expect(json.output).not.toContain(OTHER.slice(0, 14));
  expect((await reported('rerun', '--yes', '--verbose', '--no-redact', path, ...server)).output).toContain(OTHER);
});
