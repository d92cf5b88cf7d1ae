/** A server and options of a session as the words of a command line: one reading of them for both. */
import type { ServerTarget } from './fixture.ts';

/** The options before `--`, and what follows them, for `readRecordArgs` and `readRerunArgs`. */
export function serverWords(server: ServerTarget): { readonly options: string[]; readonly target: string[] } {
  if (typeof server === 'string') return { options: [], target: [server] };
  if ('url' in server) {
    const headers = Object.entries(server.headers ?? {}).flatMap(([name, value]) => ['--header', `${name}: ${value}`]);
    return { options: headers, target: [server.url] };
  }
  if (!('command' in server)) return { options: [], target: ['--', ...server] };
  const env = Object.entries(server.env ?? {}).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
  const cwd = server.cwd === undefined ? [] : ['--cwd', server.cwd];
  return { options: [...env, ...cwd], target: ['--', ...server.command] };
}

/** Options of both, where they are given. */
export function sessionWords({ revision, timeoutMs }: { revision?: string; timeoutMs?: number }): string[] {
  return [
    ...(revision === undefined ? [] : ['--revision', revision]),
    ...(timeoutMs === undefined ? [] : ['--timeout', String(timeoutMs)]),
  ];
}
