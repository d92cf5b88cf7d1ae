// Closes its standard output and lives on until stdin closes.
import { closeSync } from 'node:fs';

closeSync(1);
process.stdin.resume();
process.stdin.once('end', () => process.exit(0));
