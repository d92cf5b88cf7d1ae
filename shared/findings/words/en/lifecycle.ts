export const LIFECYCLE = {
  'init-first': {
    title: 'Open every connection with initialize',
    found: '`{0}` came before any `initialize`.',
    why: 'Before `initialize` neither side knows the protocol version and the capabilities of the other. Most servers refuse everything until then.',
    fix: 'Send `initialize` first, on each new process and each new HTTP session, also after a reconnect.',
  },
  'init-request-before-response': {
    title: 'Send only pings until initialize gets its response',
    found: '`{0}` was sent while `initialize` waits for its response.',
    why: 'The server may not be ready, and what it can do is not known yet. Many servers refuse such a request.',
    fix: 'Wait for the result of `initialize` (`await client.connect(…)`) before anything else.',
  },
  'init-server-request-early': {
    title: 'Hold server requests (except ping) until notifications/initialized',
    found: '`{0}` was sent before `notifications/initialized` came.',
    why: 'The client may not have its handlers in place yet, and drops or refuses the request.',
    fix: 'Send the first request from the handler of `notifications/initialized` (`oninitialized` in SDKs), not from that of `initialize`.',
  },
  'init-server-message-unprompted': {
    title: 'Stay silent until the client sends initialize',
    found: '`{0}` was sent before `initialize` came.',
    why: 'The client does not know yet what to expect. Clients in typed languages often end the connection.',
    fix: 'Begin watchers, timers and notifications only after the handshake.',
  },
  'init-initialized-missing': {
    title: 'Send notifications/initialized after a successful handshake',
    found: '`{0}` was sent, but no `notifications/initialized` before it.',
    why: 'Servers wait for it before they serve requests, or send requests of their own.',
    fix: 'Send `notifications/initialized`, without `id`, right after the result of `initialize`.',
  },
  'init-initialized-once': {
    title: 'Send notifications/initialized only once per handshake',
    found: '`notifications/initialized` came again.',
    why: 'Servers start their work on it; with a second one they may start it twice.',
    fix: 'Send it from one place, after the result of `initialize`.',
  },
  'init-initialized-early': {
    title: 'Wait for the initialize result before notifications/initialized',
    found: '`notifications/initialized` was sent without a successful result of `initialize` before it.',
    why: 'It says that the client has accepted the version and the capabilities, which it has not even seen.',
    fix: 'Send it only after a result came. When `initialize` failed, close the connection.',
  },
  'init-repeated': {
    title: 'Do not initialize an already initialized session',
    found: '`initialize` was sent in a session that has been initialized.',
    why: 'Servers need not support it. Some respond with an error, others lose the session state.',
    fix: 'Start a new process, or a new HTTP session without the header `Mcp-Session-Id`.',
  },
  'init-params-required': {
    title: 'Include protocolVersion, capabilities and clientInfo in initialize',
    found: 'In the parameters of `initialize`, `{0}` is {1}.',
    why: 'Servers check these members first. Without them the handshake fails, often with an error that does not say why.',
    fix: 'Send `protocolVersion` (string), `capabilities` (object, `{}` at least) and `clientInfo` with `name` and `version` (strings).',
  },
  'init-result-required': {
    title: 'Include protocolVersion, capabilities and serverInfo in the initialize result',
    found: 'In the result of `initialize`, `{0}` is {1}.',
    why: 'Clients check these members first. Typed SDKs refuse the result and the connection fails.',
    fix: 'Return `protocolVersion` (string), `capabilities` (object, `{}` at least) and `serverInfo` with `name` and `version` (strings).',
  },
  'init-version-unsupported-continue': {
    title: 'Disconnect when the version from the server is not supported',
    found: 'The server responded with version {0}, but the client continued with `{1}`.',
    why: 'It is unclear which rules the session follows, and errors show up far from their cause.',
    fix: 'Compare the version in the result with those that the client supports. Close the connection when it is none of them, and say why.',
  },
  'init-modern-version': {
    title: 'Do not negotiate 2026-07-28 through initialize',
    found: '`protocolVersion` is {0}, which has no handshake.',
    why: 'From 2026-07-28 on each request names its version itself. In a handshake it promises something that neither side can keep.',
    fix: {
      client:
        'Offer 2025-11-25 in `initialize`. For 2026-07-28 send `server/discover` first and send `_meta` with each request.',
      server:
        'Respond to `initialize` with 2025-11-25 or older. Serve 2026-07-28 only to requests that name it in `_meta`.',
    },
  },
  'init-cancelled': {
    title: 'Never cancel initialize',
    found: 'The cancelled request {0} is `initialize`.',
    why: 'Without `initialize` there is no session in which a cancellation could mean anything. Servers ignore it.',
    fix: 'Close the connection when `initialize` takes too long.',
  },
  'init-version-not-echoed': {
    title: 'Respond with the requested version when it is supported',
    found: 'The response names {0}; the client requested {1}, which the server has said it supports.',
    why: 'Both sides fall back to a different version than they could use, and features of the newer one are lost.',
    fix: 'When the requested version is supported, return exactly that one. Offer another only when it is not.',
  },
  'init-version-error-instead': {
    title: 'Counter-offer another version rather than failing initialize',
    found: '`initialize` failed, and the error names the supported versions {0}.',
    why: 'Clients expect a result with a version that the server supports. Most treat an error as final.',
    fix: 'Return a result with the latest version that the server supports; the client disconnects if it cannot use it.',
  },
  'init-version-unpublished': {
    title: 'Use a published protocol version',
    found: '`protocolVersion` is {0}.',
    why: 'The other side cannot know this version, and falls back to another or gives up.',
    fix: 'Use a published version: 2024-11-05, 2025-03-26, 2025-06-18 or 2025-11-25. It is not the version of the program.',
  },
  'lifecycle-shutdown-method': {
    title: 'Close the transport instead of sending a shutdown message',
    found: '{0} is not a protocol message.',
    why: 'Nobody has a handler for it. As a request it fails with -32601, and as a notification it is lost.',
    fix: 'Over stdio close stdin and wait for the process to end. Over HTTP send DELETE with the session ID, or simply stop.',
  },
  'request-timeout-cancel': {
    title: 'Cancel a request you stopped waiting for',
    found: '`{0}` was given up after {1} s and not cancelled.',
    why: 'The receiver keeps working for nobody, and its late response has no pending request.',
    fix: 'When a timeout expires, send `notifications/cancelled` with the id of the request. Over HTTP with 2026-07-28, close its stream.',
  },
};
