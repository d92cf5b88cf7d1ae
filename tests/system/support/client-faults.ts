/** What a client can send that is wrong: by the revision in force, the text as it is typed, and the rules that it breaks. */
export interface ClientFault {
  readonly name: string;
  readonly revision: '2025-11-25' | '2026-07-28';
  readonly text: string;
  readonly rules: readonly string[];
}

const OLD = '2025-11-25';
const NEW = '2026-07-28';
const message = (content: object): string => JSON.stringify({ jsonrpc: '2.0', ...content });
const meta = {
  'io.modelcontextprotocol/protocolVersion': NEW,
  'io.modelcontextprotocol/clientInfo': { name: 'typed', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};
const LOG_LEVEL = 'io.modelcontextprotocol/logLevel';
const greet = { name: 'greet', arguments: { name: 'Ada' } };
const call = (more: object): object => ({ id: 90, method: 'tools/call', params: { ...greet, ...more } });
const hello = { type: 'ref/prompt', name: 'hello' };
const completes = (ref: object, more: object = {}): object => ({
  ...{ id: 90, method: 'completion/complete', params: { ref, argument: { name: 'who', value: '' }, ...more } },
});
const five = { name: 'hello', arguments: { who: 5 } };
const progresses = { method: 'notifications/progress', params: { progressToken: 'a', progress: 1 } };
const fault = (
  name: string,
  revision: ClientFault['revision'],
  content: object | string,
  ...rules: readonly string[]
): ClientFault => ({ name, revision, text: typeof content === 'string' ? content : message(content), rules });

export const CLIENT_FAULTS: readonly ClientFault[] = [
  fault('version 1.0', OLD, '{"jsonrpc":"1.0","id":90,"method":"ping"}', 'rpc-version-field'),
  fault('id null', OLD, { id: null, method: 'ping' }, 'rpc-request-id-null'),
  fault('id 1.5', OLD, { id: 1.5, method: 'ping' }, 'rpc-request-id-type'),
  fault('id again', OLD, { id: 1, method: 'ping' }, 'rpc-request-id-reused'),
  fault('params as a list', OLD, { id: 90, method: 'tools/list', params: [] }, 'rpc-params-object'),
  fault('batch', OLD, '[{"jsonrpc":"2.0","id":90,"method":"ping"}]', 'rpc-batch-unsupported'),
  fault('initialized twice', OLD, { method: 'notifications/initialized' }, 'init-initialized-once'),
  fault('tasks undeclared', OLD, { id: 90, method: 'tasks/list' }, 'task-op-undeclared'),
  fault('level', OLD, { id: 90, method: 'logging/setLevel', params: { level: 'loud' } }, 'logging-setlevel-value'),
  fault('cancels nothing', OLD, { method: 'notifications/cancelled', params: { requestId: 99 } }, 'cancel-unknown-id'),
  fault('answers nothing', OLD, { id: 'nobody', result: {} }, 'rpc-response-id-unknown'),
  fault('no such tool', OLD, { id: 90, method: 'tools/call', params: { name: 'none' } }, 'tool-call-unlisted'),
  fault(
    'arguments missing',
    OLD,
    { id: 90, method: 'tools/call', params: { name: 'greet' } },
    'tool-call-args-mismatch',
  ),
  fault('the other direction', OLD, { id: 90, method: 'roots/list' }, 'method-wrong-direction'),
  fault('no JSON', OLD, '{"jsonrpc":"2.0","id":90,"method":', 'rpc-top-level-object'),
  fault('a result for nobody', OLD, { result: {} }, 'rpc-response-id-unknown'),
  fault('arguments as text', OLD, call({ arguments: '{"name":"Ada"}' }), 'tool-arguments-object'),
  fault('_meta as text', OLD, call({ _meta: 'x' }), 'meta-object'),
  fault('a token of 1.5', OLD, call({ _meta: { progressToken: 1.5 } }), 'progress-token-type'),
  fault('a name left out', OLD, { id: 90, method: 'tools/call', params: { arguments: {} } }, 'method-params-schema'),
  fault('no such kind', OLD, completes({ type: 'ref/tool', name: 'greet' }), 'completion-ref-type'),
  fault(
    'context of numbers',
    OLD,
    completes(hello, { context: { arguments: { a: 5 } } }),
    'completion-context-strings',
  ),
  fault('arguments of numbers', OLD, { id: 90, method: 'prompts/get', params: five }, 'prompt-argument-strings'),
  fault('shutdown', OLD, { id: 90, method: 'shutdown' }, 'lifecycle-shutdown-method'),
  fault('progress of nothing', OLD, progresses, 'progress-token-unknown'),
  fault('log level', NEW, call({ _meta: { ...meta, [LOG_LEVEL]: 'loud' } }), 'method-params-schema'),
  fault('a method of its own', OLD, { id: 90, method: 'tools/remove' }, 'method-unknown'),
  fault('without _meta', NEW, { id: 90, method: 'tools/call', params: greet }, 'req-meta-version'),
  fault('handshake', NEW, { id: 90, method: 'ping', params: { _meta: meta } }, 'method-not-in-version'),
  fault(
    'subscribe',
    NEW,
    { id: 90, method: 'resources/subscribe', params: { uri: 'note:///one', _meta: meta } },
    'method-not-in-version',
  ),
  fault(
    'arguments missing, modern',
    NEW,
    { id: 90, method: 'tools/call', params: { name: 'greet', _meta: meta } },
    'tool-call-args-mismatch',
  ),
];
