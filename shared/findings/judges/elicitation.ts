/** Forms and addresses that servers ask a user for (client/elicitation#requested-schema), the replies, and the ids of addresses. */
import { isObject, type JsonObject } from '#shared/jsonrpc';
import { isUrl } from '#shared/base';
import { DeclaredSchemas } from '#shared/mcp/schema';
import { ErrorCode } from '#shared/mcp';
import { RULES as ELICITATION } from '../rules/elicitation.ts';
import { emptyTables, hasRedacted, isRedacted, judge, keep, pointerTo, quoted, RENEWED } from '../judging.ts';
import type { Turn } from '../judging.ts';
import type { Ask, AskJudge, Reply } from './asks.ts';
import { itemsAt, objectsAt } from './content.ts';

const {
  'elicit-schema-flat': FLAT,
  'elicit-schema-format': FORMAT,
  'elicit-schema-pattern': KEYWORDS,
  'elicit-enum-names': ENUM_NAMES,
  'elicit-sensitive-form': SENSITIVE,
  'elicit-form-links': LINKS,
  'elicit-url-fields': FIELDS,
  'elicit-url-https': HTTPS,
  'elicit-url-sensitive': URL_SENSITIVE,
  'elicit-action': ACTION,
  'elicit-content-valid': VALID,
  'elicit-content-unexpected': UNEXPECTED,
  'elicit-mode-refusal-code': REFUSAL,
  'elicit-complete-id': COMPLETE,
  'elicit-required-error-data': ERROR_DATA,
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
const modeOf = ({ mode }: JsonObject): unknown => mode ?? 'form';

export const ELICITATION_REQUESTS: AskJudge = {
  rules: [FLAT, FORMAT, KEYWORDS, ENUM_NAMES, SENSITIVE, LINKS, FIELDS, HTTPS, URL_SENSITIVE],
  asks: {
    'elicitation/create'(turn, ask) {
      const mode = modeOf(ask.params);
      if (mode === 'form') form(turn, ask);
      else if (mode === 'url') address(turn, ask);
    },
  },
};

function form(turn: Turn, ask: Ask): void {
  const { requestedSchema: schema, message } = ask.params;
  linked(turn, message, `${ask.at}/message`);
  for (const [name, property] of Object.entries(root(turn, ask, schema) ?? {}))
    field(turn, name, property, `${ask.at}/requestedSchema${pointerTo('properties', name)}`);
}

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

const LOCAL: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);
const PRIVATE: ReadonlySet<string> = new Set(['access_token', 'token', 'password', 'email', 'phone', 'ssn']);

/** The address that a text is, absolute; undefined for what is none. */
function addressOf(url: unknown): URL | undefined {
  return typeof url === 'string' && /^[a-z][a-z0-9+.-]*:/i.test(url) && isUrl(url) ? new URL(url) : undefined;
}

/** The address that a server sends a user to (client/elicitation#url-mode-elicitation-requests, #safe-url-handling). */
function address(turn: Turn, { params, at }: Ask): void {
  const { url } = params;
  const pointer = url === undefined ? at : `${at}/url`;
  const found = addressOf(url);
  if (turn.applies(FIELDS)) {
    const lacking = ['url', 'message', 'elicitationId'].filter((name) => typeof params[name] !== 'string');
    if (lacking.length > 0) turn.report(FIELDS, { pointer: at, found: [lacking.join(', ')] });
    else if (!found && isRedacted(url)) turn.cannotJudge(FIELDS, 'redacted');
    else if (!found) turn.report(FIELDS, { pointer, found: [`url: ${quoted(url)}`] });
  }
  if (!found || typeof url !== 'string') return;
  if (turn.applies(HTTPS) && found.protocol !== 'https:' && !LOCAL.has(found.hostname))
    turn.report(HTTPS, { pointer, found: [quoted(url)] });
  const part = turn.applies(URL_SENSITIVE) ? privatePart(url) : undefined;
  if (part !== undefined) turn.report(URL_SENSITIVE, { pointer, found: [part] });
}

