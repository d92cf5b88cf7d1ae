// Lives on when its stdin closes, and with the argument `term` also when it is asked to end.
if (process.argv.includes('term')) process.on('SIGTERM', () => process.stderr.write('no\n'));
process.stdin.resume();
process.stdout.write('ready\n');
setInterval(() => {}, 60_000);
