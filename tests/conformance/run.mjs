/**
 * `npm run conformance`: the public conformance suite's client scenarios against `mcp-lifeline record`, for every revision
 * the suite has requirements for, and its extensions. The command is the same for all scenarios. Prints each scenario, and a last
 * line `N passed, N failed`, for which required scenarios and extensions count. What came to the suite after a revision, and what
 * `NOT_DONE` gives a reason for, is listed and decides nothing.
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
/** Scenarios that this client does not take part in, and why. */
const NOT_DONE = new Map([
  [
    'json-schema-2020-12-preservation',
    'wants a client that sends the schema of a tool back as an argument of a call, which no arguments made from a schema are',
  ],
  ...['no-prefetch', 'verify-digest', 'verify-size', 'verify-frontmatter'].map((name) => [
    `sep-2640-client-${name}`,
    'of hosts that load skills: this client lists and loads none, so the suite skips its checks',
  ]),
]);
const CLI = fileURLToPath(new URL('../../dist/relay/cli.js', import.meta.url));
/** The suite's own document of a client, which it expects of clients that name one, and its way to hand over credentials. */
const CLIENT = ['--client-metadata', 'https://conformance-test.local/client-metadata.json', '--conformance-context'];

/** Run the suite with these arguments; gives everything it printed. */
function runSuite(node, home, args) {
  return new Promise((resolve, reject) => {
    let printed = '';
    const child = spawn(node, [SUITE, ...args], {
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

/** The extension scenarios for clients among those that the suite lists. */
function extensionsIn(printed) {
  const [, clients = ''] = printed.split(/^Client scenarios.*$/m);
  const [own] = clients.split(/^Authorization server scenarios.*$/m);
  return [...own.matchAll(/^ +- (\S+) \[extension\]$/gm)].map(([, name]) => name);
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
  const command = [process.execPath, CLI, 'record', '--exercise', '--yes', ...CLIENT].join(' ');
  const suite = async (...args) => {
    const client = ['client', '--command', command, '--timeout', String(PATIENCE), ...args];
    const printed = await runSuite(node, home, client);
    if (verbose) console.log(printed);
    return printed;
  };
  let passed = 0;
  let failed = 0;
  const count = (kind, { name, passed: good, counts }) => {
    const reason = NOT_DONE.get(name);
    if (!good && reason !== undefined) return console.log(`${kind}not done: ${name} (${counts}; ${reason})`);
    console.log(`${kind}${good ? 'passed' : 'FAILED'}: ${name} (${counts})`);
    if (good) passed++;
    else failed++;
  };
  try {
    const shown = new Set();
    for (const revision of REVISIONS) {
      const printed = await suite('--requirements', revision);
      const scenarios = scenariosIn(printed);
      console.log(`\n${revision}`);
      for (const each of scenarios.filter(({ optional }) => !optional)) count('', each);
      for (const each of scenarios.filter(({ optional }) => optional === 'extension')) count('extension, ', each);
      for (const { name, passed: good, counts, optional } of scenarios) {
        shown.add(name);
        if (!optional || optional === 'extension') continue;
        const why = NOT_DONE.get(name);
        const about = [counts, optional, ...(good || why === undefined ? [] : [why])].join('; ');
        console.log(`not required, ${good ? 'passed' : 'not passed'}: ${name} (${about})`);
      }
      if (scenarios.some(({ optional }) => !optional)) continue;
      // A suite that ran nothing has proved nothing.
      failed++;
      console.log(`FAILED: the suite did not run\n${printed}`);
    }
    const others = extensionsIn(await runSuite(node, home, ['list'])).filter((name) => !shown.has(name));
    if (others.length > 0) console.log('\nextensions of no revision');
    for (const name of others) {
      const printed = await suite('--scenario', name);
      const [, good = '0', all = '0'] = /^Passed: (\d+)\/(\d+)/m.exec(printed) ?? [];
      count('extension, ', { name, passed: all !== '0' && good === all, counts: `${good} of ${all} checks passed` });
    }
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
  console.log(`\n${passed} passed, ${failed} failed`);
  return failed === 0;
}

process.exitCode = (await main()) ? 0 : 1;
