/**
 * The one test command: installs what is missing, finds a browser, builds, and runs everything: types, lint, formatting,
 * unit, real servers, the page in a real browser. Ends with one plain line, `N passed, N failed`.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from '../relay/boot/install.mjs';
import { findBrowser } from './find-browser.mjs';

const top = fileURLToPath(new URL('..', import.meta.url));
const only = process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1] : undefined;
/** Each works on one processor; more than this many builds at once would take the memory of a small machine. */
const AT_ONCE = 2;
/** What a check of a file came to the last time holds while the file is the same. */
const cache = (name) => ['--cache', '--cache-strategy', 'content', '--cache-location', `node_modules/.cache/${name}`];
let passed = 0;
let failed = 0;

/** What a program of node_modules/.bin is started with. */
const bin = (name, ...args) => ({
  command: join(top, 'node_modules', '.bin', process.platform === 'win32' ? `${name}.cmd` : name),
  args,
  shell: process.platform === 'win32',
});
const node = (...args) => ({ command: process.execPath, args, shell: false });

/** What runs beside the tests; the longest first, so that none is left alone at the end. */
const CHECKS = [
  ['lint of components', bin('eslint', 'web', '--max-warnings', '0', ...cache('eslint'))],
  ['formatting', node('tests/check-format.mjs')],
  ['lint', bin('oxlint', '--type-aware', '--deny-warnings')],
  // The compiler of the build and of the components is the older one; this one takes a quarter of its time.
  ...['tests', 'relay', 'shared'].map((part) => [
    `types of ${part}/`,
    node(
      'node_modules/@typescript/native/bin/tsc',
      ...['-p', part, '--incremental', '--tsBuildInfoFile', `node_modules/.cache/types-${part}.json`],
    ),
  ]),
];
/** What the tests run against; it needs nothing that is installed, and is fetched while that is. */
const SERVERS = ['servers that the tests run', node('tests/servers/install.mjs')];
/** What comes before the tests: what they run against, and the check that writes into the sources. */
const BEFORE = [
  ['build', node('relay/boot/build.mjs')],
  ['types of web/', node('tests/check-page.mjs')],
];

/** Run a program, and print what it said once it has ended; gives true when it ended well. */
function carryOut([title, { command, args, shell }]) {
  const began = Date.now();
  return new Promise((resolve) => {
    let said = '';
    const child = spawn(command, args, { cwd: top, stdio: ['ignore', 'pipe', 'pipe'], shell });
    const stop = () => child.kill();
    process.once('exit', stop);
    for (const pipe of [child.stdout, child.stderr]) pipe.setEncoding('utf8').on('data', (text) => (said += text));
    child.once('error', (error) => (said += `${command} could not be started: ${error.message}\n`));
    // Comes after an error too.
    child.once('close', (code) => {
      process.off('exit', stop);
      process.stdout.write(said === '' || said.endsWith('\n') ? said : `${said}\n`);
      console.log(`${code === 0 ? 'passed' : 'FAILED'}: ${title} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
      resolve(code === 0);
    });
  });
}

/** Run these, at most `atOnce` side by side; gives the titles of those that failed. */
async function carryOutAll(tasks, atOnce = AT_ONCE) {
  const waiting = [...tasks];
  const bad = [];
  const worker = async () => {
    for (let task = waiting.shift(); task; task = waiting.shift()) if (!(await carryOut(task))) bad.push(task[0]);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return bad;
}

/** Count what was carried out as tests. */
function count(tasks, bad) {
  failed += bad.length;
  passed += tasks.length - bad.length;
}

/** Run the Vitest projects with `env` beside the environment and the options `more`; counts tests, and a file or project that could not even start as one failure. */
async function testAll(env, ...more) {
  const folder = mkdtempSync(join(tmpdir(), 'lifeline-test-'));
  const report = join(folder, 'report.json');
  const args = [
    'run',
    '--config',
    'tests/vitest.config.ts',
    '--reporter=default',
    '--reporter=json',
    `--outputFile=${report}`,
    ...more,
  ];
  const { command, args: given, shell } = bin('vitest', ...args);
  const child = spawn(command, given, {
    cwd: top,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, FORCE_COLOR: '0', ...env },
    shell,
  });
  const status = await new Promise((resolve) => {
    child.once('error', (error) => {
      console.error(`vitest could not be started: ${error.message}`);
      resolve(undefined);
    });
    child.once('close', resolve);
  });
  try {
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'));
    passed += numPassedTests;
    const broken = testResults.filter(
      (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
    ).length;
    failed += numFailedTests + broken;
    if (status !== 0 && numFailedTests + broken === 0) failed++;
  } catch (error) {
    console.error(`Vitest left no report: ${error.message}`);
    failed++;
  }
  rmSync(folder, { recursive: true, force: true });
}

function end() {
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}

if (only === 'check') {
  ensureInstalled();
  const before = BEFORE.slice(1);
  // Lint reads what the check before it writes for a moment.
  count([...before, ...CHECKS], [...(await carryOutAll(before)), ...(await carryOutAll(CHECKS))]);
  end();
} else if (only === 'fuzz') {
  ensureInstalled();
  const seed = process.env.LIFELINE_SEED ?? String(Date.now() % 1_000_000_000);
  console.log(`LIFELINE_SEED=${seed} repeats this run.`);
  await testAll({ LIFELINE_SEED: seed }, '--project', 'unit');
  end();
} else {
  const browser = findBrowser({ headless: true });
  if (browser.path === undefined) {
    console.error(browser.problem);
    failed++;
    end();
  } else {
    console.log(`Browser: ${browser.path}`);
    const servers = carryOutAll([SERVERS]);
    ensureInstalled();
    const bad = await carryOutAll(BEFORE);
    count([SERVERS, ...BEFORE], [...(await servers), ...bad]);
    // Tests wait now and then, so one check at a time has room beside them. What was built before is not what is to be tested.
    const built = !bad.includes('build');
    const checks = carryOutAll(CHECKS, built ? 1 : AT_ONCE);
    if (built) await testAll({ CHROME_PATH: browser.path });
    count(CHECKS, await checks);
    end();
  }
}
