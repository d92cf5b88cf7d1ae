/** A Chromium for the browser tests: the one named by CHROME_PATH, an installed one, or Debian's package. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = [
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

/** The first installed browser, or undefined. */
function installed() {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const onPath = (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => NAMES.map((name) => join(folder, name + suffix)));
  return [...onPath, ...(PLACES[process.platform] ?? [])].find((path) => existsSync(path));
}

/** Install Debian's package when this may: as root, or without a password. Gives true when it went well. */
function installFromDebian() {
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
  console.log('No browser found; installing Debian’s chromium package…');
  return apt('update', '-qq') && apt('install', '-y', '-qq', 'chromium');
}

/** Gives `{ path }`, or `{ problem }` with what to do. */
export function findBrowser() {
  const chosen = process.env.CHROME_PATH;
  if (chosen) {
    return existsSync(chosen)
      ? { path: chosen }
      : { problem: `CHROME_PATH names ${chosen}, which does not exist. Set it to a Chrome, Chromium or Edge program.` };
  }
  const path = installed() ?? (installFromDebian() ? installed() : undefined);
  return path
    ? { path }
    : {
        problem:
          'The page is tested in a real browser and none was found. Install Chrome, Chromium or Edge (on Debian: apt-get install chromium), or set CHROME_PATH to one.',
      };
}
