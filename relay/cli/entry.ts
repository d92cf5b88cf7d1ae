/**
 * The program's file, `dist/relay/cli.js`: loads the tap's own bundle when a host starts it in front of its server, because that host
 * waits, and everything else otherwise.
 */
const [, , command, second] = process.argv;
const isTap =
  command === 'tap' && process.argv.includes('--') && !['install', 'uninstall', 'status'].includes(second ?? '');

await import(new URL(isTap ? 'tap.js' : 'program.js', import.meta.url).href);
