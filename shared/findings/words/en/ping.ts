export const PING = {
  'ping-empty-result': {
    title: 'Respond to ping with an empty result',
    found: 'The response to `ping` is {0}.',
    why: 'A peer that gets an error, or more than it asked for, may take the connection for broken and close it.',
    fix: 'Register a handler for `ping` that returns `{}`. Most SDKs have one; do not override it.',
  },
  'ping-prompt': {
    title: 'Respond to ping promptly',
    found: 'No response to `ping` for {1} s.',
    why: 'The other side pings to find out whether the connection is alive. Without a response it closes the connection or ends the process.',
    fix: 'Respond to `ping` without waiting for running calls: do not block the event loop or the thread that reads messages.',
  },
};
