export const STDIO = {
  'stdio-stdout-nonmessage': {
    title: 'Write nothing but messages to stdout',
    found: 'The line on stdout is {0}.',
    why: 'stdout carries the protocol. A banner or log line there makes clients report broken JSON or disconnect.',
    fix: 'Log to stderr: `console.error`, `print(..., file=sys.stderr)`, a logger whose stream is stderr. Look for libraries and start scripts that print.',
  },
  'stdio-stdin-nonmessage': {
    title: 'Write nothing but messages to the stdin of the server',
    found: 'The line on stdin is {0}.',
    why: 'The server parses every line as JSON-RPC, and may stop at anything else.',
    fix: 'Write one JSON-RPC message per line and nothing else: no prompt, no keep-alive text.',
  },
  'stdio-embedded-newline': {
    title: 'Put each message on a single line',
    found: 'The message spans {0} lines.',
    why: 'A line feed ends a message. The receiver sees each line as a separate, broken message.',
    fix: 'Serialize without indentation: `JSON.stringify(message)`, `json.dumps(message)`; then one line feed.',
  },
  'stdio-content-length': {
    title: 'Frame messages by line feeds, not by Content-Length',
    found: 'The line is {0}.',
    why: 'This is the framing of LSP. The other side reads the header as a broken message.',
    fix: 'Write the JSON and one line feed, without any header before it.',
  },
  'stdio-utf8': {
    title: 'Encode messages as UTF-8 without a byte order mark',
    found: 'The line contains the bytes `{0}`.',
    why: 'JSON parsers stop at the byte order mark, and at bytes that are not UTF-8.',
    fix: 'Set the encoding of the stream: `sys.stdout.reconfigure(encoding="utf-8")`, `new UTF8Encoding(false)`; Windows PowerShell may write UTF-16 unless told otherwise.',
  },
  'stdio-shutdown-order': {
    title: 'Shut down by closing stdin, then SIGTERM, then SIGKILL',
    found: 'The step before `{0}` is missing: `{1}`.',
    why: 'A server that is killed at once can neither finish its work nor stop its child processes.',
    fix: 'Close stdin and wait some seconds; send SIGTERM and wait again; only then SIGKILL.',
  },
  'stdio-exit-on-eof': {
    title: 'Exit when stdin ends',
    found: 'The process was still alive {0} s after stdin had ended.',
    why: 'The end of stdin tells the server that the client is gone. Servers that keep running pile up in the background.',
    fix: 'Exit when stdin ends: `process.stdin.on("end", …)`; close timers, sockets and child processes that keep the process alive.',
  },
  'stdio-unexpected-exit': {
    title: 'Exit only when asked to, and with code 0',
    found: 'The process ended with exit code or signal `{0}`; pending requests: {1}.',
    why: 'Pending requests are lost, and hosts take another code than 0 for a crash, also after stdin has ended.',
    fix: 'Look in stderr for the reason, and respond to failures with a JSON-RPC error instead of letting the process end.',
  },
  'stdio-partial-line': {
    title: 'End the last message with a line feed',
    found: 'The stream ended within the line {0}.',
    why: 'A reader that waits for the line feed never sees this message.',
    fix: 'Write the line feed with the message, and flush before the process ends: no `process.exit()` right after a write.',
  },
  'stdio-listen-not-reissued': {
    title: 'Send subscriptions/listen again after a restart',
    found: 'The server was started again, and `subscriptions/listen` was not sent again.',
    why: 'The new process knows of no subscription: changes go unnoticed from here on.',
    fix: 'Keep what was subscribed, and send `subscriptions/listen` once the new process responds.',
  },
};
