/**
 * The one test command: installs what is missing, finds a browser, builds, and runs everything: types, lint, formatting,
 * unit, real servers, the page in a real browser. Ends with one plain line, `N passed, N failed`.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuilt } from '../relay/boot/build.mjs';
import { ensureInstalled } from '../relay/boot/install.mjs';
import { findBrowser } from './find-browser.mjs';
import { ensureServersInstalled } from './servers/install.mjs';

const top = fileURLToPath(new URL('..', import.meta.url));
const only = process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1] : undefined;
let passed = 0;
let failed = 0;

/** Run a program of node_modules/.bin; gives true when it ended well. */
function run(name, args, env = {}) {
  const bin = join(top, 'node_modules', '.bin', process.platform === 'win32' ? `${name}.cmd` : name);
  const { status, error } = spawnSync(bin, args, {
    cwd: top,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
    shell: process.platform === 'win32',
  });
  if (error) console.error(`${name} could not be started: ${error.message}`);
  return status === 0;
}

function check(title, name, args) {
  const began = Date.now();
  const good = run(name, args);
  console.log(`${good ? 'passed' : 'FAILED'}: ${title} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
  if (good) passed++;
  else failed++;
}

function checkAll() {
  for (const part of ['shared', 'relay', 'tests']) check(`types of ${part}/`, 'tsc', ['-p', part]);
  check('types of web/', 'svelte-check', [
    '--tsconfig',
    'web/tsconfig.json',
    '--fail-on-warnings',
    '--output',
    'human',
  ]);
  check('lint', 'eslint', ['.', '--max-warnings', '0']);
  check('formatting', 'prettier', ['--check', '--log-level', 'warn', '.']);
}

/** Run the Vitest projects; counts tests, and a file or project that could not even start as one failure. */
function testAll(chrome) {
  const folder = mkdtempSync(join(tmpdir(), 'lifeline-test-'));
  const report = join(folder, 'report.json');
  const args = [
    'run',
    '--config',
    'tests/vitest.config.ts',
    '--reporter=default',
    '--reporter=json',
    `--outputFile=${report}`,
  ];
  const good = run('vitest', args, { CHROME_PATH: chrome, FORCE_COLOR: '0' });
  try {
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'));
    passed += numPassedTests;
    const broken = testResults.filter(
      (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
    ).length;
    failed += numFailedTests + broken;
    if (!good && numFailedTests + broken === 0) failed++;
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

ensureInstalled();
if (only === 'check') {
  checkAll();
  end();
} else {
  const browser = findBrowser();
  if (browser.path === undefined) {
    console.error(browser.problem);
    failed++;
    end();
  } else {
    console.log(`Browser: ${browser.path}`);
    const missing = ensureServersInstalled();
    if (missing !== undefined) {
      console.error(missing);
      failed++;
    }
    await ensureBuilt();
    checkAll();
    testAll(browser.path);
    end();
  }
}
