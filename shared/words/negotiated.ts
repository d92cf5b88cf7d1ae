/** What was negotiated, in words: rows of a comparison, and a line for each capability. */
import type { Negotiated, NegotiatedCapability } from '#shared/lenses';
import type { Words } from './dictionary.ts';
import { number } from './figures.ts';
import { cutTo, entryOf, oneLine } from './text.ts';

const MAX_TEXT_CHARS = 200;
const text = (value: string): string => cutTo(MAX_TEXT_CHARS, oneLine(value));

/** One thing of both sides: what it is, what the client and the server say, and what holds (empty where nothing can). */
export interface ComparedRow {
  readonly name: string;
  readonly offered: string;
  readonly answered: string;
  readonly inForce: string;
  /** The answer is another one than what was offered. */
  readonly differs?: true;
}

/** The rows of the comparison. Values of the wire are on one line and cut. */
export function comparedRows(
  { offered, answered, inForce, client, server }: Negotiated,
  { negotiated: t, meaning }: Words,
): ComparedRow[] {
  const named = ({ name = '', version = '' }: Negotiated['client']): string =>
    text([name, version].filter(Boolean).join(' ')) || t.none;
  const versions = answered.slice(0, 8).map(text);
  return [
    {
      name: t.version,
      offered: offered === undefined ? t.none : text(offered),
      answered: versions.length === 0 ? t.none : meaning.and(versions),
      inForce: inForce === undefined ? t.notYet : text(inForce),
      ...(offered !== undefined && answered.length > 0 && !answered.includes(offered)
        ? { differs: true as const }
        : {}),
    },
    { name: t.implementation, offered: named(client), answered: named(server), inForce: '' },
    ...(server.instructions === undefined
      ? []
      : [{ name: t.instructions, offered: '', answered: t.given, inForce: '' }]),
  ];
}

export interface CapabilityText {
  readonly path: string;
  readonly allows: string;
  /** How often it was used, or why it cannot be. */
  readonly used: string;
  /** It is used, though it was not declared, or it is not of the revision. */
  readonly odd: boolean;
}

/** A capability in words; `revision` is the one by which it is judged. */
export function capabilityText(each: NegotiatedCapability, revision: string, words: Words): CapabilityText {
  const { side, path, declared, defined, uses, names } = each;
  const t = words.negotiated;
  const known = entryOf<string>(words.capabilities.allows[side], path) ?? t.unknown;
  const count = number(uses ?? 0, words.common.locale);
  const used = !declared
    ? t.notDeclaredButUsed(count)
    : !defined
      ? t.notIn(text(revision))
      : uses === undefined
        ? ''
        : uses === 0
          ? t.notUsed
          : t.times(count);
  return {
    path: text(path),
    allows:
      names === undefined || names.length === 0 ? known : `${known}${words.common.colon}${text(names.join(', '))}`,
    used,
    odd: !declared || !defined,
  };
}
