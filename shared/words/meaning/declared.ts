/** What a side declares, in sentences. */
import { isObject } from '#shared/jsonrpc';
import { hasCapability } from '#shared/session';
import type { Words } from '../dictionary.ts';

/** What a client can be asked for, in the order in which the specification names it. */
const ASKABLE = ['roots', 'sampling', 'elicitation'];
const THINGS = ['tools', 'prompts', 'resources'] as const;

/** `says it can be asked for roots and sampling`: the capabilities of a client, as a sentence goes on. Takes any value. */
export function saysOfClient(capabilities: unknown, { meaning: t }: Words): string {
  const party = isObject(capabilities) ? { capabilities } : {};
  const names = ASKABLE.filter((path) => hasCapability(party, path));
  return names.length === 0 ? t.declaresNothing : t.canBeAsked(t.and(names));
}

/** What a sentence names beside tools, prompts and resources: not the parts of a capability. */
const MORE = ['resources.subscribe', 'logging', 'completions', 'tasks', 'extensions', 'experimental'] as const;

/** `It has tools and prompts; it notifies the client when its tools change.`: the capabilities of a server. Takes any value. */
export function saysOfServer(capabilities: unknown, { capabilities: t, common, meaning }: Words): string {
  const party = isObject(capabilities) ? { capabilities } : {};
  const has = THINGS.filter((path) => hasCapability(party, path)).map((path) => t.things[path]);
  const told = THINGS.filter((path) => hasCapability(party, `${path}.listChanged`)).map((path) => t.things[path]);
  const parts = [
    ...(has.length === 0 ? [] : [t.has(meaning.and(has))]),
    ...(told.length === 0 ? [] : [t.changes(meaning.and(told))]),
    ...MORE.filter((path) => hasCapability(party, path)).map((path) => t.allows.server[path]),
  ];
  if (parts.length === 0) return t.nothing;
  const whole = parts.join(common.semicolon);
  return `${whole.slice(0, 1).toUpperCase()}${whole.slice(1)}${meaning.stop}`;
}
