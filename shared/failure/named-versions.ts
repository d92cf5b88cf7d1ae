/** Protocol versions that a server names when it refuses one. */
import { isObject } from '#shared/jsonrpc';
import { REVISIONS } from '#shared/mcp';

const VERSION = /\b\d{4}-\d{2}-\d{2}\b/g;
const LISTS = ['supported', 'supportedVersions', 'supportedProtocolVersions', 'supported_versions'] as const;

/**
 * The versions known here that the error of a response names, the latest first, without the one that was asked for: in a list of
 * its `data` (2026-07-28, basic/versioning: `supported`), else in its message. Empty when it names none.
 */
export function namedVersions(error: unknown, asked: string | undefined): string[] {
  if (!isObject(error)) return [];
  const { data, message } = error;
  const listed = isObject(data) ? LISTS.flatMap((name) => versionsIn(data[name])) : [];
  return known(listed.length > 0 ? listed : [...versionsIn(data), ...versionsIn(message)], asked);
}

/** The known versions among texts, the latest first, without the one that was asked for. */
export const known = (named: readonly string[], asked: string | undefined): string[] =>
  REVISIONS.filter((each) => each !== asked && named.includes(each)).toReversed();

/** Versions in a text, or in the texts of a list. */
export function versionsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => (typeof each === 'string' ? versionsIn(each) : []));
  return typeof value === 'string' ? [...value.matchAll(VERSION)].map(([version]) => version) : [];
}
