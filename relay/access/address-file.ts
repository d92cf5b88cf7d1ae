/**
 * The address to open, in a page that only this person can read. Every user of a machine can read the arguments of its
 * processes, so the program that opens the browser, and the browser, are given the path of this file and not the address.
 * Browsers in a sandbox (snap, flatpak) may not read hidden folders: for them the address is printed as well.
 */
import { randomBytes } from 'node:crypto';
import { readdirSync, rmSync, statSync, writeFileSync, chmodSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from '../base/index.ts';
import { TOKEN_LIFE_MS } from './access.ts';
import { isObject, parsedJson } from '#shared/jsonrpc';

const NAME = /^open-(\d+)-[0-9a-f]+\.html$/;

export class AddressFile {
  readonly path: string;
  readonly #timer: NodeJS.Timeout;

  /** Write the file into `folder`; it removes itself when the token in `address` has expired. Throws what the system throws. */
  constructor(folder: string, address: string) {
    makeOwnFolder(folder);
    this.path = join(folder, `open-${process.pid}-${randomBytes(8).toString('hex')}.html`);
    writeFileSync(this.path, pageOf(address), { mode: 0o600, flag: 'wx' });
    this.#timer = setTimeout(() => this.remove(), TOKEN_LIFE_MS);
    this.#timer.unref();
  }

  /** Remove the file; safe to call twice. */
  remove(): void {
    clearTimeout(this.#timer);
    rmSync(this.path, { force: true });
  }
}

/** Remove the files in `folder` that ended relays left: those whose process is gone or whose token has expired. Never throws. */
export function sweepAddressFiles(folder: string): void {
  try {
    for (const name of readdirSync(folder)) {
      const pid = NAME.exec(name)?.[1];
      const path = join(folder, name);
      if (pid !== undefined && (!isAlive(Number(pid)) || statSync(path).mtimeMs + TOKEN_LIFE_MS < Date.now()))
        rmSync(path, { force: true });
    }
  } catch {
    // There is no folder yet, another relay swept at the same time, or the system refuses: what is left holds an expired token.
  }
}

/** Replaces its own entry in the history. The address holds nothing that HTML or JavaScript would read otherwise. */
function pageOf(address: string): string {
  const text = JSON.stringify(address).replaceAll('<', '\\u003c');
  return `<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<title>MCP Lifeline</title>
<script>location.replace(${text})</script>
`;
}

/** The relay's own folder within its folder of recordings. It may not exist yet. */
export const ownFolder = (recordings: string): string => join(recordings, '.relay');

/** Make `folder` if need be, for this person only. Throws what the system throws. */
export function makeOwnFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // An earlier program or a copy may have left it open to others.
  chmodSync(folder, 0o700);
}

/** Members of a JSON file there, none if it is missing. Throws system errors, and a sentence if it is no object. */
export function readOwnFile(path: string): Readonly<Record<string, unknown>> {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
  const value = parsedJson(text);
  if (!isObject(value)) throw new Error(`${path} is damaged`);
  return value;
}
