/**
 * What a person gives a run without a person: arguments to call with, and answers to what the server asks. One JSON file;
 * every member may be left out:
 *
 *     {
 *       "tools": { "add": { "a": 1, "b": 2 }, "search": [{ "q": "x" }, { "q": "y" }], "reset": false },
 *       "prompts": { "greet": { "name": "Ada" } },
 *       "templates": { "user://{id}": { "id": "7" } },
 *       "resources": ["file:///data/report.txt"],
 *       "sampling": { "role": "assistant", "model": "canned", "content": { "type": "text", "text": "Yes." } },
 *       "elicitation": [{ "message": "password", "answer": { "action": "decline" } }],
 *       "roots": [{ "uri": "file:///data", "name": "data" }]
 *     }
 */
import { errorText } from '#shared/base';
import type { Root } from '#shared/driver';
import { isObject, type JsonObject } from '#shared/jsonrpc';

export interface Answers {
  /** Arguments by tool: one call each; false leaves the tool out. A named tool counts as allowed. */
  readonly tools?: { readonly [name: string]: readonly JsonObject[] | false };
  readonly prompts?: { readonly [name: string]: { readonly [argument: string]: string } };
  readonly templates?: { readonly [template: string]: { readonly [variable: string]: string } };
  /** URIs to read beside those that the server lists. */
  readonly resources?: readonly string[];
  /** Result of every sampling request. */
  readonly sampling?: JsonObject;
  /** The first whose text is in the message; a single result answers every elicitation. */
  readonly elicitation?: readonly { readonly message: string; readonly answer: JsonObject }[];
  readonly roots?: readonly Root[];
}

const isStrings = (value: unknown): value is { readonly [name: string]: string } =>
  isObject(value) && Object.values(value).every((each) => typeof each === 'string');

const textsByName = (value: unknown): Answers['prompts'] =>
  isObject(value) && Object.values(value).every(isStrings) ? (value as Answers['prompts']) : undefined;

const isRoot = (value: unknown): value is Root =>
  isObject(value) &&
  typeof value['uri'] === 'string' &&
  (value['name'] === undefined || typeof value['name'] === 'string');

/** Arguments of the calls of one tool, or undefined when the value is none. */
function callsOf(value: unknown): readonly JsonObject[] | false | undefined {
  if (value === false) return false;
  const calls: readonly unknown[] = Array.isArray(value) ? value : [value];
  return calls.every(isObject) ? calls : undefined;
}

function elicitationsOf(value: unknown): Answers['elicitation'] {
  if (isObject(value) && typeof value['action'] === 'string') return [{ message: '', answer: value }];
  if (!Array.isArray(value)) return undefined;
  const listed = (value as unknown[]).map((each) => {
    const { message, answer } = isObject(each) ? each : {};
    return typeof message === 'string' && isObject(answer) ? { message, answer } : undefined;
  });
  return listed.every((each) => each !== undefined) ? listed : undefined;
}

/** How each member is read; undefined when it has not the right form. */
const MEMBERS: { readonly [name in keyof Required<Answers>]: (value: unknown) => Answers[name] } = {
  tools: (value) => {
    if (!isObject(value)) return undefined;
    const entries = Object.entries(value).map(([name, each]) => [name, callsOf(each)] as const);
    return entries.every((entry): entry is [string, readonly JsonObject[] | false] => entry[1] !== undefined)
      ? Object.fromEntries(entries)
      : undefined;
  },
  prompts: textsByName,
  templates: textsByName,
  resources: (value) =>
    Array.isArray(value) && value.every((each): each is string => typeof each === 'string') ? value : undefined,
  sampling: (value) => (isObject(value) ? value : undefined),
  elicitation: elicitationsOf,
  roots: (value) => (Array.isArray(value) && value.every(isRoot) ? value : undefined),
};

const isMember = (name: string): name is keyof Answers => Object.hasOwn(MEMBERS, name);

/** Read the text of an answers file. A text that is none gives `problem`: what is wrong, to follow the file's name. */
export function readAnswers(text: string): { readonly answers: Answers } | { readonly problem: string } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { problem: `is not JSON: ${errorText(error)}` };
  }
  if (!isObject(value)) return { problem: 'is not a JSON object' };
  const answers: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value)) {
    if (!isMember(name))
      return { problem: `has a member “${name}” that is none of ${Object.keys(MEMBERS).join(', ')}` };
    const read = MEMBERS[name](member);
    if (read === undefined) return { problem: `has a member “${name}” of the wrong form` };
    answers[name] = read;
  }
  return { answers };
}
