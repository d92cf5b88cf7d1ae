/** A list of tools as an exercise goes through it. */
import { isObject, type JsonObject } from '#shared/jsonrpc';
import { toolMarks, type ListState } from '#shared/session';
import { named, unreachable, type ListedTools } from './facts.ts';
import { wordsOf } from './name-words.ts';

/** The tools of a list, in order. Costs a sort: who asks for one step after the other has it remembered. */
export function listedTools(list: ListState): ListedTools {
  const ordered = named(list.items, 'name').toSorted(
    ([name, tool], [other, otherTool]) => rankOf(name, tool) - rankOf(other, otherTool),
  );
  return { ordered, unreachable: unreachable('tool', 'tools/call', list.items), marks: toolMarks(list) };
}

/** Tools that read before those that add, and those before the others; of each, what asks for nothing, then what lists. */
function rankOf(name: string, { annotations, inputSchema }: JsonObject): number {
  const hints = isObject(annotations) ? annotations : {};
  const effect = hints['readOnlyHint'] === true ? 0 : hints['destructiveHint'] === false ? 1 : 2;
  const required = isObject(inputSchema) ? inputSchema['required'] : undefined;
  const asksNothing = !Array.isArray(required) || required.length === 0;
  const lists = wordsOf(name).some((word) => LISTING.has(word));
  return effect * 4 + (asksNothing && lists ? 0 : asksNothing ? 1 : lists ? 2 : 3);
}

const LISTING: ReadonlySet<string> = new Set(['list', 'search', 'find', 'query', 'ls', 'all']);
