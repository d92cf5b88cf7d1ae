/** What happened during a span: progress, lines of standard error, broken rules. */
import { isObject, type Decoded } from '#shared/jsonrpc';
import { textOf, type WireEvent } from '#shared/recording';
import type { Attributes, FoundRule } from './types.ts';

const MAX_TEXT_CHARS = 4096;

export interface Happened {
  readonly name: string;
  readonly attributes: Attributes;
}

/** What an event of the recording is in a span; undefined for all but progress and standard error. Never throws. */
export function happenedAt(event: WireEvent, decoded: Decoded | undefined): Happened | undefined {
  if (event.k === 'stderr') {
    const text = (event.text ?? textOf(event)).replace(/\r?\n$/, '');
    return { name: 'mcp.server.stderr', attributes: { 'log.record.original': short(text) } };
  }
  if (decoded?.kind !== 'notification' || decoded.method !== 'notifications/progress') return undefined;
  const { progress, total, message } = isObject(decoded.params) ? decoded.params : {};
  return {
    name: 'mcp.progress',
    attributes: {
      ...(isFinite(progress) ? { 'mcp.progress.value': progress } : {}),
      ...(isFinite(total) ? { 'mcp.progress.total': total } : {}),
      ...(typeof message === 'string' ? { 'mcp.progress.message': short(message) } : {}),
    },
  };
}

export const findingAt = (s: number, { rule, weight, side }: FoundRule): Happened => ({
  name: 'mcp.lifeline.finding',
  attributes: {
    'mcp.lifeline.rule': rule,
    'mcp.lifeline.weight': weight,
    'mcp.lifeline.side': side,
    'mcp.lifeline.event': s,
  },
});

const isFinite = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
const short = (text: string): string => (text.length > MAX_TEXT_CHARS ? `${text.slice(0, MAX_TEXT_CHARS)}…` : text);
