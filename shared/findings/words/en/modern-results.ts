export const MODERN_RESULTS = {
  'result-type-missing': {
    title: 'Set resultType in every result',
    found: '`resultType` is {0}.',
    why: 'Clients decide by this member whether the result is final, a task or a question. Without it they have to guess.',
    fix: 'Add `"resultType": "complete"` to every result that needs no further input.',
  },
  'result-type-unknown': {
    title: 'Use only a resultType that the client knows',
    found: '`resultType` is {0}, which no declared extension defines.',
    why: 'A client must treat an unknown type as an error, and the result is lost.',
    fix: 'Use `complete` or `input_required`; other values only if both sides declared the extension that defines them.',
  },
  'no-server-requests': {
    title: 'Send no requests from the server',
    found: 'The server sent a request: `{0}`.',
    why: 'In 2026-07-28 clients do not respond to requests. The server waits forever.',
    fix: 'Return `resultType: "input_required"` with the question in `inputRequests`. `ping` has no replacement.',
  },
  'no-client-responses': {
    title: 'Send no responses from the client',
    found: 'The client sent a response.',
    why: 'Servers of 2026-07-28 send no requests and drop or refuse responses.',
    fix: 'Put the answer into `inputResponses` and send the request again.',
  },
  'cache-ttl': {
    title: 'Give cacheable results a ttlMs of 0 or more',
    found: '`ttlMs` is {0}.',
    why: 'Clients do not know how long they may use the result: they fetch it again each time, or keep it too long.',
    fix: 'Set `ttlMs` to a non-negative integer of milliseconds; `0` means: do not keep.',
  },
  'cache-scope': {
    title: 'Set cacheScope to public or private',
    found: '`cacheScope` is {0}.',
    why: 'Shared caches must know whether the result may be given to other users.',
    fix: 'Set `"private"` for what depends on the user, `"public"` otherwise.',
  },
  'cache-scope-pages': {
    title: 'Keep cacheScope the same on all pages of a list',
    found: 'The previous page has `cacheScope` {0}, this one has {1}.',
    why: 'A cache would combine pages meant for different users into one list.',
    fix: 'Decide `cacheScope` for the list as a whole: if one page is private, all are.',
  },
  'cache-interim': {
    title: 'Leave caching hints out of input_required results',
    found: 'The result asks for input and has {0}.',
    why: 'A question belongs to one call. A cache that keeps it asks other users.',
    fix: 'Set `ttlMs` and `cacheScope` only when `resultType` is `complete`.',
  },
};
