/** What a revision's schemas have against a message of the log. It is large: import it when it is needed. */
import { isObject } from '#shared/jsonrpc';
import { META, metaValue } from '#shared/mcp';
import { checkMessage, type SchemaProblem } from '#shared/mcp/schema';
import type { MessageEvent } from '#shared/recording';
import { SESSION, type SessionLog } from '#shared/session';
import { placeOf } from '../ui/form/advise.ts';

const MAX_CHECKED_CHARS = 256 * 1024;

export interface SchemaCheck {
  /** The revision whose schemas were read: the one the message names, else the one in force after it. */
  readonly revision: string;
  readonly problems: readonly SchemaProblem[];
}

/** Undefined for what is not JSON, is too long, or comes before any revision is named. Never throws. */
export function checkEvent(log: SessionLog, { s, dir, raw, large }: MessageEvent): SchemaCheck | undefined {
  if (
    raw === undefined ||
    large !== undefined ||
    raw.length > MAX_CHECKED_CHARS ||
    log.decoded(s)?.kind === 'malformed'
  )
    return;
  const message: unknown = JSON.parse(raw);
  const named = isObject(message) ? metaValue(message['params'], META.protocolVersion) : undefined;
  const state = log.asOf(SESSION, s);
  const revision = typeof named === 'string' ? named : (state.revision ?? state.offered);
  if (revision === undefined) return;
  const answers = log.notes.get(s)?.method;
  const found = checkMessage(revision, message, { sender: dir === 'c2s' ? 'client' : 'server', answers });
  return { revision, problems: found.map((each) => ({ ...each, at: placeOf(each.at, each.code, each.message) })) };
}
