/** Where this process counts processes: their numbers mean something there, and nothing elsewhere. */
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

let own: string | undefined;

/** One line, equal for processes that see each other under the same numbers: same machine and same container. */
export function processPlace(): string {
  own ??= `${machine()} ${namespace()}`.trim();
  return own;
}

function machine(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
  } catch {
    return hostname();
  }
}

function namespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}
