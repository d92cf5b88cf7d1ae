import type { MODERN_DISCOVER } from '../../catalogue/modern-discover.ts';
import type { CategoryWords } from '../types.ts';

export const MODERN_DISCOVER_WORDS: CategoryWords<keyof typeof MODERN_DISCOVER> = {
  'discover-implemented': {
    title: 'Implement server/discover',
    found: '`server/discover` was refused with {0} by a server that serves other requests of 2026-07-28.',
    why: 'Clients take the refusal for an older server and try a handshake, which then fails too.',
    mend: 'Answer `server/discover` with `supportedVersions` and `capabilities`.',
  },
  'discover-result': {
    title: 'Return supportedVersions and capabilities from server/discover',
    found: '{0} is {1}.',
    why: 'Without both, clients neither know which version to use nor what they may ask for.',
    mend: 'Return `supportedVersions` as an array of strings and `capabilities` as an object, `{}` if there are none.',
  },
  'discover-modern-error-fallback': {
    title: 'Do not fall back to initialize after an error of 2026-07-28',
    found: 'Error {0}, which only newer servers send, was followed by `initialize`.',
    why: 'The server knows 2026-07-28 and has said what is wrong. A handshake hides it, or is refused.',
    mend: 'Fix what the error names (header, capability, version) and send the request again.',
  },
  'discover-lists-current': {
    title: 'List the version of the request in supportedVersions',
    found: 'The request has version {0}; `supportedVersions` is {1}.',
    why: 'The server answers in a version that it says it does not support. Clients then leave it for another.',
    mend: 'Build `supportedVersions` from the same list that decides which requests are served.',
  },
  'discover-probe-fallback': {
    title: 'Try the handshake after any error that is not of 2026-07-28',
    found: 'The probe was refused with {0}, and no `initialize` followed.',
    why: 'Older servers answer an unknown method with many codes. A client that knows only one of them cannot use the others.',
    mend: 'Send `initialize` after every error but `-32020`, `-32021` and `-32022`, and when no response comes.',
  },
};
