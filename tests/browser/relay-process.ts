/** The built relay as people start it: a process, its own data folder, a free port. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PRINTED } from '../enter.mjs';

const CLI = fileURLToPath(new URL('../../dist/relay/cli.js', import.meta.url));

export interface RelayProcess {
  /** The address that it printed first. It works once; `openLifeline` opens further pages as those of the same person. */
  readonly url: string;
  readonly origin: string;
  readonly port: number;
  /** Folder of its data. */
  readonly home: string;
  readonly child: ChildProcess;
  /** The addresses that it has printed, the first one included. */
  readonly addresses: readonly string[];
  /** Paths of the recordings it has written. */
  recordings(): string[];
  /** End it with a signal and wait until it has. */
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** End it and remove its data. */
  remove(): Promise<void>;
}

/** The data of somebody who looks at single messages and keeps phases open, so that a test finds the row of each. */
export function newHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'lifeline-home-'));
  const folder = join(home, 'recordings', '.relay');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(join(folder, 'values.json'), JSON.stringify({ 'page phases': '"open"', 'page rows': '"messages"' }), {
    mode: 0o600,
  });
  return home;
}

/** Start the relay and wait for the address it prints. `home` and `port` carry on from an earlier one; `env` is added to its environment. */
export async function startRelayProcess(
  args: readonly string[] = [],
  earlier?: { readonly home?: string; readonly port: number },
  env: { readonly [name: string]: string } = {},
): Promise<RelayProcess> {
  const home = earlier?.home ?? newHome();
  const child = spawn(process.execPath, [CLI, '--no-open', '--port', String(earlier?.port ?? 0), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env, LIFELINE_HOME: home },
  });
  const addresses: string[] = [];
  child.stdout.on('data', (data: Buffer) => addresses.push(...(data.toString().match(new RegExp(PRINTED, 'g')) ?? [])));
  const url = await printedAddress(child);
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const kill = async (signal: NodeJS.Signals = 'SIGTERM'): Promise<void> => {
    child.kill(signal);
    await exited;
  };
  return {
    url,
    origin: new URL(url).origin,
    port: Number(new URL(url).port),
    home,
    child,
    addresses,
    kill,
    recordings: () =>
      readdirSync(home, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.mcprec'))
        .map((name) => join(home, name)),
    remove: async () => {
      await kill();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

function printedAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = '';
    const look = (data: Buffer): void => {
      printed += data.toString();
      const address = PRINTED.exec(printed)?.[0];
      if (address) resolve(address);
    };
    child.stdout?.on('data', look);
    child.stderr?.on('data', look);
    child.once('exit', (code) => reject(new Error(`the relay ended with ${code}: ${printed}`)));
  });
}
