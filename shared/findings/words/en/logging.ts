export const LOGGING = {
  'logging-setlevel-value': {
    title: 'Set a log level from RFC 5424',
    found: '`level` is {0}.',
    why: 'Servers refuse other names, or keep the previous level.',
    fix: 'Use `debug`, `info`, `notice`, `warning`, `error`, `critical`, `alert` or `emergency`: `warning`, not `warn`.',
  },
  'logging-setlevel-invalid-code': {
    title: 'Refuse unknown log levels with error -32602',
    found: 'The level {0} does not exist, but the response is: {1}.',
    why: 'The client believes that the level is set, but gets other messages than it expects.',
    fix: 'Compare `level` with the eight names and return error `-32602` for any other.',
  },
  'logging-message-level': {
    title: 'Use a log level from RFC 5424',
    found: '`level` of the log message is {0}.',
    why: 'Clients filter by level, and typed ones reject the whole message.',
    fix: 'Translate the levels of your logger: `warn` to `warning`, `trace` to `debug`, `fatal` to `critical`.',
  },
  'logging-message-data': {
    title: 'Put the logged content into data',
    found: 'The log message has no `data`; it has: {0}.',
    why: 'Clients show `data` and nothing else: the log line is empty, or the message is rejected.',
    fix: 'Send `{"level": …, "logger": …, "data": …}`; `data` may be a string or any other JSON value.',
  },
  'logging-below-level': {
    title: 'Send no log messages below the requested level',
    found: 'The message has the level {0}, but the lowest requested level is {1}.',
    why: 'The client asked for fewer messages. Unwanted ones bury what it looks for.',
    fix: 'Compare the order of both levels among the eight before you send.',
  },
  'logging-no-opt-in': {
    title: 'Send log messages only for requests that ask for them',
    found: 'A message of level {0} came, but no pending request asked for it with `io.modelcontextprotocol/logLevel`.',
    why: 'From 2026-07-28 on, each request states whether it wants log messages. A client that did not ask may fail on them.',
    fix: 'Read `_meta["io.modelcontextprotocol/logLevel"]` of the request; without it, log to stderr only.',
  },
  'logging-wrong-stream': {
    title: 'Send log messages only on the stream of their request',
    found: 'The message came on the stream of `{0}`.',
    why: 'The client cannot tell which request the message is about, and drops it.',
    fix: 'Send it on the response stream of the request that asked for it, without `subscriptionId`.',
  },
  'logging-level-meta-invalid': {
    title: 'Refuse an unknown logLevel with error -32602',
    found: '`logLevel` is {0}, but the response is: {1}.',
    why: 'The client waits for log messages that will never come, or gets too many.',
    fix: 'Compare `logLevel` with the eight names first, and return error `-32602` for any other.',
  },
  'logging-secret': {
    title: 'Keep credentials out of log messages',
    found: 'The log message seems to hold a secret: {0}.',
    why: 'Log messages reach the host, its log files and often the model.',
    fix: 'Leave the value out or mask it before you log, and revoke it if it was real.',
  },
};
