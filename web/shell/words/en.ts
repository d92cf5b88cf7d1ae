/** The help: how to begin, and a few sentences for each topic, in the order in which they are usually needed. */

import { COMMANDS } from '#shared/commands';
import { formatNames, inWords } from '#shared/formats';

/** Paragraphs below a title. Text between backquotes is wire text or something to type. */
export type HelpTopic = readonly [title: string, ...text: string[]];

export const help = {
  title: 'Help',
  search: 'Search help',
  topics: 'Topics',
  nothing: (text: string): string => `No results for “${text}”.`,
  keys: 'Keyboard shortcuts',
  open: (panel: string): string => `Open: ${panel}`,
  pages: {
    start: [
      'First five minutes',
      '1. Enter the command that starts your server, or its URL, and connect. No server yet? Open the example.',
      '2. The diagram shows every message in order. Select a row: the details say what it means.',
      '3. Each call is a row with its response and time; the arrow at its left unfolds it to its messages, `o` shows single messages.',
      '4. Type the name of a tool in the line below the diagram, Enter, its arguments (Tab goes on), Enter. The call is selected and the details show its answer. A long form opens beside the diagram.',
      '5. Something red? `n` jumps to the next finding or error. The details explain the cause and the fix.',
      '6. `Ctrl S` shares the session as a recording, a web page or a bug report. Secrets are redacted by default.',
    ],
    connect: [
      'Connect to a server',
      'stdio: a command that the relay (the local `mcp-lifeline` process) runs without a shell. HTTP: a URL, through the relay (no CORS, all headers visible) or directly from the browser (the server must allow it).',
      'Servers are remembered on the first screen. You can paste or drop a configuration of another client (`mcpServers`, `servers`). Timeouts, capabilities and automation are under Advanced.',
    ],
    eras: [
      'Protocol versions: handshake or stateless',
      'In versions up to 2025-11-25, a session starts with a handshake, `initialize`. Since version 2026-07-28, the protocol is stateless: each request carries version, client and capabilities in `_meta`.',
      'With auto-detect, Lifeline sends `server/discover` first. If the server doesn’t know it, which is normal, Lifeline continues with `initialize`. If you choose a version, exactly that version is used.',
    ],
    transports: [
      'Transports',
      'stdio: one message per line. Anything else on stdout is malformed; stderr is shown beside the server.',
      'Streamable HTTP: the HTTP tab of an event shows the HTTP request and response. Broken streams are resumed with `Last-Event-ID`; after a 404 a new session is started. Old HTTP+SSE (2024-11-05) endpoints are detected automatically.',
      'Stateless: each message has its own HTTP request, and headers mirror parts of the body. The HTTP tab compares them.',
    ],
    diagram: [
      'Diagram',
      'Time runs down. A row is a call, with its request, response and time; `o` shows single messages. Requests and responses are solid lines, notifications dashed, malformed text jagged.',
      'Filter: `method:tools/* -method:ping tool:search dir:s2c status:error dur:>500ms at:1.2s..3.4s size:>10k id:7 finding:must rule:rpc-* text`. The number of hidden events is shown.',
      'The bar at the right of a call shows when it was and what it waited for. Right and left arrow unfold and fold it. What breaks a rule is said below its row.',
      'Drag on the ruler above the diagram to see the session as of any event. Drag in the strip below the ruler to show only that time range; Escape clears the range.',
      'Phases fold: press the head of one. Those that ended well fold by themselves after your first session.',
    ],
    compose: [
      'Compose messages',
      'The text is sent exactly as typed; hints never block. Completion knows the protocol version and what the server offers.',
      'There are templates for every method and response; “Break it…” offers invalid variants. Headers can be changed for one message, and several messages make a script.',
      'On a selected message: `e` edits and sends it again, `r` sends it again.',
    ],
    tools: [
      'Tools, resources, prompts',
      'Forms are made from the JSON Schema; JSON shows the same arguments. Results are checked against the output schema. `isError` is a failure of the tool, not of the protocol.',
      'Resources can be read and subscribed to. All pages of a list are fetched; when a list changes, it is fetched again and the difference is shown.',
    ],
    asks: [
      'Server requests: sampling, elicitation, roots',
      'Requests from the server wait under Server requests until you answer with a form, JSON or an error. Lifeline responds to `ping` and `roots/list` automatically.',
      'Sampling: you play the model, use a fixed response, or call an OpenAI-compatible endpoint. API keys are never recorded. Elicitation: accept, decline or cancel; a URL is opened only when you click it.',
    ],
    input: [
      'Requests that need input',
      'A stateless server doesn’t send requests. It responds with `input_required`, and the request is repeated with your `inputResponses` and its unchanged `requestState`. All rounds belong to one operation.',
    ],
    tasks: [
      'Tasks',
      'A call may become a task. It is polled at the server’s interval; when it is done, its result is fetched. Tasks can be cancelled, and may ask for input under Server requests.',
    ],
    subscriptions: [
      'Subscriptions and logs',
      'Handshake: `resources/subscribe` and the GET stream; `logging/setLevel` sets the log level. Stateless: `subscriptions/listen`, and a log level in `_meta` of each request.',
    ],
    limits: [
      'Timeouts and cancellation',
      'A request has two timeouts: the time without a response, which progress notifications can reset, and the total time. When either expires, the request is cancelled and the diagram says which one. 0 means no limit.',
    ],
    authorization: [
      'Authorization',
      'After a 401 the OAuth steps start automatically: metadata, registration, your consent in the browser, the token. Each step is a row. Tokens are hidden and never recorded.',
      'Without a browser: choose client credentials, an ID token or an assertion in the connection form.',
    ],
    recordings: [
      'Recordings',
      'Every session is recorded from the first byte, by the relay on disk or in this browser. Drop a `.mcprec` file on the page to open it.',
      'The library lists all recordings: search, rename, tag, delete, restore. `m` adds a note to the selected event.',
    ],
    tap: [
      'Tap hosts',
      'To see what a host (an editor, an agent) really sends to its servers, choose “Tap hosts…” on the first page, or put `mcp-lifeline tap --` in front of a server’s command in the configuration. The session is recorded, and the library shows it live. Messages pass unchanged by default. The Tap panel of the live session has breakpoints, rules that delay, change, drop or respond to messages, and injection.',
      'For a server over HTTP, start `mcp-lifeline tap --listen PORT --to URL` and give the host the URL that it prints.',
    ],
    playback: [
      'Playback',
      'Play or drag to any event: phases, lists and pending requests are shown as they were. `#s=42` at the end of the URL opens event 42.',
    ],
    sharing: [
      'Share',
      `A session, the filtered events, an operation or a range: as a ${inWords(' or ', ', ', formatNames('en'))}. The Code tab shows a message as curl, command line, TypeScript or Python.`,
      'Secrets are replaced by placeholders. The preview shows where; add anything that the rules missed.',
    ],
    importing: [
      'Open other files',
      'HAR files, exports of the official inspector and of MCPJam, output of curl -v, vscode-jsonrpc traces, logs of VS Code, Cursor, Claude Desktop and Claude Code, Python SDK debug logs, mcp-tape, mcp-recorder, Agent VCR, markdown, and plain JSON-RPC lines are detected by their content.',
    ],
    compare: [
      'Compare',
      'Two recordings are compared by operation. Changes of definitions are breaking, behavioural or cosmetic. Masks say what may differ: ids, times, tokens, order, or a pattern such as “took {duration}”.',
    ],
    rerun: [
      'Rerun',
      'Sends the requests of a recording to a live server again. Read-only requests are sent immediately; everything else only after you allow it. The result is a new recording and a comparison with the old one.',
    ],
    'command-line': [
      'Command line',
      '`mcp-lifeline` opens this page. Its commands do the same in scripts and CI; `mcp-lifeline COMMAND --help` has their options.',
      ...Object.values(COMMANDS).map(({ usage, en }) => `\`${usage}\`: ${en}`),
      '`mcp-lifeline lint FILE` checks a recording against the rules of the specification, `record --lint` does so right after recording; `mcp-lifeline explain RULE` explains a rule: why it matters, how to fix it, and an example.',
      '`mcp-lifeline profile FILE…` prints a table of what the clients in recordings do, one column per client, and marks what differs.',
      '`mcp-lifeline tap install` puts Lifeline between the hosts on this computer and their servers. It shows what would change in their configurations and asks first; `tap status` lists what is tapped, `tap uninstall` undoes it.',
      '`mcp-lifeline record --exercise URL` or `… -- COMMAND …` also calls every tool, reads every resource and gets every prompt. Destructive tools are called only with `--yes`.',
    ],
  } satisfies { readonly [id: string]: HelpTopic },
};
