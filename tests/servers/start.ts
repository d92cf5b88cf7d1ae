/** Starts the published servers of this folder over HTTP. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '../fixtures/start.ts';
import { SERVERS, type ServerName } from './servers.mjs';

export interface PublishedHttp {
  readonly url: string;
  readonly pid: number;
  /** Ends the process at once; resolves when it is gone. */
  close(): Promise<void>;
}

/** True when something answers at `url`, whatever it says. */
async function answers(url: string): Promise<boolean> {
  try {
    // Who accepts and never answers has not started well, and is asked again.
    await (await fetch(url, { method: 'OPTIONS', signal: AbortSignal.timeout(5_000) })).body?.cancel();
    return true;
  } catch {
    return false;
  }
}

/**
 * The server `name` over Streamable HTTP, once it answers. `folder` is a scratch folder. Rejects when the server has no
 * HTTP or ends by itself before it listens.
 */
export async function startPublished(name: ServerName, folder: string): Promise<PublishedHttp> {
  const started = SERVERS[name].http?.(await freePort(), folder);
  if (started === undefined) throw new Error(`${name} has no HTTP transport`);
  const { command, args, env, url } = started;
  const child = spawn(command, args, { stdio: 'ignore', env: { ...process.env, ...env } });
  const gone = once(child, 'exit');
  const isGone = (): boolean => child.exitCode !== null || child.signalCode !== null;
  // Asked after the answer too: it may be somebody else's, who has taken the port.
  while (!(await answers(url)) || isGone()) {
    if (isGone()) throw new Error(`${name} ended with ${String(child.exitCode ?? child.signalCode)}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return {
    url,
    pid: child.pid ?? 0,
    async close() {
      if (isGone()) return;
      child.kill('SIGKILL');
      await gone;
    },
  };
}
