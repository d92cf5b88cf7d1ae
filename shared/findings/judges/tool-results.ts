/** Results of tools, and what the tool's output schema says to them (server/tools#tool-result, #output-schema). */
import { isObject, parsedJson, type JsonObject } from '#shared/jsonrpc';
import { DeclaredSchemas } from '#shared/mcp/schema';
import { RULES as CALL_RESULTS } from '../rules/call-results.ts';
import { RULES as TOOLS_EXTRA } from '../rules/tools-extra.ts';
import { hasRedacted, isRedacted, judge, quoted, sameValue, type Answer, type Turn } from '../judging.ts';
import { listedAs } from './listing.ts';
import { ownResult } from './outcomes.ts';

const {
  'tool-result-content-array': CONTENT,
  'tool-structured-object': OBJECT,
  'tool-structured-text-mirror': MIRROR,
  'tool-structured-missing': MISSING,
  'tool-structured-mismatch': MISMATCH,
} = CALL_RESULTS;
const { 'tool-structured-without-schema': WITHOUT } = TOOLS_EXTRA;
const RULES = [CONTENT, OBJECT, MIRROR, MISSING, MISMATCH, WITHOUT];
const SCHEMAS = new DeclaredSchemas();

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
  if (!turn.applies(MISMATCH)) return;
  const misfit = SCHEMAS.check(schema, value);
  if (misfit === undefined) return;
  if (misfit === 'unknown') return void turn.cannotJudge(MISMATCH, 'schema-unknown');
  if (hasRedacted(value)) return void turn.cannotJudge(MISMATCH, 'redacted');
  turn.report(MISMATCH, { pointer: POINTER + misfit.holder, found: [misfit.at || '/', misfit.keyword], related });
}
