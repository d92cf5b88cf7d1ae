/** Questions and replies that travel in maps, by a state, by the call itself, or in a task. */
import { expect, test } from 'vitest';
import type { EventBody } from '#shared/recording';
import { client, complete, meta, request, result, server } from '../../../../shared/findings/examples/messages.ts';
import { discovered } from '../../../../shared/findings/examples/script.ts';
import { findingsOf } from './run.ts';

const given = discovered({ client: { elicitation: { form: {} }, roots: {}, sampling: {} }, server: { tools: {} } });
const call = (id: number, more: object = {}): EventBody =>
  client(request(id, 'tools/call', { name: 'plan', arguments: { day: 1 }, ...more, _meta: meta() }));
const questions = {
  who: {
    method: 'elicitation/create',
    params: { message: 'Who?', requestedSchema: { type: 'object', properties: { n: { type: 'integer' } } } },
  },
  where: { method: 'roots/list' },
  name: { method: 'sampling/createMessage', params: { messages: [] } },
};
const replies = {
  who: { action: 'accept', content: { n: 'one' } },
  where: { roots: [{ uri: '/srv' }] },
};
const found = (events: readonly EventBody[]): readonly string[] =>
  findingsOf([...given, ...events])
    .filter(({ rule }) => /^(?:elicit|roots|sampling)-/.test(rule))
    .map(({ rule, side, pointer = '' }) => `${side} ${rule} ${pointer}`);

const ASKED = 'server sampling-max-tokens /result/inputRequests/name/params';
const REPLIED = [
  'client elicit-content-valid /params/inputResponses/who/content/n',
  'client roots-file-uri /params/inputResponses/where/roots/0/uri',
];

test('by the state that came with the questions', () => {
  const asks = server(result(1, { resultType: 'input_required', inputRequests: questions, requestState: 's1' }));
  expect(found([call(1), asks, call(2, { inputResponses: replies, requestState: 's1' })])).toEqual([ASKED, ...REPLIED]);
  expect(found([call(1), asks, call(2, { inputResponses: replies, requestState: 's2' })])).toEqual([ASKED]);
});

test('by the call itself, where there is no state', () => {
  const asks = server(result(1, { resultType: 'input_required', inputRequests: questions }));
  expect(found([call(1), asks, call(2, { inputResponses: replies })])).toEqual([ASKED, ...REPLIED]);
});

test('by the task', () => {
  const asks = server(complete(1, { taskId: 't1', status: 'input_required', inputRequests: questions }));
  const get = client(request(1, 'tasks/get', { taskId: 't1', _meta: meta() }));
  const update = client(request(2, 'tasks/update', { taskId: 't1', inputResponses: replies, _meta: meta() }));
  expect(found([get, asks, update])).toEqual([ASKED, ...REPLIED]);
});
