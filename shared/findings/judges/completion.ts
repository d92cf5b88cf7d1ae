/** Completion of arguments (server/utilities/completion). */
import { isObject } from '#shared/jsonrpc';
import { RULES as COMPLETION } from '../rules/completion.ts';
import { judge, pointerTo, quoted } from '../judging.ts';
import { isUnlisted } from './listing.ts';
import { errorCode, isEarlier, ownResult } from './outcomes.ts';

const {
  'completion-ref-type': REF,
  'completion-context-strings': STRINGS,
  'completion-context-version': CONTEXT,
  'completion-max-values': MOST,
  'completion-totals': TOTALS,
  'completion-unknown-ref-code': UNKNOWN,
} = COMPLETION;

export const COMPLETIONS = judge({
  rules: [REF, STRINGS, CONTEXT, MOST, TOTALS, UNKNOWN],
  requests: {
    'completion/complete'(turn, { params }) {
      if (!isObject(params)) return;
      const { ref, context } = params;
      if (turn.applies(REF) && !isReference(ref)) {
        const type = isObject(ref) ? ref['type'] : undefined;
        const place = type === undefined || hasType(type) ? '/params/ref' : '/params/ref/type';
        turn.report(REF, { pointer: ref === undefined ? '/params' : place, found: [quoted(ref)] });
      }
      if (context === undefined) return;
      if (turn.applies(CONTEXT)) turn.report(CONTEXT, { pointer: '/params/context' });
      const given = isObject(context) ? context['arguments'] : undefined;
      if (!isObject(given) || !turn.applies(STRINGS)) return;
      for (const [name, value] of Object.entries(given))
        if (typeof value !== 'string')
          turn.report(STRINGS, {
            pointer: pointerTo('params', 'context', 'arguments', name),
            found: [quoted(name), quoted(value)],
          });
    },
  },
  answers: {
    'completion/complete'(turn, answer) {
      const { to } = answer;
      const ref = to.params?.['ref'];
      const name = isObject(ref) && ref['type'] === 'ref/prompt' ? ref['name'] : undefined;
      const code = errorCode(answer);
      if (typeof name === 'string' && code !== undefined && isUnlisted(turn.facts, 'prompts', name, to.s))
        // What a server does not do at all says nothing about the name.
        if (turn.applies(UNKNOWN) && code !== -32602 && code !== -32601 && !isEarlier(answer))
          turn.report(UNKNOWN, { pointer: '/error/code', found: [quoted(name), code], related: [to.s] });
      const completion = ownResult(turn, answer, [MOST, TOTALS])?.['completion'];
      if (!isObject(completion) || !Array.isArray(completion['values'])) return;
      const { total, hasMore } = completion;
      const count = completion['values'].length;
      if (turn.applies(MOST) && count > 100)
        turn.report(MOST, { pointer: '/result/completion/values', found: [count], related: [to.s] });
      if (!turn.applies(TOTALS) || typeof total !== 'number') return;
      const wrong = total < count || (hasMore === false && total > count) || (hasMore === true && total === count);
      if (wrong)
        turn.report(TOTALS, {
          pointer: '/result/completion/total',
          found: [total, quoted(hasMore), count],
          related: [to.s],
        });
    },
  },
});

const hasType = (type: unknown): boolean => type === 'ref/prompt' || type === 'ref/resource';

function isReference(ref: unknown): boolean {
  if (!isObject(ref) || !hasType(ref['type'])) return false;
  return typeof ref[ref['type'] === 'ref/prompt' ? 'name' : 'uri'] === 'string';
}
