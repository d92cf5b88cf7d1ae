/** Completion of arguments (server/utilities/completion). */
import { isObject } from '#shared/jsonrpc';
import { COMPLETION } from '../catalogue/completion.ts';
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
      if (turn.tries(REF) && !isReference(ref)) {
        const type = isObject(ref) ? ref['type'] : undefined;
        const place = type === undefined || hasType(type) ? '/params/ref' : '/params/ref/type';
        turn.broke(REF, { pointer: ref === undefined ? '/params' : place, found: [quoted(ref)] });
      }
      if (context === undefined) return;
      if (turn.tries(CONTEXT)) turn.broke(CONTEXT, { pointer: '/params/context' });
      const given = isObject(context) ? context['arguments'] : undefined;
      if (!isObject(given) || !turn.tries(STRINGS)) return;
      for (const [name, value] of Object.entries(given))
        if (typeof value !== 'string')
          turn.broke(STRINGS, {
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
      if (typeof name === 'string' && code !== undefined && isUnlisted(turn.scene, 'prompts', name, to.s))
        // What a server does not do at all says nothing about the name.
        if (turn.tries(UNKNOWN) && code !== -32602 && code !== -32601 && !isEarlier(answer))
          turn.broke(UNKNOWN, { pointer: '/error/code', found: [quoted(name), code], rests: [to.s] });
      const completion = ownResult(turn, answer, [MOST, TOTALS])?.['completion'];
      if (!isObject(completion) || !Array.isArray(completion['values'])) return;
      const { total, hasMore } = completion;
      const count = completion['values'].length;
      if (turn.tries(MOST) && count > 100)
        turn.broke(MOST, { pointer: '/result/completion/values', found: [count], rests: [to.s] });
      if (!turn.tries(TOTALS) || typeof total !== 'number') return;
      const wrong = total < count || (hasMore === false && total > count) || (hasMore === true && total === count);
      if (wrong)
        turn.broke(TOTALS, {
          pointer: '/result/completion/total',
          found: [total, quoted(hasMore), count],
          rests: [to.s],
        });
    },
  },
});

const hasType = (type: unknown): boolean => type === 'ref/prompt' || type === 'ref/resource';

function isReference(ref: unknown): boolean {
  if (!isObject(ref) || !hasType(ref['type'])) return false;
  return typeof ref[ref['type'] === 'ref/prompt' ? 'name' : 'uri'] === 'string';
}
