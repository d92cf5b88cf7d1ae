/** Files of other programs, read, and what came of them in a few words. */
import { readFileSync } from 'node:fs';
import { importText, type ImportResult } from '#shared/import';
import type { WireEvent } from '#shared/recording';

/** A file of another program. */
export const textOf = (file: string): string =>
  readFileSync(new URL(`../../../fixtures/imports/${file}`, import.meta.url), 'utf8');

export type Imported = Extract<ImportResult, { ok: true }>;

/** What is made of a text that can be read. */
export function imported(text: string, server?: string): Imported {
  const result = importText(text, 'x', server === undefined ? {} : { server });
  if (!result.ok) throw new Error(JSON.stringify(result));
  return result;
}

/** Time in milliseconds, and what an event is, in a few words. */
export function sketch(event: WireEvent): string {
  const t = event.t / 1000;
  if (event.k === 'message') {
    const { id, method } = JSON.parse(event.raw ?? '') as { id?: unknown; method?: string };
    return `${t} ${event.dir} ${method ?? 'answer'}${id === undefined ? '' : ` ${String(id)}`}`;
  }
  if (event.k === 'unknown') return `${t} ${String(event.fields['k'])} ${String(event.fields['text']).slice(0, 24)}`;
  return `${t} ${event.k} ${'event' in event ? String(event.event) : ''}`.trim();
}
/** The events in a few words each. */
export const events = ({ recorded }: Imported): string[] => recorded.events.map(sketch);
