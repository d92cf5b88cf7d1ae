export const MODERN_REQUEST_META = {
  'req-meta-version': {
    title: 'Name the protocol version in _meta of every request',
    found: '`io.modelcontextprotocol/protocolVersion` is {0}.',
    why: 'Without a handshake, each request has to say which version it uses. Servers refuse one that does not.',
    fix: 'Add `"io.modelcontextprotocol/protocolVersion": "2026-07-28"` to `params._meta` in one place for all requests.',
  },
  'req-meta-capabilities': {
    title: 'Declare client capabilities in _meta of every request',
    found: '`io.modelcontextprotocol/clientCapabilities` is {0}.',
    why: 'Servers remember nothing between requests. Without the declaration they refuse the request.',
    fix: 'Add `"io.modelcontextprotocol/clientCapabilities": {}` to `params._meta`, with what the client can do. An empty object is valid.',
  },
  'req-meta-client-info': {
    title: 'Name the client in _meta of every request',
    found: '`io.modelcontextprotocol/clientInfo` is {0}.',
    why: 'Operators of servers cannot tell which client causes load or errors.',
    fix: 'Add `"io.modelcontextprotocol/clientInfo": { "name": …, "version": … }` to `params._meta`.',
  },
  'req-meta-missing-accepted': {
    title: 'Refuse requests that lack required _meta members',
    found: 'The request lacks `{0}`, and the response is {1}.',
    why: 'A client that works by luck with this server fails with every other one.',
    fix: 'Check `_meta` before the method is called; respond with error `-32602`, over HTTP with status 400.',
  },
  'req-meta-client-info-demanded': {
    title: 'Serve requests without clientInfo',
    found: 'A request without `clientInfo` was refused with {0}: {1}.',
    why: '`clientInfo` is optional. Correct clients that leave it out cannot use the server.',
    fix: 'Require only `protocolVersion` and `clientCapabilities`.',
  },
  'req-undeclared-capability-use': {
    title: 'Respond with -32021 when a client capability is missing',
    found: 'The request failed for lack of a capability, with code {0}: {1}.',
    why: '`-32021` tells a client that it may declare the capability and try again. Other codes look like a failure of the server.',
    fix: 'Return error `-32021` with `data.requiredCapabilities`.',
  },
  'err-32021-data': {
    title: 'List missing capabilities as an object in error -32021',
    found: 'Wrong or missing in the error: {0}.',
    why: 'Clients merge this object into their capabilities for a retry. An array or a string cannot be merged.',
    fix: 'Write `"data": { "requiredCapabilities": { "sampling": {} } }` and respond with HTTP status 400.',
  },
  'err-32022-data': {
    title: 'List supported and requested versions in error -32022',
    found: 'Wrong or missing in the error: {0}.',
    why: 'Without the list the client cannot choose a version that works.',
    fix: 'Write `"data": { "supported": ["2026-07-28"], "requested": … }` with the version of the request, and HTTP status 400.',
  },
  'unsupported-version-served': {
    title: 'Refuse versions that the server does not list',
    found: 'Version {0} is not among {1}, and the response was {2}.',
    why: 'The client reads the result by the rules of a version that the server does not know.',
    fix: 'First compare the version in `_meta` with your list; respond with error `-32022` when it is not there.',
  },
  'version-retry-choice': {
    title: 'Retry with a version that the server supports',
    found: 'After the refusal the client used {0}; the server supports {1}.',
    why: 'Such a retry fails again, or gives up features that both sides have.',
    fix: 'Take the newest version of `data.supported` that the client supports. Use `initialize` only if there is none.',
  },
  'res-meta-server-info': {
    title: 'Name the server in _meta of results',
    found: 'The result has no `io.modelcontextprotocol/serverInfo`.',
    why: 'There is no handshake in which the server says its name. Logs and bug reports lack it.',
    fix: 'Add `"io.modelcontextprotocol/serverInfo": { "name": …, "version": … }` to `_meta` of every result.',
  },
  'modern-init-error-names-versions': {
    title: 'Name the supported versions when initialize is refused',
    found: 'The refusal of `initialize` names no version: {0}.',
    why: 'An older client can only show this error. Without a version its user does not know what to update.',
    fix: 'Write the versions into the message: "This server supports only 2026-07-28".',
  },
};
