/** The validator's failures as the few places to look at: no containers, and only the alternative that was meant. */
import { addTo } from '#shared/base';
import type { OutputUnit } from '@cfworker/json-schema';
import { isObject, unescapeName, type JsonObject } from '#shared/jsonrpc';
import type { References } from './references.ts';

export interface Leaf {
  /** RFC 6901 pointer below the value that was checked. */
  readonly at: string;
  readonly keyword: string;
  /** What is wrong with the value, as one English sentence. */
  readonly message: string;
}

/** Keywords that only say that something below them failed. */
const CONTAINERS: ReadonlySet<string> = new Set([
  '$ref',
  '$recursiveRef',
  'properties',
  'patternProperties',
  'additionalProperties',
  'items',
  'prefixItems',
  'additionalItems',
  'allOf',
  'dependentSchemas',
  'contains',
  'if',
  'then',
  'else',
]);

/** The validator's places are URI fragments. */
const pointer = (location: string): string => decodeURI(location.slice(1));

export type SchemaValue = (location: string) => unknown;

/** What is in a schema at the place of a keyword, found by following its references. */
export function schemaValueIn(root: unknown, refer: References): SchemaValue {
  return (location) => {
    let at: unknown = root;
    for (const step of location.split('/').slice(1)) {
      const value = isObject(at) || Array.isArray(at) ? (at as JsonObject)[unescapeName(decodeURI(step))] : undefined;
      at = step === '$ref' && typeof value === 'string' ? refer(value) : value;
    }
    return at;
  };
}

/** The leaves among a validator's units, in the order of the schema. */
export function leavesOf(units: readonly OutputUnit[], schemaValue: SchemaValue): Leaf[] {
  const found: Leaf[] = [];
  for (let index = 0; index < units.length;) {
    const unit = units[index];
    if (!unit) break;
    // Units are in the order of the schema's tree: what failed below a keyword follows it.
    const end = endOf(units, index);
    if (unit.keyword === 'anyOf' || unit.keyword === 'oneOf') {
      found.push(...alternatives(unit, units.slice(index + 1, end), schemaValue));
      index = end;
      continue;
    }
    // An empty list contains nothing that could fail.
    if (!CONTAINERS.has(unit.keyword) || (unit.keyword === 'contains' && end === index + 1)) found.push(leaf(unit));
    index += 1;
  }
  return found;
}

const leaf = ({ instanceLocation, keyword, error }: OutputUnit): Leaf => ({
  at: pointer(instanceLocation),
  keyword,
  message: sentence(keyword, error),
});

/** The validator's sentence, about a value; where it says of a limit what is not so, another by the keyword. */
function sentence(keyword: string, error: string): string {
  const limit = / (\d+) properties\.$/u.exec(error)?.[1];
  if (limit !== undefined && keyword === 'minProperties') return `Value has too few properties (at least ${limit}).`;
  if (limit !== undefined && keyword === 'maxProperties') return `Value has too many properties (at most ${limit}).`;
  if (keyword === 'exclusiveMinimum') return error.replace(/ is less than +(?=\S+$)/u, ' is less than or equal to ');
  // Of the exclusive limits of draft 4 it leaves two blanks.
  if (keyword === 'minimum' || keyword === 'maximum') return error.replace(/ +(?=\S+$)/u, ' ');
  return error.replace(/^Instance type\b/u, 'Type').replace(/^Instance\b/u, 'Value');
}

function endOf(units: readonly OutputUnit[], start: number): number {
  const inside = `${units[start]?.keywordLocation ?? ''}/`;
  let end = start + 1;
  while (units[end]?.keywordLocation.startsWith(inside)) end += 1;
  return end;
}

function alternatives(union: OutputUnit, below: readonly OutputUnit[], schemaValue: SchemaValue): Leaf[] {
  const prefix = `${union.keywordLocation}/`;
  const branches = new Map<string, OutputUnit[]>();
  for (const unit of below) {
    const [number = ''] = unit.keywordLocation.slice(prefix.length).split('/', 1);
    addTo(branches, number, unit);
  }
  const listed = union.keyword === 'oneOf' ? schemaValue(union.keywordLocation) : undefined;
  // Of what fits several at once, none is meant more than another.
  if (Array.isArray(listed) && branches.size < listed.length) return [leaf(union)];
  // A branch is meant when the value has its type and the constants that tell branches apart.
  const tells = ({ keyword, instanceLocation }: OutputUnit): boolean =>
    keyword === 'const' || keyword === 'enum'
      ? parentOf(instanceLocation) === union.instanceLocation
      : keyword === 'type' && instanceLocation === union.instanceLocation;
  const meant = [...branches.values()].filter((units) => !units.some(tells));
  const [best] = meant.map((units) => leavesOf(units, schemaValue)).sort((a, b) => a.length - b.length);
  if (best) return best;
  return [noneOf(union, [...branches.values()].flat().filter(tells), schemaValue)];
}

const parentOf = (location: string): string => location.slice(0, location.lastIndexOf('/'));

/** The value is of no alternative: say what would have told which one it is. */
function noneOf(union: OutputUnit, telling: readonly OutputUnit[], schemaValue: SchemaValue): Leaf {
  const constant = telling.find(({ keyword }) => keyword === 'const') ?? union;
  const values = telling
    .filter(({ instanceLocation, keyword }) => instanceLocation === constant.instanceLocation || keyword === 'type')
    .map(({ keywordLocation }) => schemaValue(keywordLocation))
    .filter((value) => typeof value === 'string' || typeof value === 'number');
  const list = [...new Set(values)].map((value) => JSON.stringify(value)).join(', ');
  return {
    at: pointer(constant.instanceLocation),
    keyword: union.keyword,
    message: list === '' ? 'Value does not match any alternative.' : `Value matches none of ${list}.`,
  };
}
