/** One client message as something that sends it again: a command, or a program with an official SDK. */
import { decodeText, type JsonObject } from '#shared/jsonrpc';
import { eraOf, META } from '#shared/mcp';
import { eventAt, type MessageEvent, type Recorded, textOf } from '#shared/recording';
import { commandOf } from './command.ts';
import { curlOf } from './curl.ts';
import { pythonOf } from './python.ts';
import { typescriptOf } from './typescript.ts';
import type { Call, SnippetFormat } from './types.ts';

/** Longer messages make no snippet that anybody could read or paste (UTF-16 units). */
const MAX_MESSAGE_CHARS = 1024 * 1024;

/** The client message of event `s` as a snippet; undefined where the format can't send it (curl HTTP only, command line stdio only). */
export function messageAs(recorded: Recorded, s: number, format: SnippetFormat): string | undefined {
  const event = eventAt(recorded.events, s);
  if (event?.k !== 'message' || event.dir !== 'c2s') return undefined;
  if ((event.raw ?? event.b64 ?? '').length > MAX_MESSAGE_CHARS) return undefined;
  switch (format) {
    case 'curl':
      return curlOf(recorded, event);
    case 'command':
      return commandOf(recorded, event);
    case 'typescript':
    case 'python': {
      const call = callOf(event);
      return call && (format === 'typescript' ? typescriptOf : pythonOf)(recorded, event, call);
    }
  }
}

function callOf(event: MessageEvent): Call | undefined {
  if (event.b64 !== undefined) return undefined;
  const text = textOf(event);
  const decoded = decodeText(text);
  if (decoded.kind !== 'request' && decoded.kind !== 'notification') return undefined;
  const meta = (decoded.params as { readonly _meta?: JsonObject | null } | null)?._meta;
  const revision = meta?.[META.protocolVersion];
  return { decoded, text, perRequest: typeof revision === 'string' && eraOf(revision) === 'per-request' };
}
