/** What a run connects to: what the command line names, or what the recording does. */
import { visibleText } from '#shared/plain-text';
import type { Connection, RecordingHeader } from '#shared/recording';
import type { ConnectSpec } from '#shared/relay-protocol';
import { readTarget, type Given } from '../command/index.ts';
import type { RerunRequest } from './args.ts';
import { listed } from './words.ts';

/**
 * The connection to make, or a word on what is wrong. Values that the recording only names are the person's to give. `server` is
 * that of a configuration; otherwise whose messages of the file are run again.
 */
export function specOf(
  { url, command, same, given: all }: RerunRequest,
  { connection, redacted = [] }: RecordingHeader,
  server?: string,
): ConnectSpec | string {
  const given = all.config === undefined ? all : { ...all, server };
  const marks = redacted.filter(({ s, path }) => s < 0 && path[0] === 'connection');
  if (same && marks.length > 0) {
    const placeholders = [...new Set(marks.map(({ placeholder }) => placeholder))].join(', ');
    return `The recording was redacted: its URL or command contains ${visibleText(placeholders)}. Give the URL or the command instead of --same.`;
  }
  const target = same ? recordedTarget(connection, given) : readTarget(url === undefined ? [] : [url], command, given);
  if (typeof target === 'string') return `${target}.`;
  if (!target) return 'No server given.';
  if (target.type === 'file') return `“${visibleText(target.path)}” is not a URL.`;
  return target.spec;
}

function recordedTarget(recorded: Connection, given: Given): ReturnType<typeof readTarget> {
  if (recorded.transport === 'streamable-http') {
    const { header = [] } = given;
    const named = new Set(header.map((text) => text.slice(0, text.indexOf(':')).trim().toLowerCase()));
    const missing = recorded.headerNames?.filter((name) => !named.has(name.toLowerCase())) ?? [];
    if (missing.length > 0)
      return `The recording does not have the values of headers; give them with --header: ${listed(missing.map((name) => visibleText(name)))}`;
    return readTarget([recorded.url], undefined, given);
  }
  const { command, args, cwd, envKeys = [] } = recorded;
  const set = new Set(given.env?.map((text) => text.split('=', 1)[0]));
  // A file of variables is read later, and may have them.
  const missing = given.envFile === undefined ? envKeys.filter((name) => !set.has(name)) : [];
  if (missing.length > 0)
    return `The recording does not have the values of variables; set them with --env NAME=VALUE or --env-file, or pass on yours with --env NAME: ${listed(missing.map((name) => visibleText(name)))}`;
  return readTarget([], [command, ...args], { ...given, cwd: given.cwd ?? cwd });
}
