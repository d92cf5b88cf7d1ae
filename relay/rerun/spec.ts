/** What a run connects to: what the command line names, or what the recording does. */
import type { Connection, RecordingHeader } from '#shared/recording';
import type { ConnectSpec } from '#shared/relay-protocol';
import { plain } from '../record/index.ts';
import { readTarget, type Given } from '../target.ts';
import type { RerunRequest } from './args.ts';

/** The connection to make, or a word on what is wrong. Values that the recording only names are taken from `env`. */
export function specOf(
  { url, command, same, given }: RerunRequest,
  { connection, redacted = [] }: RecordingHeader,
  env: NodeJS.ProcessEnv,
): ConnectSpec | string {
  const marks = redacted.filter(({ s, path }) => s < 0 && path[0] === 'connection');
  if (same && marks.length > 0) {
    const placeholders = [...new Set(marks.map(({ placeholder }) => placeholder))].join(', ');
    return `The recording was redacted, and ${plain(placeholders)} stands in what it was connected to; name the address or the command.`;
  }
  const target = same
    ? recordedTarget(connection, given, env)
    : readTarget(url === undefined ? [] : [url], command, given);
  if (typeof target === 'string') return `${target}.`;
  if (!target) return 'There is nothing to run it against.';
  if (target.type === 'file') return `“${target.path}” is not a URL.`;
  return target.spec;
}

function recordedTarget(recorded: Connection, given: Given, env: NodeJS.ProcessEnv): ReturnType<typeof readTarget> {
  if (recorded.transport === 'streamable-http') {
    const named = new Set(given.header.map((text) => text.slice(0, text.indexOf(':')).trim().toLowerCase()));
    const missing = recorded.headerNames?.filter((name) => !named.has(name.toLowerCase())) ?? [];
    if (missing.length > 0)
      return `The recording does not have the values of headers; give them with --header: ${missing.join(', ')}`;
    return readTarget([recorded.url], undefined, given);
  }
  const { command, args, cwd, envKeys = [] } = recorded;
  const set = new Set(given.env.map((text) => text.split('=', 1)[0]));
  const own = envKeys.filter((name) => !set.has(name));
  const missing = own.filter((name) => env[name] === undefined);
  if (missing.length > 0)
    return `The recording does not have the values of variables; give them with --env: ${missing.join(', ')}`;
  return readTarget([], [command, ...args], {
    ...given,
    env: [...given.env, ...own.map((name) => `${name}=${env[name] ?? ''}`)],
    cwd: given.cwd ?? cwd,
  });
}
