/** Calls of tools and how servers refuse them, against what was listed (server/tools#calling-tools, #error-handling). */
import { isObject, parsedJson, type JsonObject } from '#shared/jsonrpc';
import { DeclaredSchemas, type Misfit } from '#shared/mcp/schema';
import { RULES as TOOLS } from '../rules/tools.ts';
import { RULES as TOOLS_EXTRA } from '../rules/tools-extra.ts';
import { askedKey, hasRedacted, isRedacted, judge, keep, quoted, sameValue } from '../judging.ts';
import type { Answer, AskedKey, Turn } from '../judging.ts';
import { isUnlisted, listedAs } from './listing.ts';
import { errorCode, isEarlier, ownResult, toldOutcome } from './outcomes.ts';

const {
  'tool-arguments-object': ARGUMENTS,
  'tool-unknown-protocol-error': UNKNOWN,
  'tool-result-content-array': CONTENT,
  'tool-structured-object': OBJECT,
  'tool-structured-text-mirror': MIRROR,
  'tool-structured-missing': MISSING,
  'tool-structured-mismatch': STRUCTURED_MISMATCH,
} = TOOLS;
const {
  'tool-call-unlisted': UNLISTED,
  'tool-call-args-mismatch': MISMATCH,
  'tool-input-error-as-result': AS_RESULT,
  'tool-args-invalid-accepted': ACCEPTED,
  'tool-structured-without-schema': WITHOUT,
} = TOOLS_EXTRA;

const SCHEMAS = new DeclaredSchemas();

export const TOOL_CALLS = judge({
  rules: [ARGUMENTS, UNLISTED, MISMATCH, UNKNOWN, AS_RESULT, ACCEPTED],
  init: () => ({
    /** Calls whose arguments break the schema that was listed. */
    unfit: new Map<AskedKey, { readonly at: string; readonly keyword: string; readonly listed: number }>(),
  }),
  requests: {
    'tools/call'(turn, { key, params }, { unfit }) {
      if (!isObject(params)) return;
      const { name, arguments: given } = params;
      if (turn.applies(ARGUMENTS) && given !== undefined && !isObject(given)) {
        if (isRedacted(given)) turn.cannotJudge(ARGUMENTS, 'redacted');
        else turn.report(ARGUMENTS, { pointer: '/params/arguments', found: [quoted(given)] });
      }
      if (typeof name !== 'string') return;
      if (isUnlisted(turn.facts, 'tools', name) && turn.applies(UNLISTED))
        turn.report(UNLISTED, {
          pointer: '/params/name',
          found: [quoted(name)],
          related: [turn.facts.walks.get('tools')?.began],
        });
      if (given !== undefined && !isObject(given)) return;
      const found = misfit(turn, name, given ?? {});
      if (!found) return;
      keep(unfit, askedKey('c2s', key), { at: found.at || '/', keyword: found.keyword, listed: found.listed }, 500);
      turn.report(MISMATCH, {
        pointer: given === undefined ? '/params' : `/params/arguments${found.holder}`,
        found: [quoted(name), found.at || '/', found.keyword],
        related: [found.listed],
      });
    },
  },
  answers: {
    'tools/call'(turn, answer, { unfit }) {
      const { to } = answer;
      const { key = askedKey('c2s', to.key) } = turn;
      const bad = unfit.get(key);
      if (bad) {
        unfit.delete(key);
        const told = { found: [bad.at, bad.keyword], related: [bad.listed, to.s] };
        if (turn.applies(AS_RESULT) && errorCode(answer) === -32602)
          turn.report(AS_RESULT, { pointer: '/error/code', ...told });
        const result = turn.applies(ACCEPTED) ? ownResult(turn, answer, [ACCEPTED]) : undefined;
        if (result && result['isError'] !== true) turn.report(ACCEPTED, { pointer: '/result', ...told });
      }
      const name = to.params?.['name'];
      if (typeof name !== 'string' || !isUnlisted(turn.facts, 'tools', name, to.s) || !turn.applies(UNKNOWN)) return;
      if (isEarlier(answer) || errorCode(answer) === -32602) return;
      const failed = ownResult(turn, answer, [UNKNOWN])?.['isError'] === true;
      if (!failed && answer.outcome !== 'error') return;
      turn.report(UNKNOWN, {
        pointer: failed ? '/result/isError' : '/error/code',
        found: [quoted(name), toldOutcome(answer)],
        related: [turn.facts.walks.get('tools')?.began, to.s],
      });
    },
  },
});

