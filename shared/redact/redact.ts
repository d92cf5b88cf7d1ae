/** Carries a plan out: texts with placeholders in place of secrets, every other character as it was. */
import { addTo } from '#shared/base';
import { splice } from '#shared/jsonrpc';
import {
  ChangedEvents,
  eventAt,
  MAX_REDACTED,
  type HeldRecording,
  type Recorded,
  type Redacted,
  type WireEvent,
} from '#shared/recording';
import { eventSlots, footerSlots, headerSlots, splicedBase64, withText, type Slot, type Splice } from './slots.ts';
import type { Place, RedactionPlan, Secret } from './types.ts';

interface Replacement {
  readonly place: Place;
  readonly secret: Secret;
}

/**
 * The recording without the secrets of a plan that was made for it, but for those whose placeholders are in `keep`. Where
 * secrets overlap, the one that begins first and is longest takes the place, and what another one has beyond it is replaced
 * too. Placeholders that stand in the recording already stay. What was replaced is listed in the header, as far as a header
 * has room (MAX_REDACTED).
 */
export function redact(recorded: HeldRecording, plan: RedactionPlan, keep?: ReadonlySet<string>): HeldRecording;
/** Of events that are read from a file, each is made anew when it is asked for. */
export function redact(recorded: Recorded, plan: RedactionPlan, keep?: ReadonlySet<string>): Recorded;
export function redact(recorded: Recorded, plan: RedactionPlan, keep: ReadonlySet<string> = new Set()): Recorded {
  const byLine = new Map<number, Map<string, Replacement[]>>();
  for (const secret of plan.secrets) {
    if (keep.has(secret.placeholder)) continue;
    for (const place of secret.places) {
      let byPath = byLine.get(place.s);
      if (!byPath) byLine.set(place.s, (byPath = new Map()));
      addTo(byPath, JSON.stringify(place.path), { place, secret });
    }
  }
  if (byLine.size === 0) return recorded;
  const clean = <Line extends object>(
    s: number,
    line: Line,
    slotsIn: (line: Line) => Slot[],
    list: Redacted[],
  ): Line => {
    const byPath = byLine.get(s);
    let copy = line;
    for (const slot of byPath ? slotsIn(line) : []) {
      const replacements = byPath?.get(JSON.stringify(slot.path));
      if (replacements) copy = withText(copy, slot, replaced(slot, replacements, list));
    }
    return copy;
  };
  const listed: Redacted[] = [];
  let header = clean(-1, recorded.header, headerSlots, listed);
  const { events } = recorded;
  const held = events instanceof Array ? [...(events as readonly WireEvent[])] : undefined;
  for (const s of [...byLine.keys()].sort((one, other) => one - other)) {
    const event = eventAt(events, s);
    if (!event || (!held && listed.length >= MAX_REDACTED)) continue;
    const copy = clean(s, event, eventSlots, listed);
    if (held) held[s] = copy;
  }
  const footer = recorded.footer && clean(events.length, recorded.footer, footerSlots, listed);
  const before = Array.isArray(header.redacted) ? header.redacted : [];
  if (listed.length > 0) header = { ...header, redacted: before.concat(listed).slice(0, MAX_REDACTED) };
  const changed = held ?? new ChangedEvents(events, (event, s) => clean(s, event, eventSlots, []));
  return { header, events: changed, ...(footer ? { footer } : {}) };
}

/** The text of a slot with the replacements made, which are added to the list. */
function replaced(slot: Slot, replacements: Replacement[], listed: Redacted[]): string {
  replacements.sort((a, b) => a.place.from - b.place.from || b.place.to - a.place.to);
  const splices: Splice[] = [];
  const names = new Set<string>();
  let end = 0;
  for (const { place, secret } of replacements) {
    const from = Math.max(place.from, end);
    if (from >= place.to) continue;
    const { placeholder, rule } = secret;
    const quote = place.quote ?? '';
    splices.push({ start: from, end: place.to, text: `${quote}${placeholder}${quote}` });
    end = place.to;
    if (names.has(placeholder)) continue;
    names.add(placeholder);
    listed.push({ s: place.s, path: place.path, placeholder, rule });
  }
  return slot.role === 'bytes' ? splicedBase64(slot.text, splices) : splice(slot.text, splices);
}
