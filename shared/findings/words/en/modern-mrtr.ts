export const MODERN_MRTR = {
  'mrtr-unsupported-method': {
    title: 'Ask for input only in tools/call, prompts/get and resources/read',
    found: 'The result of `{0}` asks for input.',
    why: 'Clients expect `input_required` for these three methods only. For others they take it for a broken result.',
    fix: 'Complete every other request without input, or respond with an error.',
  },
  'mrtr-empty': {
    title: 'State in input_required what is needed',
    found: 'The result has neither `inputRequests` nor `requestState`.',
    why: 'The client has nothing to answer and nothing to send back. Resending the same request only loops.',
    fix: 'Add `inputRequests`, or `requestState` where the client should only try again.',
  },
  'mrtr-request-kind': {
    title: 'Write input requests as valid elicitation, sampling or roots requests',
    found: 'Entry {0} with method {1} is not a valid input request.',
    why: 'Clients can only respond to elicitation, sampling and roots requests. The whole call fails on an entry that they cannot read.',
    fix: 'Use `elicitation/create`, `sampling/createMessage` or `roots/list`, with the `params` that the method requires.',
  },
  'mrtr-undeclared-capability': {
    title: 'Ask only for input that the request declared',
    found: 'Entry {0} needs `{1}`, which `clientCapabilities` of this request lacks.',
    why: 'The client cannot give such an answer, and the call never completes.',
    fix: 'Read `clientCapabilities` of the request before you ask. If the input is needed, respond with error `-32021`.',
  },
  'mrtr-retry-id': {
    title: 'Send a retry under a new request id',
    found: 'The retry has id {0}, the same as the request before it.',
    why: 'A retry is a separate request. With the old id, logs and proxies take it for a copy that needs no response.',
    fix: 'Take the next id from your counter for every retry.',
  },
  'mrtr-state-echo': {
    title: 'Send requestState back unchanged',
    found: 'The server gave `requestState` {0}; in the retry it is {1}.',
    why: 'The server keeps what it has done so far in this value. Without it, the call starts over or fails.',
    fix: 'Copy `requestState` of the result into `params` of the retry, without reading or changing it.',
  },
  'mrtr-state-invented': {
    title: 'Send requestState only if the server gave one',
    found: '`requestState` is {0}; the server gave none for this call.',
    why: 'Servers verify this value and refuse one that they did not make.',
    fix: 'Leave `requestState` out unless the last `input_required` result of this call had it.',
  },
  'mrtr-responses-complete': {
    title: 'Answer every key of inputRequests',
    found: '`inputResponses` lacks {0}.',
    why: 'The server has to ask again, which costs a round trip and may show the same question twice.',
    fix: 'Collect the answers to all keys before the retry. A declined question needs an entry, too: `{ "action": "decline" }`.',
  },
  'mrtr-response-shape': {
    title: 'Send bare results in inputResponses',
    found: 'The answer under {0} is not a valid result of `{1}`.',
    why: 'Servers read the entry as the result itself. A JSON-RPC envelope around it hides the answer.',
    fix: 'Put the result object directly under its key, such as `{ "action": "accept", "content": {…} }`, without `jsonrpc`, `id` or `result` around it.',
  },
  'mrtr-cross-request': {
    title: 'Use requestState only for the call that it was given to',
    found: 'This `requestState` belongs to `{0}` {1}; the method, name or arguments differ here.',
    why: 'The value belongs to one call. In another it leads to wrong results, or lets steps be skipped.',
    fix: 'Keep the value with the pending call; send it only with the same method, name and arguments.',
  },
  'mrtr-missing-input-error': {
    title: 'Ask again when input is missing',
    found: 'Input {0} was missing, and the server responded with an error.',
    why: 'A client may be unable to answer everything at once. An error ends the call; a new question does not.',
    fix: 'Return `input_required` again with the keys that are still missing.',
  },
  'mrtr-request-envelope': {
    title: 'Leave jsonrpc and id out of inputRequests',
    found: 'Entry {0} has {1}.',
    why: 'The key of the map takes the place of the id. An id suggests a response that is never sent.',
    fix: 'Write each entry as `{ "method": …, "params": … }`.',
  },
};
