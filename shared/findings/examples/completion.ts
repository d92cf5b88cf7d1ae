import type { EventBody } from '#shared/recording';
import { client, failure, request, result, server } from './messages.ts';
import { examples, afterHandshake } from './script.ts';

const given = afterHandshake('2025-11-25', { server: { completions: {}, prompts: {} } });
const REF = { type: 'ref/prompt', name: 'review' };
const argument = { name: 'language', value: 'p' };

const asked = (more: object): EventBody =>
  client(request('k1', 'completion/complete', { ref: REF, argument, ...more }));
const completed = (completion: object): readonly EventBody[] => [asked({}), server(result('k1', { completion }))];
const refused = (code: number): readonly EventBody[] => [
  asked({ ref: { ...REF, name: 'rewiev' } }),
  server(failure('k1', code, 'no such prompt')),
];

export const COMPLETION = examples(given, {
  'completion-max-values': {
    breaks: completed({ values: new Array<string>(101).fill('php') }),
    keeps: completed({ values: new Array<string>(100).fill('php'), total: 120, hasMore: true }),
  },
  'completion-ref-type': {
    breaks: [asked({ ref: { type: 'ref/tool', name: 'review' } })],
    keeps: [asked({ ref: { type: 'ref/resource', uri: 'repo://{file}' } })],
  },
  'completion-context-strings': {
    breaks: [asked({ context: { arguments: { strict: true } } })],
    keeps: [asked({ context: { arguments: { strict: 'true' } } })],
  },
  'completion-totals': {
    breaks: completed({ values: ['perl', 'php'], total: 5, hasMore: false }),
    keeps: completed({ values: ['perl', 'php'], total: 5, hasMore: true }),
  },
  'completion-unknown-ref-code': {
    given: [...given, client(request('l1', 'prompts/list')), server(result('l1', { prompts: [{ name: 'review' }] }))],
    breaks: refused(-32002),
    keeps: refused(-32602),
  },
  'completion-context-version': {
    given: afterHandshake('2024-11-05', { server: { prompts: {} } }),
    breaks: [asked({ context: {} })],
    keeps: [asked({})],
  },
});
