export const MODERN_DISCOVER = {
  'discover-implemented': {
    title: 'Implement server/discover',
    found: '`server/discover` was refused with {0} by a server that serves other requests of 2026-07-28.',
    why: 'Clients conclude that the server is older and try a handshake, which then fails too.',
    fix: 'Respond to `server/discover` with `supportedVersions` and `capabilities`.',
  },
  'discover-result': {
    title: 'Return supportedVersions and capabilities from server/discover',
    found: '{0} is {1}.',
    why: 'Without both, clients know neither which version to use nor what they may request.',
    fix: 'Return `supportedVersions` as an array of strings and `capabilities` as an object, `{}` if there are none.',
  },
  'discover-modern-error-fallback': {
    title: 'Do not fall back to initialize after an error of 2026-07-28',
    found: 'Error {0}, which only newer servers send, was followed by `initialize`.',
    why: 'The server knows 2026-07-28 and has said what is wrong. A handshake hides it, or is refused.',
    fix: 'Fix what the error names (header, capability, version) and send the request again.',
  },
  'discover-modern-initialize': {
    title: 'Do not send initialize to a server that names only versions without a handshake',
    found: '`initialize` was sent although `supportedVersions` of `server/discover` is {0}.',
    why: 'These versions have no handshake: the server refuses `initialize`, and the client reports it as broken or too old.',
    fix: 'After a successful `server/discover`, take a version from `supportedVersions` and send requests with it in `_meta`, without `initialize`. A client that has none of them says so and stops.',
  },
  'discover-lists-current': {
    title: 'List the version of the request in supportedVersions',
    found: 'The request has version {0}; `supportedVersions` is {1}.',
    why: 'The server responds in a version that it does not list as supported. Clients then switch to another version.',
    fix: 'Build `supportedVersions` from the same list that decides which requests are served.',
  },
  'discover-probe-fallback': {
    title: 'Try the handshake after any error not specific to 2026-07-28',
    found: 'The probe was refused with {0}, and no `initialize` followed.',
    why: 'Older servers refuse unknown methods with various codes. A client that knows only one code cannot use the other servers.',
    fix: 'Send `initialize` after every error but `-32020`, `-32021` and `-32022`, and when no response comes.',
  },
};
