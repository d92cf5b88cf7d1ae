import type { EventBody } from '#shared/recording';
import { client, failure, request, result, server } from './messages.ts';
import { type Example, examples, afterHandshake } from './script.ts';

const given = afterHandshake('2025-11-25', { client: { sampling: { tools: {} } } });
const user = (content: unknown): object => ({ role: 'user', content });
const ask = (more: object): EventBody =>
  server(
    request('q1', 'sampling/createMessage', {
      messages: [user({ type: 'text', text: 'Name three birds.' })],
      maxTokens: 40,
      ...more,
    }),
  );
const asked = (broken: object, kept: object): Example => ({ given, breaks: [ask(broken)], keeps: [ask(kept)] });
const TEXT = { type: 'text', text: 'Wren, lark, crane.' };
const USE = { type: 'tool_use', id: 't7', name: 'birds', input: {} };
const RESULT = { type: 'tool_result', toolUseId: 't7', content: [TEXT] };
const CALLED = [user({ type: 'text', text: 'Name birds.' }), { role: 'assistant', content: [USE] }];
const said = (content: unknown, more: object = {}): EventBody =>
  client(result('q1', { role: 'assistant', model: 'm', content, ...more }));

export const SAMPLING = examples([...given, ask({})], {
  'sampling-max-tokens': asked({ maxTokens: 40.5 }, { maxTokens: 40 }),
  'sampling-content-array': {
    given: [...afterHandshake('2025-03-26', { client: { sampling: {} } }), ask({})],
    breaks: [said([TEXT])],
    keeps: [said(TEXT)],
  },
  'sampling-tool-result-only': asked(
    { messages: [...CALLED, user([RESULT, TEXT])] },
    { messages: [...CALLED, user([RESULT]), user([TEXT])] },
  ),
  'sampling-tool-use-balance': asked({ messages: [...CALLED, user(TEXT)] }, { messages: [...CALLED, user([RESULT])] }),
  'sampling-priority-range': asked(
    { modelPreferences: { speedPriority: -1 } },
    { modelPreferences: { speedPriority: 1 } },
  ),
  'sampling-tool-choice': {
    given: [
      ...given,
      ask({ tools: [{ name: 'birds', inputSchema: { type: 'object' } }], toolChoice: { mode: 'required' } }),
    ],
    breaks: [said(TEXT)],
    keeps: [said(USE, { stopReason: 'toolUse' })],
  },
  'sampling-rejected-code': {
    breaks: [client(failure('q1', -32000, 'Denied by the user'))],
    keeps: [client(failure('q1', -1, 'Denied by the user'))],
  },
  'sampling-stop-reason': {
    breaks: [said(TEXT, { stopReason: 'toolUse' })],
    keeps: [said(TEXT, { stopReason: 'endTurn' })],
  },
});