function misfit(turn: Turn, name: string, given: object): (Misfit & { readonly listed: number }) | undefined {
  const listed = listedAs(turn.facts, 'tools', name);
  const schema = listed?.item['inputSchema'];
  if (!listed || !isObject(schema)) return undefined;
  // What is no schema of arguments is reported where it is listed.
  if (schema['type'] !== 'object' || !turn.applies(MISMATCH)) return undefined;
  const found = SCHEMAS.check(schema, given);
  if (found === undefined) return undefined;
  const unjudged = found === 'unknown' ? 'schema-unknown' : hasRedacted(given) ? 'redacted' : undefined;
  if (unjudged === undefined && found !== 'unknown') return { ...found, listed: listed.s };
  for (const rule of [MISMATCH, AS_RESULT, ACCEPTED]) turn.cannotJudge(rule, unjudged ?? 'schema-unknown');
  return undefined;
}

const RULES = [CONTENT, OBJECT, MIRROR, MISSING, STRUCTURED_MISMATCH, WITHOUT];

/** Results of tools, and what the tool's output schema says to them (server/tools#tool-result, #output-schema). */
export const TOOL_RESULTS = judge({
  rules: RULES,
  answers: {
    'tools/call'(turn, answer) {
      const result = ownResult(turn, answer, RULES);
      if (!result) return;
      const { content, structuredContent } = result;
      if (turn.applies(CONTENT) && !Array.isArray(content))
        turn.report(CONTENT, {
          pointer: content === undefined ? '/result' : '/result/content',
          found: [quoted(content)],
          related: [answer.to.s],
        });
      if (structuredContent !== undefined) structured(turn, answer, structuredContent, content);
      declared(turn, answer, result);
    },
  },
});

const POINTER = '/result/structuredContent';

function structured(turn: Turn, { to }: Answer, value: unknown, content: unknown): void {
  const related = [to.s];
  if (turn.applies(OBJECT) && !isObject(value))
    turn.report(OBJECT, { pointer: POINTER, found: [quoted(value)], related });
  if (!turn.applies(MIRROR)) return;
  const texts = textsOf(content);
  // Parsing what is no JSON costs more than a look at how it begins.
  const begins = Array.isArray(value) ? '[' : isObject(value) ? '{' : '';
  if (texts.some((text) => text.trimStart().startsWith(begins) && sameValue(parsedJson(text), value))) return;
  if (texts.some(isRedacted) || hasRedacted(value)) return void turn.cannotJudge(MIRROR, 'redacted');
  turn.report(MIRROR, { pointer: Array.isArray(content) ? '/result/content' : '/result', related });
}

function textsOf(content: unknown): readonly string[] {
  const texts: string[] = [];
  for (const block of Array.isArray(content) ? (content as unknown[]) : [])
    if (isObject(block) && block['type'] === 'text' && typeof block['text'] === 'string') texts.push(block['text']);
  return texts;
}

function declared(turn: Turn, answer: Answer, { structuredContent: value, isError }: JsonObject): void {
  const listed = listedAs(turn.facts, 'tools', answer.to.params?.['name']);
  // What was listed after the call says nothing about it.
  if (!listed || listed.s >= answer.to.s) return;
  const { name, outputSchema: schema } = listed.item;
  const related = [listed.s, answer.to.s];
  if (schema === undefined || schema === null) {
    if (value !== undefined && turn.applies(WITHOUT))
      turn.report(WITHOUT, { pointer: POINTER, found: [quoted(name)], related });
    return;
  }
  if (isError === true) return;
  if (value === undefined) {
    if (turn.applies(MISSING)) turn.report(MISSING, { pointer: '/result', found: [quoted(name)], related });
    return;
  }
  turn.applies(MISSING);
  if (!turn.applies(STRUCTURED_MISMATCH)) return;
  const misfit = SCHEMAS.check(schema, value);
  if (misfit === undefined) return;
  if (misfit === 'unknown') return void turn.cannotJudge(STRUCTURED_MISMATCH, 'schema-unknown');
  if (hasRedacted(value)) return void turn.cannotJudge(STRUCTURED_MISMATCH, 'redacted');
  turn.report(STRUCTURED_MISMATCH, {
    pointer: POINTER + misfit.holder,
    found: [misfit.at || '/', misfit.keyword],
    related,
  });
}
