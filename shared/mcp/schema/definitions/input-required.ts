/** Questions of the server within a request of the client (2026-07-28, basic/patterns/mrtr). */
import type { Span } from '../history.ts';
import { result, theme } from '../message.ts';
import { define, literal, optional, record, ref, required, string, union, type Fields } from '../shape.ts';

const SPAN: Span = { since: '2026-07-28' };

/** What a repeated request adds to its parameters. */
export const INPUT_RESPONSES: Fields = {
  inputResponses: optional(ref('InputResponses'), 'Answers to inputRequests, under the same names.', SPAN),
  requestState: optional(string(), 'requestState of the result, unchanged.', SPAN),
};

export const inputRequired = theme({
  InputRequest: define(
    'One question of the server.',
    union(ref('ElicitRequest'), ref('CreateMessageRequest'), ref('ListRootsRequest')),
    SPAN,
  ),
  InputRequests: define('Questions of the server, by name.', record(ref('InputRequest')), SPAN),
  InputResponse: define(
    'Answer to one question of the server.',
    union(ref('ElicitResult'), ref('CreateMessageResult'), ref('ListRootsResult')),
    SPAN,
  ),
  InputResponses: define(
    'Answers to the server, under the names of its questions.',
    record(ref('InputResponse')),
    SPAN,
  ),
  InputRequiredResult: result(
    'The server needs answers first: send the request again with them.',
    {
      resultType: required(literal('input_required'), 'Says that the server needs answers first.'),
      inputRequests: optional(ref('InputRequests'), 'What the server asks, by name.'),
      requestState: optional(string(), 'To be sent back unchanged.'),
    },
    SPAN,
  ),
});
