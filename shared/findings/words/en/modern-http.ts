export const MODERN_HTTP = {
  'http-version-header': {
    title: 'Send MCP-Protocol-Version on every POST',
    found: 'The POST has no `MCP-Protocol-Version`.',
    why: 'Gateways and servers choose the rules by this header before they read the body. Without it the request is treated as one of an older protocol version.',
    fix: 'Send `MCP-Protocol-Version` with the version in `_meta`.',
  },
  'http-version-header-match': {
    title: 'Keep MCP-Protocol-Version equal to the version in _meta',
    found: 'The header is {0}, `_meta` says {1}.',
    why: 'The server has to refuse a request that says two versions.',
    fix: 'Set header and `_meta` from the same value.',
  },
  'http-method-header': {
    title: 'Repeat the method in Mcp-Method',
    found: '`Mcp-Method` is {0}, the method is {1}.',
    why: 'Gateways route and rate-limit by this header. The server has to refuse a request whose header differs.',
    fix: 'Set `Mcp-Method` to the exact `method` of the message, in the same case.',
  },
  'http-name-header': {
    title: 'Repeat name or uri in Mcp-Name',
    found: '`Mcp-Name` is {0}, the message says {1}.',
    why: 'Gateways allow and count tool calls by this header. The server has to refuse a request whose header differs.',
    fix: 'Set `Mcp-Name` to `params.name` (`tools/call`, `prompts/get`) or `params.uri` (`resources/read`).',
  },
  'http-header-encoding': {
    title: 'Wrap header values that are not plain ASCII',
    found: '`{0}` has the value {1}.',
    why: 'Other bytes are changed or cut off on the way, and the server then sees a mismatch.',
    fix: 'Leave visible ASCII as it is; write anything else as `=?base64?…?=` with base64 of its UTF-8 bytes.',
  },
  'http-param-header': {
    title: 'Repeat marked arguments in Mcp-Param headers',
    found: '`{0}` is {1}, the argument is {2}.',
    why: 'The tool marks this argument with `x-mcp-header`, because something before the server decides by it.',
    fix: 'Send `Mcp-Param-<name>` for each marked argument that has a value: strings as they are, numbers in decimal, `true` or `false`.',
  },
  'http-param-header-absent': {
    title: 'Leave out Mcp-Param headers of absent arguments',
    found: '`{0}` is {1}, but the argument has no value.',
    why: 'An empty header reads as an empty string, which is not the same as no value.',
    fix: 'Send the header only when the argument is there and not `null`.',
  },
  'http-header-mismatch-accepted': {
    title: 'Refuse headers that differ from the body with 400 and -32020',
    found: '`{1}` does not match the body; the response is {0}.',
    why: 'A harmless header with a different body gets past every check that reads only headers.',
    fix: 'Compare the headers with the body before the request is handled; respond with 400 and error code -32020 when they differ.',
  },
  'http-unknown-method-404': {
    title: 'Respond to an unknown method with 404 and -32601',
    found: 'The response to {0} is {1}.',
    why: 'Clients tell by 404 with -32601 that the method is not there. 404 alone looks like a wrong URL.',
    fix: 'Respond with status 404 and a JSON-RPC error with code -32601 as the body.',
  },
  'http-error-status-400': {
    title: 'Use status 400 for -32020, -32021, -32022 and missing _meta',
    found: 'Error {0} came with status {1}.',
    why: 'Gateways and clients see only the status. With 200 they count the call as accepted.',
    fix: 'Set status 400 before the error is written.',
  },
  'http-get-delete-modern': {
    title: 'Respond to GET and DELETE with 405',
    found: 'The response to {0} has status {1}.',
    why: 'From 2026-07-28 there is neither a GET stream nor a session. 405 tells older clients so at once.',
    fix: 'Respond to every method but POST with 405 and `Allow: POST`.',
  },
  'http-session-modern': {
    title: 'Leave out Mcp-Session-Id',
    found: '`Mcp-Session-Id` is {0}.',
    why: 'From 2026-07-28 there are no sessions: the header needlessly binds requests to one server process.',
    fix: {
      client: 'Send no `Mcp-Session-Id` with requests of this version.',
      server: 'Do not set `Mcp-Session-Id` on responses to requests of this version.',
    },
  },
  'http-resume-modern': {
    title: 'Do not use Last-Event-ID or event ids',
    found: 'The event id `{0}` was sent.',
    why: 'From 2026-07-28 streams cannot be resumed. Code that relies on it loses messages.',
    fix: {
      client: 'Send no `Last-Event-ID`; send the request again, with a new id, when its stream breaks.',
      server: 'Leave out the `id` field of SSE events.',
    },
  },
  'http-reissue-same-id': {
    title: 'Send a lost request again under a new id',
    found: '`{0}` was sent again with the id of the request whose stream broke.',
    why: 'A late response to the first attempt cannot be told from one to the second.',
    fix: 'Use a new `id` for every attempt.',
  },
  'http-x-accel-buffering': {
    title: 'Send X-Accel-Buffering: no with SSE',
    found: 'The SSE response has no `X-Accel-Buffering`.',
    why: 'Proxies such as nginx hold the stream back until it ends, and progress arrives too late.',
    fix: 'Set `X-Accel-Buffering: no` on every `text/event-stream` response.',
  },
};
