/** Roots that a client exposes (client/roots). */
import { isObject } from '#shared/jsonrpc';
import { RULES as ROOTS } from '../rules/roots.ts';
import { emptyTables, isRedacted, jsonText, judge, quoted, RENEWED, sameValue } from '../judging.ts';
import type { AskJudge } from './asks.ts';
import { objectsAt } from './content.ts';
import { ownResult } from './outcomes.ts';

const { 'roots-file-uri': FILE_URI, 'roots-change-announced': ANNOUNCED } = ROOTS;

export const ROOT_URIS: AskJudge = {
  rules: [FILE_URI],
  replies: {
    'roots/list'(turn, { ask, result, at }) {
      for (const { value, at: place } of objectsAt(result?.['roots'], `${at}/roots`)) {
        const { uri } = value;
        if (typeof uri !== 'string' || !turn.applies(FILE_URI) || uri.startsWith('file://')) continue;
        if (isRedacted(uri)) turn.cannotJudge(FILE_URI, 'redacted');
        else turn.report(FILE_URI, { pointer: `${place}/uri`, found: [quoted(uri)], related: [ask.s] });
      }
    },
  },
};

export const ROOT_CHANGES = judge({
  rules: [ANNOUNCED],
  init: () => ({
    /** The last answer with roots. */
    last: new Map<'roots', { readonly asked: number; readonly s: number; readonly roots: readonly string[] }>(),
    /** Event that announced a change last. */
    changed: new Map<'s', number>(),
  }),
  ...RENEWED,
  requests: { initialize: (_turn, _request, state) => emptyTables(state) },
  notifications: {
    'notifications/roots/list_changed': ({ s, dir }, _item, { changed }) => {
      if (dir === 'c2s') changed.set('s', s);
    },
  },
  answers: {
    'roots/list'(turn, answer, { last, changed }) {
      const result = ownResult(turn, answer, [ANNOUNCED]);
      if (turn.dir !== 'c2s' || !result || !Array.isArray(result['roots'])) return;
      const roots = objectsAt(result['roots'], '')
        .map(({ value }) => jsonText([value['uri'], value['name']]))
        .sort();
      const before = last.get('roots');
      last.set('roots', { asked: answer.to.s, s: turn.s, roots });
      const declared = turn.facts.client?.['roots'];
      if (!before || !isObject(declared) || declared['listChanged'] !== true || !turn.applies(ANNOUNCED)) return;
      // A change that was announced while the client still put the first list together counts, too.
      if ((changed.get('s') ?? -1) > before.asked || sameValue(before.roots, roots)) return;
      if (turn.facts.gaps) return void turn.cannotJudge(ANNOUNCED, 'events-missing');
      turn.report(ANNOUNCED, {
        pointer: '/result/roots',
        found: [before.roots.length, roots.length],
        related: [before.s, answer.to.s],
      });
    },
  },
});
