/** What the head of the page says of its recording. Nothing of it is trusted: any file may be inside. */
import { isObject } from '#shared/jsonrpc';
import type { SessionState } from '#shared/session';
import type { RecordingHeader } from '#shared/recording';
import type { viewerWords } from './words/index.ts';

/** Longest value (UTF-16 units) that is shown. */
const LONGEST = 300;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Server, revision, connection, time, program and replaced secrets, as far as they are known. */
export function headFacts(
  header: RecordingHeader,
  state: Readonly<SessionState>,
  t: typeof viewerWords.now,
  language: string,
) {
  const info: unknown = state.server.info;
  const server = isObject(info) ? joined([text(info['title']) || text(info['name']), text(info['version'])]) : '';
  const by: unknown = header.by;
  const secrets = replacedSecrets(header);
  const facts: readonly (readonly [name: string, value: string])[] = [
    [t.server, server],
    [t.revision, state.revision ?? ''],
    [t.connection, connection(header)],
    [t.recordedAt, when(header.startedAt, language)],
    [t.recordedBy, isObject(by) ? joined([text(by['name']), text(by['version'])]) : ''],
    [t.secrets, secrets > 0 ? t.replaced(secrets) : ''],
  ];
  return facts.flatMap(([name, value]) => (value === '' ? [] : [{ name, value: value.slice(0, LONGEST) }]));
}

function joined(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' ');
}

function connection({ connection }: RecordingHeader): string {
  if (connection.transport === 'streamable-http') return connection.url;
  return joined(['stdio:', connection.command, ...connection.args.map(String)]);
}

function when(startedAt: string, language: string): string {
  const date = new Date(startedAt);
  // Browsers find dates in the strangest texts.
  if (!/^\d{4}-\d\d-\d\dT/.test(startedAt) || Number.isNaN(date.getTime())) return startedAt;
  // Messages without times begin at the epoch.
  if (date.getTime() === 0) return '';
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium' }).format(date);
}

/** How many different secrets were replaced before this file was made: each has one placeholder. */
function replacedSecrets(header: RecordingHeader): number {
  const redacted: unknown = header.redacted;
  if (!Array.isArray(redacted)) return 0;
  return new Set(redacted.map((each: unknown) => (isObject(each) ? each['placeholder'] : undefined))).size;
}
