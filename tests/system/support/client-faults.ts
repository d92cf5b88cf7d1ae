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
const greet = { name: 'greet', arguments: { name: 'Ada' } };
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
