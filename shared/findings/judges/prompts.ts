/** Prompts: the arguments that are passed, how requests are refused, and the messages that come (server/prompts). */
import { isObject, type JsonObject } from '#shared/jsonrpc';
import { RULES as PROMPTS } from '../rules/prompts.ts';
import { judge, pointerTo, quoted, type Answer, type Turn } from '../judging.ts';
import { objectsAt, blocksAt } from './content.ts';
import { isUnlisted, listedAs } from './listing.ts';
import { errorCode, isEarlier, isPutOff, ownResult, toldOutcome } from './outcomes.ts';

const {
  'prompt-argument-strings': STRINGS,
  'prompt-argument-undeclared': UNDECLARED,
  'prompt-missing-required-accepted': REQUIRED,
  'prompt-unknown-code': UNKNOWN,
  'prompt-message-role': ROLE,
  'prompt-content-single': SINGLE,
  'prompt-embedded-resource-mime': EMBEDDED,
} = PROMPTS;

export const PROMPT_GETS = judge({
  rules: [STRINGS, UNDECLARED, REQUIRED, UNKNOWN, ROLE, SINGLE, EMBEDDED],
  requests: {
    'prompts/get'(turn, { params }) {
      const given = isObject(params) ? params['arguments'] : undefined;
      if (!isObject(given)) return;
      const listed = isObject(params) ? listedAs(turn.facts, 'prompts', params['name']) : undefined;
      const declared = listed && new Set(argumentsOf(listed.item).map((each) => each['name']));
      for (const [name, value] of Object.entries(given)) {
        const pointer = pointerTo('params', 'arguments', name);
        if (turn.applies(STRINGS) && typeof value !== 'string')
          turn.report(STRINGS, { pointer, found: [quoted(name), quoted(value)] });
        if (declared && turn.applies(UNDECLARED) && !declared.has(name))
          turn.report(UNDECLARED, { pointer, found: [quoted(name)], related: [listed?.s] });
      }
    },
  },
  answers: {
    'prompts/get'(turn, answer) {
      refusals(turn, answer);
      const result = ownResult(turn, answer, [ROLE, SINGLE, EMBEDDED]);
      for (const { value, at } of objectsAt(result?.['messages'], '/result/messages')) message(turn, value, at);
    },
  },
});

const argumentsOf = (prompt: JsonObject): readonly JsonObject[] =>
  objectsAt(prompt['arguments'], '').map(({ value }) => value);

function refusals(turn: Turn, answer: Answer): void {
  const { to } = answer;
  const name = to.params?.['name'];
  if (typeof name !== 'string' || isEarlier(answer)) return;
  const right = errorCode(answer) === -32602;
  const pointer = answer.outcome === 'error' ? '/error/code' : '/result';
  if (isUnlisted(turn.facts, 'prompts', name, to.s) && turn.applies(UNKNOWN) && !right && !isPutOff(turn, answer)) {
    const related = [turn.facts.walks.get('prompts')?.began, to.s];
    turn.report(UNKNOWN, { pointer, found: [quoted(name), toldOutcome(answer)], related });
  }
  const listed = listedAs(turn.facts, 'prompts', name);
  if (!listed || listed.s > to.s) return;
  const given = to.params?.['arguments'];
  if (given !== undefined && !isObject(given)) return;
  const missing = argumentsOf(listed.item).find(
    (each) => each['required'] === true && typeof each['name'] === 'string' && given?.[each['name']] === undefined,
  );
  if (!missing || !turn.applies(REQUIRED) || right || isPutOff(turn, answer)) return;
  turn.report(REQUIRED, { pointer, found: [quoted(missing['name']), toldOutcome(answer)], related: [listed.s, to.s] });
}

function message(turn: Turn, { role, content }: JsonObject, at: string): void {
  if (turn.applies(ROLE) && role !== 'user' && role !== 'assistant')
    turn.report(ROLE, { pointer: role === undefined ? at : `${at}/role`, found: [quoted(role)] });
  const pointer = `${at}/content`;
  if (turn.applies(SINGLE) && (Array.isArray(content) || typeof content === 'string'))
    turn.report(SINGLE, { pointer, found: [quoted(content)] });
  for (const { value, at: place } of blocksAt(content, pointer)) {
    if (!isObject(value) || value['type'] !== 'resource' || !turn.applies(EMBEDDED)) continue;
    const { resource } = value;
    const lacks = isObject(resource) ? lacking(resource) : ['resource'];
    if (lacks.length > 0)
      turn.report(EMBEDDED, { pointer: isObject(resource) ? `${place}/resource` : place, found: [lacks.join(', ')] });
  }
}

function lacking(resource: JsonObject): readonly string[] {
  const lacks = ['uri', 'mimeType'].filter((name) => typeof resource[name] !== 'string');
  const body = typeof resource['text'] === 'string' || typeof resource['blob'] === 'string';
  return body ? lacks : [...lacks, 'text/blob'];
}