/** The part of an address that says who somebody is or lets them in: its name, never its value. */
function privatePart(url: string): string | undefined {
  if (/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*@/i.test(url)) return 'user@';
  const pairs = url.slice(0, 10_000).split(/[?#&]/).slice(1);
  return pairs.map((pair) => /^([^=]+)=./.exec(pair)?.[1] ?? '').find((name) => PRIVATE.has(name.toLowerCase()));
}

const SCHEMAS = new DeclaredSchemas();

/** What users reply to forms and addresses (client/elicitation#response-actions). */
export const ELICITATION_REPLIES: AskJudge = {
  rules: [ACTION, VALID, UNEXPECTED, REFUSAL],
  replies: {
    'elicitation/create'(turn, reply) {
      refusal(turn, reply);
      const { ask, result, at } = reply;
      if (!result) return;
      const { action, content } = result;
      const related = [ask.s];
      if (turn.applies(ACTION) && action !== 'accept' && action !== 'decline' && action !== 'cancel')
        turn.report(ACTION, { pointer: action === undefined ? at : `${at}/action`, found: [quoted(action)], related });
      const mode = modeOf(ask.params);
      const isOff = action === 'decline' || action === 'cancel' || (mode === 'url' && action === 'accept');
      if (isOff && turn.applies(UNEXPECTED) && content !== undefined)
        turn.report(UNEXPECTED, { pointer: `${at}/content`, found: [action, mode], related });
      if (action === 'accept' && mode === 'form') filledIn(turn, reply, content);
    },
  },
};

/** The content of a form, held against the schema that the server asked for. */
function filledIn(turn: Turn, { ask, at }: Reply, content: unknown): void {
  const schema = ask.params['requestedSchema'];
  if (!isObject(schema) || !turn.applies(VALID)) return;
  const related = [ask.s];
  if (content === undefined) {
    const fields = schema['properties'];
    if (isObject(fields) && Object.keys(fields).length === 0) return;
    return void turn.report(VALID, { pointer: at, found: ['/', 'required'], related });
  }
  const misfit = SCHEMAS.check(schema, content);
  if (misfit === undefined) return;
  if (misfit === 'unknown') return void turn.cannotJudge(VALID, 'schema-unknown');
  if (hasRedacted(content)) return void turn.cannotJudge(VALID, 'redacted');
  turn.report(VALID, { pointer: `${at}/content${misfit.holder}`, found: [misfit.at || '/', misfit.keyword], related });
}

/** A mode that the client did not declare is refused with a certain code. */
function refusal(turn: Turn, { ask, result, error, at }: Reply): void {
  const declared = turn.facts.client?.['elicitation'];
  if (!isObject(declared) || (!result && !isObject(error))) return;
  const mode = modeOf(ask.params);
  // An empty declaration means forms.
  const knows =
    mode === 'form'
      ? isObject(declared['form']) || !isObject(declared['url'])
      : mode === 'url' && isObject(declared['url']);
  if (knows || !turn.applies(REFUSAL)) return;
  const code = isObject(error) ? error['code'] : undefined;
  if (code === -32602) return;
  turn.report(REFUSAL, {
    pointer: result ? at : '/error/code',
    found: [quoted(mode), result ? 'result' : `error ${quoted(code)}`],
    related: [turn.facts.clientS, ask.s],
  });
}

/** Ids of URL elicitations, and the error that lists them, in 2025-11-25 (client/elicitation#url-elicitation-required-error). */
export const ELICITATION_IDS = judge({
  rules: [COMPLETE, ERROR_DATA],
  init: () => ({
    /** Ids that the server gave out, and where. */
    ids: new Map<string, number>(),
  }),
  ...RENEWED,
  requests: {
    initialize: (_turn, _request, state) => emptyTables(state),
    'elicitation/create'({ s }, { params }, { ids }) {
      const id = isObject(params) ? params['elicitationId'] : undefined;
      if (typeof id === 'string') keep(ids, id, s);
    },
  },
  notifications: {
    'notifications/elicitation/complete'(turn, { params }, { ids }) {
      const id = isObject(params) ? params['elicitationId'] : undefined;
      if (turn.dir !== 's2c' || typeof id !== 'string' || !turn.applies(COMPLETE) || ids.has(id)) return;
      if (turn.historyComplete(COMPLETE))
        turn.report(COMPLETE, { pointer: '/params/elicitationId', found: [quoted(id)] });
    },
  },
  failure(turn, { error }, { ids }) {
    if (turn.dir !== 's2c' || !isObject(error) || error['code'] !== ErrorCode.UrlElicitationRequired) return;
    const data = isObject(error['data']) ? error['data'] : {};
    for (const { value } of objectsAt(data['elicitations'], ''))
      if (typeof value['elicitationId'] === 'string') keep(ids, value['elicitationId'], turn.s);
    if (turn.applies(ERROR_DATA)) errorData(turn, error['data']);
  },
});

function errorData(turn: Turn, data: unknown): void {
  const related = [turn.asked?.s];
  const list = isObject(data) ? data['elicitations'] : undefined;
  if (!Array.isArray(list)) {
    const pointer = data === undefined ? '/error' : '/error/data';
    return void turn.report(ERROR_DATA, { pointer, found: ['data.elicitations'], related });
  }
  for (const { value, at } of itemsAt(list, '/error/data/elicitations')) {
    const entry = isObject(value) ? value : {};
    const wrong =
      entry['mode'] !== 'url'
        ? 'mode'
        : ['url', 'elicitationId', 'message'].find((name) => typeof entry[name] !== 'string');
    if (wrong === undefined) continue;
    return void turn.report(ERROR_DATA, {
      pointer: Object.hasOwn(entry, wrong) ? `${at}/${wrong}` : at,
      found: [wrong],
      related,
    });
  }
  const { client, clientS } = turn.facts;
  const declared = client?.['elicitation'];
  if (!client || (isObject(declared) && isObject(declared['url']))) return;
  turn.report(ERROR_DATA, { pointer: '/error/code', found: ['elicitation.url'], related: [clientS, ...related] });
}
