// Writes the bytes given in hexadecimal, one argument a write, and ends.
import { once } from 'node:events';

for (const hex of process.argv.slice(2)) {
  if (!process.stdout.write(Buffer.from(hex, 'hex'))) await once(process.stdout, 'drain');
}
