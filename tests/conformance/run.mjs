/**
 * `npm run conformance`: the public conformance suite's client scenarios against `mcp-lifeline record`, for every revision
 * the suite has requirements for. The command is the same for all scenarios. Prints each scenario, and a last line
 * `N passed, N failed`; scenarios that a revision does not require are listed apart and decide nothing.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureRelayBuilt } from '../../relay/boot/build.mjs';
import { ensureInstalled } from '../../relay/boot/install.mjs';
import { ensureSuiteInstalled, newerNode, SUITE } from './install.mjs';

const REVISIONS = ['2025-11-25', '2026-07-28'];
/** Milliseconds for one scenario: the suite runs them all at once. */
const PATIENCE = 90_000;
const CLI = fileURLToPath(new URL('../../dist/relay/cli.js', import.meta.url));
/** The suite's own document of a client, which it expects of clients that name one, and its way to hand over credentials. */
const CLIENT = ['--client-metadata', 'https://conformance-test.local/client-metadata.json', '--conformance-context'];

/** Run the suite; gives everything it printed. */
function runSuite(node, home, args) {
  return new Promise((resolve, reject) => {
    let printed = '';
    const child = spawn(node, [SUITE, 'client', ...args], {
      cwd: home,
      env: { ...process.env, LIFELINE_HOME: home },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (printed += data));
    child.once('error', reject);
    child.once('close', () => resolve(printed));
  });
}

/** Scenarios of the suite's summary, with those that the revision does not require marked. */
function scenariosIn(printed) {
  const [, summary = ''] = printed.split('=== SUITE SUMMARY ===');
  const [scored, apart = ''] = summary.split(/^Not scored for .*$/m);
  const optional = new Map([...apart.matchAll(/^ +[✓✗] (\S+) \((.+)\)$/gm)].map(([, name, why]) => [name, why]));
  return [...scored.matchAll(/^([✓✗]) (\S+): (.+)$/gm)].map(([, mark, name, counts]) => ({
    name,
    passed: mark === '✓',
    counts,
    optional: optional.get(name),
  }));
}

async function main() {
  ensureInstalled();
  const problem = ensureSuiteInstalled();
  const node = newerNode();
  if (problem || !node) {
    console.error(problem ?? 'The conformance suite needs Node 22 or newer, and this platform has no package of it.');
    return false;
  }
  await ensureRelayBuilt();
  const home = mkdtempSync(join(tmpdir(), 'lifeline-conformance-'));
  const verbose = process.argv.includes('--verbose');
  let passed = 0;
  let failed = 0;
  try {
    for (const revision of REVISIONS) {
      const command = [process.execPath, CLI, 'record', '--exercise', '--yes', ...CLIENT].join(' ');
      const printed = await runSuite(node, home, [
        '--command',
        command,
        '--timeout',
        String(PATIENCE),
        '--requirements',
        revision,
      ]);
      if (verbose) console.log(printed);
      const scenarios = scenariosIn(printed);
      console.log(`\n${revision}`);
      for (const { name, passed: good, counts } of scenarios.filter((each) => !each.optional)) {
        console.log(`${good ? 'passed' : 'FAILED'}: ${name} (${counts})`);
        if (good) passed++;
        else failed++;
      }
      for (const { name, passed: good, counts, optional } of scenarios.filter((each) => each.optional))
        console.log(`not required, ${good ? 'passed' : 'not passed'}: ${name} (${counts}; ${optional})`);
      if (scenarios.some(({ optional }) => !optional)) continue;
      // A suite that ran nothing has proved nothing.
      failed++;
      console.log(`FAILED: the suite did not run\n${printed}`);
    }
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
  console.log(`\n${passed} passed, ${failed} failed`);
  return failed === 0;
}

process.exitCode = (await main()) ? 0 : 1;
