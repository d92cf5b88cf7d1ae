/** The pages of the help: what a server developer can do here, in the order in which it is usually needed. */

/** Paragraphs below a title. Text between backquotes is wire text or something to type. */
export type HelpTopic = readonly [title: string, ...text: string[]];

export const help = {
  title: 'Help',
  search: 'Search the help',
  topics: 'Topics',
  nothing: (text: string): string => `Nothing here is about “${text}”.`,
  keys: 'Keys',
  pages: {
    connect: [
      'Connect to a server',
      'A stdio server is a command: program and arguments, run by the relay without a shell. An HTTP server is a URL, reached through the relay (no CORS, every header visible, the session survives a reload) or from this page (the server must allow it).',
      'Servers you connected to stay in the sidebar, with everything you set. A configuration file of another client (`mcpServers`, `servers`) can be pasted or dropped.',
      'Under “More” are timeouts, the capabilities this client declares, `_meta` for every request, the log level and every automatic step.',
    ],
    eras: [
      'Revisions and the two eras',
      'Handshake era, up to 2025-11-25: a session opens with `initialize`, and version and capabilities are agreed once. Per-request era, from 2026-07-28: there is no handshake; every request names its version, client and capabilities in `_meta`.',
      'With revision “auto” the server is asked `server/discover` first. A discover result that lists a per-request revision, or one of the errors −32020, −32021, −32022, means the per-request era. Anything else (another error, HTTP 400 or 404, an empty result, silence, an exit) means the handshake era, and `initialize` follows.',
      'The probe is an ordinary row, and the verdict below it says which era was found and why. On a version error the request is made once more with a version that the server names; never with a guess.',
      'A chosen revision is not second-guessed: when the server does not speak it, the session ends and says so. Any text can be typed as revision.',
    ],
    transports: [
      'Transports, sessions and resumption',
      'stdio: one message a line. Everything else on standard output is shown as malformed; standard error stands beside the server’s line. On closing, stdin is closed first, then come the signals.',
      'Streamable HTTP: answers as JSON or as an event stream, `Mcp-Session-Id`, the standalone GET stream, DELETE at the end. A 404 to a message with a session id means that the session is over: a new one is begun, at most three times in a row.',
      'A stream that breaks off is opened again with `Last-Event-ID`, after exactly the time of the server’s `retry`. The HTTP tab of an event says which stream it goes on with.',
      'HTTP+SSE of 2024-11-05 is found by itself: when POST is refused with 400, 404 or 405, the page opens a GET stream and waits for its `endpoint` event.',
      'In the per-request era each request has its own exchange, and headers repeat parts of the message (`Mcp-Method`, `Mcp-Name`, `Mcp-Param-…`). The HTTP tab compares them with the body.',
    ],
    diagram: [
      'The diagram',
      'Time runs down; a row is an event. Requests and answers are solid, notifications dashed, malformed text jagged. The bar beside a line lasts as long as its operation is open.',
      'The filter takes words and properties: `method:tools/* -method:ping dir:s2c status:error dur:>500ms at:1.2s..3.4s size:>10k id:7 text`. What it hides is counted.',
      'Details show the message, its exact bytes with invisible characters, the HTTP exchange, the whole operation with all its rounds, and the state of the session as of that event.',
      'Operations (`o`) are the second view: one line for each request, with its response, duration, size and a bar on a common time axis. A column head sorts, “By tool” groups with statistics, the arrow keys show and hide the events of a line.',
      'The ruler above the diagram shows the session as it was at any event: drag on it, or use the playback bar. A live session is paused, never its recording.',
      'Drag below the ruler to show only that window of time; Escape or “Clear range” shows everything again.',
    ],
    compose: [
      'The composer',
      'What you type is sent exactly so; squiggles advise and never block. Completion and hover know the revision in force and the live catalogue: tool names and arguments, URIs, prompts, cursors, task ids.',
      'Templates hold every method and every answer of the revision in force. “Break it” holds broken variants by name: a missing `jsonrpc`, a null or reused id, wrong types, truncated text, two messages on a line, invalid UTF-8, a byte-order mark, very large and very deep messages.',
      'Over HTTP, method, headers, session id and revision can be changed for one message. A message can be sent once, several times, or several times at once; several messages with waits between them are a script.',
      'Sent messages are kept as history. On any message in the diagram: `e` puts it into the composer, `r` sends it again.',
    ],
    tools: [
      'Tools, resources, prompts',
      'Forms are made from the JSON Schema of a tool; the JSON view shows the same arguments. Structured results are checked against the output schema. `isError` is the tool’s own answer, not an error of the protocol.',
      'A tool whose `x-mcp-header` marks are invalid is listed with the reason: other clients leave it out.',
      'Resources are read, subscribed to and watched for updates; templates are filled in with RFC 6570, with completion where the server offers it. Prompts take arguments with completion too.',
      'Lists are read page by page; a cursor that repeats ends the listing. When a list changed, it is read again and the difference is shown.',
    ],
    asks: [
      'Server asks: sampling, elicitation, roots',
      'What the server asks of the client waits under “Server asks”. Each request is answered by a form, as JSON, or with an error. `ping` and `roots/list` are answered by themselves unless you switch that off.',
      'Sampling: you are the model, a fixed answer is, or any OpenAI-compatible endpoint you name (`https://…/v1` and a model). Tools offered to the model can be used by hand too. An API key stays in the memory of the tab and the relay; it is never recorded.',
      'Elicitation by form: defaults are filled in and the schema is checked; accept, decline or cancel. Elicitation by URL: the address is shown whole with its host standing out, and is opened only when you click. Nothing is fetched before.',
      'Error −32042 names pages that have to be opened first; they are listed with what `notifications/elicitation/complete` reported.',
      'Roots are edited in the same place. In the handshake era the server is told with `notifications/roots/list_changed`.',
    ],
    input: [
      'Multi round-trip requests',
      'In the per-request era a server does not send requests. It answers `tools/call`, `prompts/get` or `resources/read` with `input_required` and says what it needs. All of it is shown together under “Server asks”.',
      '“Send all answers” sends the request again with a new id, your answers in `inputResponses`, and the server’s `requestState` byte for byte. The rounds belong to one operation; its tab shows them in order.',
      'What the automatic answers cover is filled in; when they cover everything, the request is repeated without you. To refuse, decline in the form, or just don’t answer: there is no message for that.',
    ],
    tasks: [
      'Tasks',
      'A server may turn a request into a task (2025-11-25, or the tasks extension of 2026-07-28). Its state is asked for at the pace the server names, until it has ended; then its result is fetched.',
      'A task that needs input says what under “Server asks”; it is given with `tasks/update` in the extension, and by answering the server’s own requests in 2025-11-25. Tasks can be cancelled.',
      'A server may ask for a task of this client as well: choose “Task” as the answer, and answer `tasks/get` and `tasks/result` when they come. Declare `tasks` under capabilities for that.',
    ],
    subscriptions: [
      'Subscriptions and changes',
      'Handshake era: `resources/subscribe`, and list changes on the standalone stream. Per-request era: `subscriptions/listen` with a filter; the server acknowledges what it agrees to, and everything that arrives carries the id of the subscription.',
      'Log messages: `logging/setLevel` in the handshake era, a level in `_meta` of each request in the per-request era.',
    ],
    limits: [
      'Timeouts, cancellation, goodbye',
      'A request has two timeouts: one without a response, which progress may restart, and one in total. When one expires, a row says which, and the cancellation follows: `notifications/cancelled`, or closing the stream over HTTP in the per-request era.',
      'Before a connection is closed, open requests are cancelled. `notifications/closed`, which some tutorials teach, is defined by no revision: it can be switched on, and is marked when it arrives. Other names from other protocols are marked too, with what MCP calls them.',
    ],
    authorization: [
      'Authorization',
      'When an HTTP server answers 401, the steps of OAuth begin: metadata of the resource and of the authorization server, registration of the client, your consent in a page of that server, the token. Each step is a row with its HTTP exchange.',
      'Tokens and other secrets are masked on the screen and never written to a recording. A fixed token goes into the headers of the connection instead.',
      'Without a person: under Authorization in the connection form choose client credentials, an ID token of an identity provider, or an assertion. There you can also keep the authorization on this computer, and forget it again.',
    ],
    errors: [
      'Errors',
      'Every error code is named with its meaning in the revision in force. A server that prints logs on standard output, a command that is not found, a refusal by CORS, a 401, a version mismatch: each says what happened, shows the evidence, and offers what to do.',
      'Malformed text waits for an answer like any request. That nothing answers is an outcome, and shown.',
    ],
    recordings: [
      'Recordings',
      'Every session is recorded, from its first byte: by the relay to disk, or in this browser. A `.mcprec` file is lines of JSON and opens anywhere by dropping it on the page.',
      'The library (`l`) lists them all, with what is in each: search, rename, tag, delete with a way back, and say how long they are kept. By default they are kept for ever.',
      'A note on the selected event (`m`) becomes part of the recording and travels with its file, also when the session is over.',
    ],
    playback: [
      'Playback',
      'Under the diagram a session plays like a film, from a quarter of its speed to a hundred times, with pauses cut to a second. Drag to any event: phases, capabilities, lists, open requests and everything else are as they were then.',
      '`#s=42` at the end of the address of a recording opens it at event 42; “Copy link” in the details makes one.',
    ],
    sharing: [
      'Sharing',
      '“Share…” (`Ctrl S`) hands the whole session, what the filter shows, the selected operation or a range on: as a recording, a web page with the viewer in it, a bug report, Mermaid, SVG, PNG or HAR. The “Code” tab of a client message has it as curl, command line, TypeScript and Python.',
      'Secrets are replaced by placeholders unless you say otherwise: credentials, cookies, session ids, tokens, keys in addresses and arguments, home folders, and what you mark or write as a /pattern/. The same secret is the same placeholder. The preview says where each one stands; the session itself stays as it is.',
    ],
    importing: [
      'Opening other files',
      'Drop, paste or choose a recording, a HAR file of the browser’s tools (zipped too), an export of the official inspector or of MCPJam, an MCP log of VS Code, Cursor, Claude Desktop or Claude Code, a debug log of the Python SDK, a recording of mcp-tape, mcp-recorder or Agent VCR, a markdown page, or lines of JSON-RPC: each is recognised by its content. What was not understood stays in its place and is counted.',
      '`?recording=` in the address opens a file of the same origin at once, and of another origin after asking.',
    ],
    compare: [
      'Compare',
      'Two recordings are compared operation by operation, not line by line: what was asked decides which belong together. Definitions of tools, resources and prompts are compared apart, and each change is called breaking, behavioural or cosmetic.',
      'Masks say what counts as equal: ids, tokens, cursors, times, UUIDs, the order of lists, and places that you name: as a whole, within a tolerance, or by a pattern such as “took {duration}, 3 rows”, in which only what is in braces may differ. How many values they cover stands beside every result, and each can be looked at. “Calibrate” compares two runs of the same plan and offers what differs as masks.',
    ],
    rerun: [
      'Run again',
      '“Run again…” shows what would be sent to a live server: typed messages with their exact bytes, others with new ids and with live cursors, task ids and handles in place of the recorded ones. What reads goes out by itself, and so do calls of tools that the live server marks readOnlyHint, which is the server’s word. Everything else goes out only when you allow it, and a command or address that the recording names is shown before it is used.',
      'Questions of the server are answered as they were in the recording, and silence is checked as silence. What comes of it is a new recording and a comparison with the old one.',
    ],
    'command-line': [
      'The command line',
      '`mcp-lifeline` starts the relay and opens this page; a server or a recording can be named with it.',
      '`mcp-lifeline record [--out FILE] [--revision R|auto] URL` or `… record -- COMMAND …` connects without a page, discovers everything, closes properly and leaves a recording.',
      'With `--exercise` it also calls every tool with arguments made from its schema, reads every resource, gets every prompt and answers what the server asks. Tools that may destroy something are called only with `--yes`. It exits with 0 when all ran through, 1 when something failed, 2 for wrong usage, 3 when it could not connect.',
      '`mcp-lifeline call METHOD … URL` or `… -- COMMAND …` sends one request and prints its result as JSON; `--config FILE --server NAME` takes the server from the configuration file of another program.',
      '`mcp-lifeline rerun FILE -- COMMAND …`, `compare A B`, `show FILE`, `export FILE --to html`, `redact FILE` do the same as this page, for scripts and CI: 0 is the same, 1 changed, 2 wrong usage, 3 could not run.',
      '`mcp-lifeline mock FILE` answers a client as the recorded server did, over stdio or with `--http` (each client in a session of its own, broken streams taken up again), and with faults on the wire when asked for.',
    ],
  } satisfies { readonly [id: string]: HelpTopic },
};
