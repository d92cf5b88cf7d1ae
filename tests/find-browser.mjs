/**
 * A Chromium for tests, benchmarks and pictures: the one named by CHROME_PATH, an installed one, or Debian's package. The headless
 * shell is the same engine without the windows around a page, which take as long as the page itself.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const SHELLS = ['chromium-headless-shell', 'chrome-headless-shell'];
const BROWSERS = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'microsoft-edge',
  'msedge',
];

const PLACES = {
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: ['ProgramFiles', 'ProgramFiles(x86)', 'LocalAppData'].flatMap((variable) =>
    ['Google\\Chrome\\Application\\chrome.exe', 'Microsoft\\Edge\\Application\\msedge.exe'].map((path) =>
      join(process.env[variable] ?? '', path),
    ),
  ),
};

/** The first of these programs that is installed, or undefined. */
function onPath(names) {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.flatMap((folder) => names.map((name) => join(folder, name + suffix))).find((path) => existsSync(path));
}

const browser = () => onPath(BROWSERS) ?? PLACES[process.platform]?.find((path) => existsSync(path));
const shell = () => onPath(SHELLS);

/** Install Debian's package when this may: as root, or without a password. Gives true when it went well. */
function installFromDebian(name) {
  if (process.platform !== 'linux' || !existsSync('/usr/bin/apt-get')) return false;
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const apt = (...args) => {
    const [program, ...rest] = [...sudo, 'apt-get', ...args];
    return (
      spawnSync(program, rest, {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      }).status === 0
    );
  };
  console.log(`Installing Debian’s ${name} package…`);
  return apt('update', '-qq') && apt('install', '-y', '-qq', name);
}

/**
 * Gives `{ path }`, or `{ problem }` with what to do. `headless`: rather the headless shell than a browser, which root (a container)
 * gets from Debian even beside an installed browser.
 */
export function findBrowser({ headless = false } = {}) {
  const chosen = process.env.CHROME_PATH;
  if (chosen) {
    return existsSync(chosen)
      ? { path: chosen }
      : { problem: `CHROME_PATH names ${chosen}, which does not exist. Set it to a Chrome, Chromium or Edge program.` };
  }
  const root = process.getuid?.() === 0;
  const path =
    (headless ? shell() : undefined) ??
    (headless && root && installFromDebian(SHELLS[0]) ? shell() : undefined) ??
    browser() ??
    shell() ??
    (installFromDebian('chromium') ? browser() : undefined);
  return path
    ? { path }
    : {
        problem:
          'The page is tested in a real browser and none was found. Install Chrome, Chromium or Edge (on Debian: apt-get install chromium), or set CHROME_PATH to one.',
      };
}
