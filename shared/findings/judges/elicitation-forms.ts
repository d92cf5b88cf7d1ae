/** Forms that servers ask a user to fill in (client/elicitation#requested-schema). */
import { isObject, type JsonObject } from '#shared/jsonrpc';
import { RULES as ELICITATION } from '../rules/elicitation.ts';
import { pointerTo, quoted, type Turn } from '../judging.ts';
import type { Ask, AskJudge } from './asks.ts';

const {
  'elicit-schema-flat': FLAT,
  'elicit-schema-format': FORMAT,
  'elicit-schema-pattern': KEYWORDS,
  'elicit-enum-names': ENUM_NAMES,
  'elicit-sensitive-form': SENSITIVE,
  'elicit-form-links': LINKS,
} = ELICITATION;

const PRIMITIVE: ReadonlySet<unknown> = new Set(['string', 'number', 'integer', 'boolean']);
const FORMATS: ReadonlySet<unknown> = new Set(['email', 'uri', 'date', 'date-time']);
/** Keywords of JSON Schema that the form's subset has not got. */
const OUTSIDE = [
  ...['pattern', 'const', 'multipleOf', 'exclusiveMinimum', 'exclusiveMaximum', 'uniqueItems', 'contains', 'not'],
  ...['allOf', 'if', 'then', 'else', 'contentEncoding', 'contentMediaType', 'prefixItems', 'examples'],
];
const SECRET = /password|passphrase|secret|api.?key|access.?token|cvv|card.?number/i;

/** Form or URL: a request that does not say is a form (2025-11-25, #elicitation-requests). */
export const modeOf = ({ mode }: JsonObject): unknown => mode ?? 'form';

export const ELICITATION_FORMS: AskJudge = {
  rules: [FLAT, FORMAT, KEYWORDS, ENUM_NAMES, SENSITIVE, LINKS],
  asks: {
    'elicitation/create'(turn, ask) {
      if (modeOf(ask.params) !== 'form') return;
      const { requestedSchema: schema, message } = ask.params;
      linked(turn, message, `${ask.at}/message`);
      const properties = root(turn, ask, schema);
      for (const [name, property] of Object.entries(properties ?? {}))
        field(turn, name, property, `${ask.at}/requestedSchema${pointerTo('properties', name)}`);
    },
  },
};

function root(turn: Turn, { at }: Ask, schema: unknown): JsonObject | undefined {
  const type = isObject(schema) ? schema['type'] : undefined;
  const properties = isObject(schema) ? schema['properties'] : undefined;
  if (turn.applies(FLAT) && (type !== 'object' || !isObject(properties)))
    turn.report(FLAT, {
      pointer: schema === undefined ? at : `${at}/requestedSchema`,
      found: type === 'object' ? ['properties', quoted(properties)] : ['requestedSchema', quoted(type ?? schema)],
    });
  return isObject(properties) ? properties : undefined;
}

function field(turn: Turn, name: string, property: unknown, at: string): void {
  if (turn.applies(FLAT) && !isField(turn, property))
    turn.report(FLAT, { pointer: at, found: [name, quoted(property)] });
  if (turn.applies(SENSITIVE)) {
    const { title, description } = isObject(property) ? property : {};
    const telling = [name, title, description].find(
      (each) => typeof each === 'string' && SECRET.test(each.slice(0, 2000)),
    );
    if (telling !== undefined) turn.report(SENSITIVE, { pointer: at, found: [quoted(telling)] });
  }
  if (!isObject(property)) return;
  const { type, format } = property;
  if (type === 'string' && format !== undefined && turn.applies(FORMAT) && !FORMATS.has(format))
    turn.report(FORMAT, { pointer: at, found: [name, quoted(format)] });
  if (turn.applies(KEYWORDS))
    for (const keyword of OUTSIDE)
      if (Object.hasOwn(property, keyword))
        turn.report(KEYWORDS, { pointer: `${at}/${keyword}`, found: [name, keyword] });
  if (Object.hasOwn(property, 'enumNames') && turn.applies(ENUM_NAMES))
    turn.report(ENUM_NAMES, { pointer: `${at}/enumNames`, found: [name] });
  linked(turn, property['title'], `${at}/title`);
  linked(turn, property['description'], `${at}/description`);
}

/** A field of one primitive value, or (from 2025-11-25 on) a choice of several. */
function isField({ revision = '' }: Turn, property: unknown): boolean {
  if (!isObject(property) || property['$ref'] !== undefined) return false;
  const { type, items } = property;
  if (type !== 'array') return PRIMITIVE.has(type);
  return revision >= '2025-11-25' && isObject(items) && (Array.isArray(items['enum']) || Array.isArray(items['anyOf']));
}

function linked(turn: Turn, text: unknown, pointer: string): void {
  if (typeof text !== 'string' || !turn.applies(LINKS)) return;
  const link = /https?:\/\/\S{0,60}/i.exec(text)?.[0];
  if (link !== undefined) turn.report(LINKS, { pointer, found: [quoted(link)] });
}
