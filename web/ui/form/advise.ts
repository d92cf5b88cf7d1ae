/**
 * What a JSON Schema says against a value, for a person: the leaves only, each with the place it is about. It is advice;
 * nothing is ever held back for it.
 */
import { Validator, type OutputUnit, type Schema, type SchemaDraft } from '@cfworker/json-schema';
import { escapeName, isObject } from '#shared/jsonrpc';

export interface Advice {
  /** RFC 6901 pointer of the value, `/a/0`; empty for the whole. */
  readonly at: string;
  /** The keyword that is not met: `required`, `type`, `minLength`. */
  readonly keyword: string;
  readonly message: string;
}

const LONGEST = 200;
/** Keywords that only say that something below them failed. */
const CONTAINERS: readonly string[] = [
  '$ref',
  '$recursiveRef',
  'allOf',
  'anyOf',
  'oneOf',
  'properties',
  'patternProperties',
  'items',
  'prefixItems',
  'additionalItems',
  'then',
  'else',
  'dependentSchemas',
  'contains',
];

/** One step further down a pointer. */
export function below(pointer: string, key: string | number): string {
  return `${pointer}/${escapeName(String(key))}`;
}

/** The value that an error is about: of a member that is missing, the place where it would be. */
export function placeOf(at: string, keyword: string, error: string): string {
  const missing = keyword === 'required' ? /required property "([^]*)"\.$/.exec(error)?.[1] : undefined;
  return missing === undefined ? at : below(at, missing);
}

function draftOf(schema: unknown): SchemaDraft {
  const uri = isObject(schema) && typeof schema['$schema'] === 'string' ? schema['$schema'] : '';
  if (uri.includes('draft-07') || uri.includes('draft-06')) return '7';
  if (uri.includes('draft-04')) return '4';
  return uri.includes('2019-09') ? '2019-09' : '2020-12';
}

/**
 * Check the JSON text of a value. Gives no advice for a text that is not JSON or a schema that cannot be used. May take as
 * long as the schema's patterns make it, so it is run where it can be stopped.
 */
export function advise(schema: unknown, json: string): Advice[] {
  try {
    const value: unknown = JSON.parse(json);
    // The validator writes into the schema it is given.
    const own = structuredClone(schema) as Schema | boolean;
    const { errors } = new Validator(own, draftOf(schema), false).validate(value);
    const found = new Map<string, Advice>();
    for (const { keyword, instanceLocation, error } of nearest(errors)) {
      if (
        CONTAINERS.includes(keyword) &&
        errors.some((other) => isBelow(other.instanceLocation, instanceLocation, other.keyword))
      )
        continue;
      const parent = decodeURI(instanceLocation.replace(/^#/, ''));
      const at = placeOf(parent, keyword, error);
      if (!found.has(`${at} ${keyword}`)) found.set(`${at} ${keyword}`, { at, keyword, message: error });
      if (found.size >= LONGEST) break;
    }
    return [...found.values()];
  } catch {
    return [];
  }
}

const BRANCH = /\/(?:oneOf|anyOf)\/(\d+)(?=\/|$)/;
/** Keywords that say that an alternative was not meant at all. */
const TELLING: readonly string[] = ['const', 'enum', 'type'];

/** An alternative that failed, with what it lacks; `end` is where its place in the schema ends. */
interface Failed {
  readonly end: number;
  readonly errors: OutputUnit[];
}

/**
 * Of alternatives that all fail, only what the nearest one lacks: the others were not meant. Errors stand with the place in the
 * schema that they come from; the error of the list of alternatives itself says which value it is about.
 */
function nearest(errors: readonly OutputUnit[]): readonly OutputUnit[] {
  const choices = new Set(
    errors.map(({ keywordLocation, instanceLocation }) => `${keywordLocation} ${instanceLocation}`),
  );
  const chosen = (among: readonly OutputUnit[], from: number): readonly OutputUnit[] => {
    const groups = new Map<string, Map<string, Failed>>();
    const kept: OutputUnit[] = [];
    for (const error of among) {
      const match = BRANCH.exec(error.keywordLocation.slice(from));
      if (!match) {
        kept.push(error);
        continue;
      }
      const [whole, branch = ''] = match;
      const end = from + match.index + whole.length;
      const place = error.keywordLocation.slice(0, end - branch.length - 1);
      let about = error.instanceLocation;
      while (about.includes('/') && !choices.has(`${place} ${about}`)) about = about.slice(0, about.lastIndexOf('/'));
      const key = `${place} ${about}`;
      const group = groups.get(key) ?? new Map<string, Failed>();
      groups.set(key, group);
      const failed = group.get(branch) ?? { end, errors: [] };
      group.set(branch, failed);
      failed.errors.push(error);
    }
    for (const group of groups.values()) {
      const [best] = [...group.values()].sort((one, other) => distance(one.errors) - distance(other.errors));
      if (best) kept.push(...chosen(best.errors, best.end));
    }
    return kept;
  };
  return chosen(errors, 0);
}

function distance(errors: readonly OutputUnit[]): number {
  return errors.reduce((sum, { keyword }) => sum + (TELLING.includes(keyword) ? 100 : 1), 0);
}

function isBelow(location: string, place: string, keyword: string): boolean {
  return !CONTAINERS.includes(keyword) && (location === place || location.startsWith(`${place}/`));
}
