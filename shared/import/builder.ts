/** Collects the events of a recording that is made from another program's file. */
import {
  FORMAT_VERSION,
  type Connection,
  type EventBody,
  type RecordingHeader,
  type WireEvent,
} from '#shared/recording';
import type { ImportFormat, ImportRemark, ImportResult, Unread } from './types.ts';

/** More events than this are counted, not kept. */
const MAX_EVENT_COUNT = 2_000_000;
const MAX_EXCERPT_CHARS = 200;
/** So many unread parts are named; the others are counted. */
const MAX_NAMED_COUNT = 1000;

interface Facts {
  readonly format: ImportFormat;
  readonly text: string;
  readonly title: string;
  readonly connection: Connection | undefined;
  readonly by: { readonly name: string; readonly version: string };
  readonly leftOut: number;
  /** The server whose messages were taken, where the file has those of several. */
  readonly server: string | undefined;
}

const NO_PROGRAM: Connection = { transport: 'stdio', command: '', args: [] };

export class Builder {
  readonly #events: WireEvent[] = [];
  readonly #unread: Unread[] = [];
  #unreadCount = 0;
  readonly #remarks = new Set<ImportRemark>();
  #start: number | undefined;
  #t = 0;
  #more = 0;
  messages = 0;

  remark(remark: ImportRemark): void {
    this.#remarks.add(remark);
  }

  /** What comes next happened at this wall-clock time (milliseconds, with fractions). Time never goes back. */
  at(ms: number): void {
    if (!Number.isFinite(ms)) return;
    this.#start ??= ms;
    this.#t = Math.min(Number.MAX_SAFE_INTEGER, Math.max(this.#t, Math.round((ms - this.#start) * 1000)));
  }

  add(body: EventBody): void {
    if (body.k === 'message') this.messages++;
    if (this.#events.length >= MAX_EVENT_COUNT) this.#more++;
    else this.#push(body);
  }

  /** A part that can't be read is kept as it is. */
  addUnread(line: number, text: string): void {
    this.add({ k: 'unknown', fields: { k: 'unread', line, text } });
    if (this.#unreadCount++ < MAX_NAMED_COUNT) this.#unread.push({ at: line, text: text.slice(0, MAX_EXCERPT_CHARS) });
  }

  finish({ format, text, title, connection = NO_PROGRAM, by, leftOut, server }: Facts): ImportResult {
    if (this.#more > 0) this.#push({ k: 'gap', events: this.#more, why: `more than ${MAX_EVENT_COUNT} events` });
    if (leftOut > 0) this.#push({ k: 'gap', events: leftOut, why: 'not of this server’s MCP traffic' });
    if (this.messages === 0) this.remark('no-messages');
    if (this.#start === undefined) this.remark('times-unknown');
    const remarks = [...this.#remarks];
    const header: RecordingHeader = {
      mcprec: FORMAT_VERSION,
      id: contentId(server === undefined ? text : `${server}\n${text}`),
      title,
      startedAt: isoTime(this.#start ?? 0),
      by,
      route: 'tap',
      connection,
      imported: { format, unread: this.#unreadCount, leftOut, remarks },
    };
    const events = this.#events;
    const footer = { footer: true, events: events.length, reason: 'end of the imported file' } as const;
    const recorded = { header, events, footer };
    return { ok: true, format, recorded, unread: this.#unread, unreadCount: this.#unreadCount, remarks, leftOut };
  }

  #push(body: EventBody): void {
    this.#events.push({ s: this.#events.length, t: this.#t, ...body });
  }
}

/** Beyond the years that a date can be, the beginning of time stands for all. */
function isoTime(ms: number): string {
  return new Date(Math.abs(ms) <= 8.64e15 ? ms : 0).toISOString();
}

/** A recording's id from the text it was made from, so that the same file gives the same recording. */
function contentId(text: string): string {
  // Two independent 32-bit FNV-1a hashes with different bases: enough to tell one person's files apart.
  let first = 0x811c9dc5;
  let second = 0x1b873593;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    first = Math.imul(first ^ code, 0x01000193);
    second = Math.imul(second ^ code, 0x85ebca6b) ^ (second >>> 13);
  }
  const hex = (value: number): string => (value >>> 0).toString(16).padStart(8, '0');
  return `imported-${hex(first)}${hex(second)}`;
}
