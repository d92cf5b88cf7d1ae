/** What a server process inherits: enough to find programs and the home folder, and none of the person's secrets. */

const POSIX = ['HOME', 'LANG', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'TMPDIR', 'USER'];
const WINDOWS = [
  'APPDATA',
  'COMSPEC',
  'HOMEDRIVE',
  'HOMEPATH',
  'LOCALAPPDATA',
  'PATH',
  'PATHEXT',
  'PROCESSOR_ARCHITECTURE',
  'PROGRAMDATA',
  'PROGRAMFILES',
  'SYSTEMDRIVE',
  'SYSTEMROOT',
  'TEMP',
  'TMP',
  'USERNAME',
  'USERPROFILE',
  'WINDIR',
];

/** The environment of a server process: a few inherited variables, then those that the person gave, which take precedence. */
export function serverEnvironment(
  given: { readonly [name: string]: string },
  own: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
): Record<string, string> {
  const inherited: [string, string][] = [];
  // Of names that differ only in case Windows takes the first in the alphabet.
  const isGiven = (name: string): boolean =>
    platform === 'win32' && Object.keys(given).some((each) => each.toUpperCase() === name);
  for (const name of platform === 'win32' ? WINDOWS : POSIX) {
    const value = own[name];
    // Bash exports functions as variables that begin like this: code, not a setting.
    if (value !== undefined && !value.startsWith('()') && !isGiven(name)) inherited.push([name, value]);
  }
  return Object.fromEntries([...inherited, ...Object.entries(given)]);
}
