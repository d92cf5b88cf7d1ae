/** What was negotiated, in words: rows of a comparison, and a line for each capability. */
import type { Negotiated, NegotiatedCapability } from '#shared/lenses';
import type { Words } from './dictionary.ts';
import { number } from './figures.ts';
import { cutTo, entryOf, oneLine } from './text.ts';

const MAX_TEXT_CHARS = 200;
const text = (value: string): string => cutTo(MAX_TEXT_CHARS, oneLine(value));

/**
 * The rows of the comparison: what each is, what client and server say, and what holds (empty where nothing can). `differs`: the answer
 * is another one than what was offered. Values of the wire are on one line and cut.
 */
export function comparedRows(
  { offered, answered, inForce, client, server }: Negotiated,
  { negotiated: t, meaning }: Words,
) {
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

export type CapabilityText = ReturnType<typeof capabilityText>;

/** A capability in words; `revision` is the one by which it is judged. */
export function capabilityText(each: NegotiatedCapability, revision: string, words: Words) {
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
    /** How often it was used, or why it cannot be. */
    used,
    /** It is used, though it was not declared, or it is not of the revision. */
    odd: !declared || !defined,
  };
}
