/** The part of a definition that a change is about, by the name that people know it by. */
import type { DefinitionChange } from '#shared/compare';
import { unescapeName } from '#shared/jsonrpc';

export interface DefinitionPart {
  /** A member of a tool's arguments, a member of its structured output, an argument of a prompt. */
  readonly kind: 'parameter' | 'output' | 'argument';
  /** `a`, `a.b` for a member of a member, `a[]` for the items of a list. */
  readonly name: string;
  /** The name and what happened say all about the place: it needs no pointer. */
  readonly whole: boolean;
}

/** Members of a part that the words for what happened name. */
const NAMED: ReadonlySet<string> = new Set(['type', 'description', 'title', 'required']);

/** The part that a change is about; undefined where it is about the definition as a whole, or about what has no name. */
export function definitionPart(change: DefinitionChange): DefinitionPart | undefined {
  const [first, ...steps] = change.path.split('/').slice(1).map(plain);
  if (change.of === 'prompt' && first === 'arguments') {
    const [name, ...rest] = steps;
    return name === undefined ? undefined : { kind: 'argument', name, whole: isNamed(rest) };
  }
  if (change.of !== 'tool' || (first !== 'inputSchema' && first !== 'outputSchema')) return undefined;
  const { names, rest } = memberAt(steps);
  // Whether a member is required stands beside the members.
  if (change.reason === 'property-required' || change.reason === 'property-optional')
    names.push(textOf(change.after ?? change.before) ?? '');
  if (names.length === 0 || names.at(-1) === '') return undefined;
  const name = names.join('.').replaceAll('.[]', '[]');
  return { kind: first === 'inputSchema' ? 'parameter' : 'output', name, whole: isNamed(rest) };
}

/** Follow a schema's members and items down, as far as they have names. */
function memberAt(steps: readonly string[]): { readonly names: string[]; readonly rest: readonly string[] } {
  const names: string[] = [];
  let at = 0;
  for (;;) {
    const [step, next] = [steps[at], steps[at + 1]];
    if (step === 'properties' && next !== undefined) {
      names.push(next);
      at += 2;
    } else if (step === 'items' && names.length > 0) {
      names.push('[]');
      at += 1;
    } else return { names, rest: steps.slice(at) };
  }
}

const isNamed = (rest: readonly string[]): boolean =>
  rest.length === 0 || (rest.length === 1 && NAMED.has(rest[0] ?? ''));

/** A step as the comparison writes it, which escapes what means something in a mask. */
const plain = (step: string): string => unescapeName(step.replaceAll('~3', '*').replaceAll('~2', '#'));

function textOf(json: string | undefined): string | undefined {
  try {
    const value: unknown = JSON.parse(json ?? '');
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}
