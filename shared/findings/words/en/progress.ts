export const PROGRESS = {
  'progress-token-type': {
    title: 'Use a string or an integer as progress token',
    found: '`progressToken` is {0}.',
    why: 'Receivers use the token as a key. Other types are refused or never match.',
    fix: 'Use a counter or a random string as token.',
  },
  'progress-token-unique': {
    title: 'Give each active request its own progress token',
    found: 'Token {0} still belongs to another request (`{1}`).',
    why: 'Progress of both requests is shown on one of them.',
    fix: 'Generate a new token for each request; the request id will do.',
  },
  'progress-token-unknown': {
    title: 'Report progress only for tokens that were given',
    found: 'The other side sent no request with progress token {0}.',
    why: 'The notification cannot be assigned to a request and is dropped.',
    fix: 'Copy `params._meta.progressToken` of the request unchanged, with its JSON type. Send no progress where it is missing.',
  },
  'progress-after-completion': {
    title: 'Stop progress once the response is sent',
    found: 'The request with token {0} (`{1}`) already had its response.',
    why: 'The receiver has forgotten the token, or shows a finished request as running.',
    fix: 'Wait until queued progress is written before you send the response; stop timers that report it.',
  },
  'progress-increasing': {
    title: 'Increase progress with every notification',
    found: '`progress` was {0} and is now {1}.',
    why: 'Progress bars jump back, and receivers that extend their timeout on progress may give up.',
    fix: 'Count up. Send nothing as long as the value has not grown.',
  },
  'progress-from-client': {
    title: 'Send no progress from the client',
    found: 'The client sent `notifications/progress`.',
    why: 'In 2026-07-28 servers send no requests, so there is nothing whose progress a client could report.',
    fix: 'Remove it from the client.',
  },
  'progress-over-total': {
    title: 'Keep progress at or below total',
    found: 'Progress is {0}, total is {1}.',
    why: 'Progress bars show more than 100%.',
    fix: 'Raise `total` before `progress` passes it, or leave `total` out when it is not known.',
  },
  'progress-flood': {
    title: 'Limit how often progress is sent',
    found: 'More than {1} notifications for token {0} came within one second.',
    why: 'They slow down both sides and the messages behind them.',
    fix: 'Send progress a few times a second at most.',
  },
};
