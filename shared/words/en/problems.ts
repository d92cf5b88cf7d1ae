import type { HintKind } from '#shared/failure';
import type { Fault } from '#shared/jsonrpc';
import type { Explained } from '../text.ts';
import { httpReasons } from './http.ts';
import { networkReasons } from './network.ts';

export const problems = {
  faults: {
    empty: {
      title: 'Empty line',
      text: 'A line without any text arrived where a message was expected. Most peers ignore it.',
    },
    'not-json': {
      title: 'Not JSON',
      text: 'This text is not a JSON-RPC message. A server on stdio writes nothing but messages to standard output, and its logs to standard error.',
    },
    html: {
      title: 'HTML instead of JSON',
      text: 'The response is a web page. The URL is probably not the MCP endpoint, or a proxy or gateway responded in place of the server.',
    },
    'incomplete-json': {
      title: 'Incomplete JSON',
      text: 'The text begins as JSON and stops before it is complete. On stdio a message must be on one line: pretty-printed JSON is split at each line end.',
    },
    'trailing-comma': {
      title: 'Trailing comma',
      text: 'JSON does not allow a comma before a closing bracket. Strict parsers reject the whole message, usually without a response.',
    },
    'two-messages': {
      title: 'Two messages on one line',
      text: 'A second JSON value follows the first. On stdio each message must end with a line feed.',
    },
    'byte-order-mark': {
      title: 'Byte-order mark',
      text: 'The text begins with U+FEFF, which JSON parsers reject. Write UTF-8 without a byte-order mark.',
    },
    'invalid-utf8': {
      title: 'Invalid UTF-8',
      text: 'These bytes are not valid UTF-8. The exact bytes are kept; the text shows � where they are wrong.',
    },
    'missing-jsonrpc': { title: 'No "jsonrpc" member', text: 'Every message must carry "jsonrpc": "2.0".' },
    'wrong-jsonrpc': { title: 'Wrong "jsonrpc" member', text: 'The member "jsonrpc" must be exactly "2.0".' },
    'null-id': {
      title: 'Id is null',
      text: 'MCP does not allow null as an id. Servers send it when they could not read the id of a broken request.',
    },
    'bad-id': { title: 'Id of the wrong type', text: 'An id must be a string or a number.' },
    'id-not-integer': { title: 'Id is not an integer', text: 'Numeric ids must be integers.' },
    'result-and-error': {
      title: 'Both result and error',
      text: 'A response must carry either a result or an error. It is treated as an error here; other implementations may differ.',
    },
    'bad-method': { title: 'Method is not a string', text: 'The member "method" must be a string.' },
    'bad-params': { title: 'Params of the wrong type', text: 'The member "params" must be an object.' },
    'bad-error': { title: 'Malformed error', text: 'An error must be an object with a numeric code and a message.' },
    'empty-batch': { title: 'Empty batch', text: 'A batch must contain at least one message.' },
    'not-an-object': { title: 'Not a message', text: 'This is JSON, but a message must be an object.' },
    'not-a-message': {
      title: 'Not a JSON-RPC message',
      text: 'This object has neither a method nor a result nor an error.',
    },
    'unknown-id': { title: 'Response to unknown request', text: 'No pending request has this id.' },
    'no-id': {
      title: 'Response without an id',
      text: 'A response names its request by a string or a number in "id". Without one, it cannot be matched.',
    },
    'duplicate-response': { title: 'Duplicate response', text: 'The request with this id already got a response.' },
    'reused-id': {
      title: 'Id used twice',
      text: 'A request with this id is still pending. Ids must not be reused within a session.',
    },
    'before-handshake': {
      title: 'Before the handshake',
      text: 'Until the handshake is complete, ping is the only request allowed: the client waits for the response to initialize, the server for notifications/initialized. A batch must not contain initialize.',
    },
    'batch-not-in-revision': { title: 'Batch not allowed', text: 'Only protocol version 2025-03-26 allows batches.' },
    unterminated: { title: 'Truncated', text: 'The stream ended before this message did. What arrived is shown.' },
    'hidden-characters': {
      title: 'Hidden characters',
      text: 'A name, description or question contains characters that are invisible or change the text direction. A model reads them; people don’t see them. They are shown as marks here, such as ‹U+202E›.',
    },
    'carriage-return': {
      title: 'Ends with CR LF',
      text: 'The line ends with a carriage return before its line feed. Most parsers accept it as white space.',
    },
    'unsafe-number': {
      title: 'Id beyond 2^53',
      text: 'Programs that read numbers as doubles cannot represent this id exactly. It is compared by its digits here.',
    },
    'deep-nesting': {
      title: 'Very deep nesting',
      text: 'The message is nested so deeply that many programs fail to print or copy it.',
    },
  } satisfies { readonly [fault in Fault]: Explained } as { readonly [fault in Fault]: Explained },
  /** Reasons of connection problems and ends. */
  reasons: {
    'command-not-found': {
      title: 'Command not found',
      text: 'The relay could not find this program. Enter its full path, or check the PATH of the terminal the relay runs in.',
    },
    'bad-folder': {
      title: 'Working directory not found',
      text: 'The working directory does not exist or cannot be entered.',
    },
    'not-executable': {
      title: 'Not executable',
      text: 'The system refused to run this program. Check its permissions and its first line.',
    },
    'spawn-failed': { title: 'The server could not be started', text: 'The system refused to start the process.' },
    'server-exited': { title: 'The server exited', text: 'The process ended, and the session with it.' },
    ...httpReasons,
    ...networkReasons,
    'tls-unverified': {
      title: 'The certificate is not verified',
      text: 'The settings of this connection accept any certificate, and this one would have been refused. Whoever is between the relay and the server can read and change everything. For a lasting solution, set a CA file.',
    },
    'redirected-elsewhere': {
      title: 'Redirected to another address',
      text: 'The server responded with a redirect. A message is not sent on to another origin, nor after 301, 302 or 303, which would turn it into a GET. If you trust the address, connect to it.',
    },
    'redirected-to-http': {
      title: 'Redirected from HTTPS to HTTP',
      text: 'Such a redirect is not followed: everything sent after it could be read on the way. If you accept that, connect to the address.',
    },
    'redirected-too-often': {
      title: 'Too many redirects',
      text: 'The request was redirected 20 times and is not followed further. The addresses are in the diagram; they probably form a loop.',
    },
    'redirect-hidden': {
      title: 'Redirected, and the browser hides where to',
      text: 'The server responded with a redirect. A page cannot see its address, so headers with your values are not sent there. Connect through the relay, or to the final address.',
    },
    'cors-refused': {
      title: 'Blocked by the browser (CORS)',
      text: 'The server runs, but does not allow pages from this origin to talk to it.',
    },
    'cors-hidden-session': {
      title: 'The session ID is hidden from the page (CORS)',
      text: 'The server responded with 400, and no session ID was seen at initialization. If it sends Mcp-Session-Id, it must also let pages read it.',
    },
    'unsupported-revision': {
      title: 'No common protocol version',
      text: 'The server does not support the protocol version you chose, or supports none that Lifeline knows, so the connection was closed.',
    },
    'discover-refused': {
      title: 'The server does not support the chosen protocol version',
      text: 'You chose a stateless protocol version, and the server did not confirm it in response to server/discover. Retry with auto-detect, or choose a version up to 2025-11-25.',
    },
    needed: {
      title: 'Authorization required',
      text: 'The server refused a request that is not authorized. Discovering the authorization server…',
    },
    redirect: {
      title: 'Waiting for consent',
      text: 'The authorization server asks for your consent on its page.',
    },
    nonce: {
      title: 'Nonce required (DPoP)',
      text: 'The server requires its nonce in the proof sent with the token (DPoP). The request is sent again with it.',
    },
    granted: {
      title: 'Granted',
      text: 'From here on, requests carry an access token; refused requests are sent again.',
    },
    failed: { title: 'Failed', text: 'Couldn’t get an access token. The diagram shows the step that failed.' },
    'authorization-not-kept': {
      title: 'The authorization could not be kept',
      text: 'It works for this session. The next one asks again, because the file of kept authorizations could not be read or written.',
    },
    'session-lost': {
      title: 'The server keeps losing the session',
      text: 'Each new session got 404 before it was used. This happens behind a load balancer when each request reaches another process.',
    },
    'stream-ended': {
      title: 'The event stream ended',
      text: 'Over HTTP+SSE (2024-11-05) every response comes on one stream, and the session ends with it. Reconnect for a new session.',
    },
    'endpoint-refused': {
      title: 'Address at another origin',
      text: 'The endpoint event of HTTP+SSE (2024-11-05) names an address at an origin other than the server’s. Messages for this server are not sent elsewhere.',
    },
    finished: {
      title: 'Everything requested is done',
      text: 'Everything requested has run, so the session was closed cleanly.',
    },
    interrupted: {
      title: 'Interrupted',
      text: 'The program was told to end (a signal, Ctrl-C), so the session was closed cleanly.',
    },
    'model-failed': {
      title: 'No response from the model',
      text: 'The server’s request is still pending: answer it under Server requests, or change the model endpoint there.',
    },
    'version-refused': {
      title: 'Protocol version not supported',
      text: 'The server refused the protocol version that was offered.',
    },
    'initialize-refused': { title: 'Initialization refused', text: 'The server refused initialize.' },
    'initialize-unanswered': {
      title: 'No response to initialize',
      text: 'The session ended before the response.',
    },
    'initialize-timeout': {
      title: 'No response to initialize',
      text: 'The server did not respond within the time limit. The connection was open all the while.',
    },
    'initialize-closed': {
      title: 'No response to initialize',
      text: 'The connection closed before the response.',
    },
    'stdin-full': {
      title: 'Not sent: the server does not read stdin',
      text: 'More than 64 MiB are waiting for the server to read its standard input, so this message was not sent. Its text is in the diagram.',
    },
    'not-sent': { title: 'Not sent', text: 'The session was already closing.' },
    'initialize-invalid': {
      title: 'Invalid response to initialize',
      text: 'The response has no protocolVersion.',
    },
    'recording-failed': {
      title: 'Recording stopped',
      text: 'The recording could not be written to disk. The session continues; save it from here before you close the page.',
    },
    'recording-gone': {
      title: 'The recording file is gone',
      text: 'It was moved or deleted while being written. The session continues; save it from here before you close the page.',
    },
    'recording-lost': {
      title: 'Events are missing from the recording',
      text: 'The disk could not be written to for too long, so some events were not recorded. The recording has gaps in their place. This page has the events it received in time: save it from here before you close the page.',
    },
    'recorder-failed': {
      title: 'An HTTP request was not recorded',
      text: 'An error in the tap’s recorder: an HTTP request and its response, or the rest of them, are missing from the recording. They passed unchanged.',
    },
    'recording-behind': {
      title: 'The disk takes less than what passes',
      text: 'It is full, slow or can’t be written to. Traffic continues. If the tap is killed now, what it has not recorded yet is lost.',
    },
    'tap-killed': {
      title: 'The tap was killed',
      text: 'Another program ended it at once (SIGKILL). What had passed until then is in the recording.',
    },
    'tap-failed': {
      title: 'Breakpoints and rules stopped working',
      text: 'An error in the tap switched them off. Messages that were held were forwarded unchanged, and traffic continues.',
    },
    'tap-refused': {
      title: 'The tap refused an HTTP request',
      text: 'It did not reach the server. The details name the reason.',
    },
    'relay-stopped': { title: 'The relay stopped', text: 'The relay ended and closed its sessions cleanly.' },
    'host-ended': {
      title: 'Ended by the host',
      text: 'The host closed the server’s standard input, or sent the server a signal.',
    },
    'closed-by-user': { title: 'Closed by the user', text: 'The session was closed in Lifeline.' },
    'page-reloaded': {
      title: 'Page reloaded',
      text: 'The page was reloaded; the session continues.',
    },
  } as { readonly [reason: string]: Explained },
  /** Names that no revision defines; `why` is the reason's key. */
  nonStandard: {
    title: 'Not in the protocol',
    why: {
      goodbye: 'MCP has no goodbye message: closing the transport ends the session (over HTTP, DELETE ends it early).',
      lsp: 'This is the spelling of the Language Server Protocol; MCP has its own name for it.',
      misspelt: 'This name is misspelt; receivers compare names exactly.',
      misnamed: 'Not defined in any protocol version; the protocol uses another name.',
    },
    instead: (method: string): string => `The protocol’s name for it is ${method}.`,
  },
  unrecordedEvents: (n: number): string =>
    n === 1 ? '1 event could not be recorded.' : `${n.toLocaleString('en')} events could not be recorded.`,
  unrecordedFrom: (s: number): string => `Not recorded from event ${s} on.`,
  /** How a process ended, as a title. */
  exited: (code: number | undefined, signal: string | undefined): string =>
    signal === undefined ? `The server exited with code ${code ?? '?'}` : `The server was ended by ${signal}`,
  /** When it ended, and that it said nothing. */
  exitedWhen: { opening: 'It ended before the session was initialized.', open: 'It ended during the session.' },
  saidNothing: 'It wrote nothing to standard error.',
  hints: {
    environment: (name) => `The environment variable ${name} seems to be missing. Add it to the server’s environment.`,
    key: () => 'An API key or token seems to be missing. Add it to the server’s environment or arguments.',
    module: (name) => `The module ${name} is not installed. Install the server’s dependencies in its folder.`,
    file: (name) => `The file ${name} does not exist. Check the path and the working directory.`,
    package: (name) =>
      name === ''
        ? 'The package has no program to run. Check its name.'
        : `The registry has no package ${name}. Check its name.`,
    registry: (name) => `The package registry ${name} could not be reached. Check the network or the proxy.`,
    program: (name) =>
      `The server needs the program ${name}, which was not found. Install it, or set PATH in the environment.`,
    runtime: (name) =>
      name === ''
        ? 'The server needs another version of Node.js or Python.'
        : `The server needs another runtime version: ${name}.`,
    port: (name) => `Port ${name} is in use by another program. Stop that program, or choose another port.`,
    memory: () => 'The server ran out of memory.',
    permission: (name) =>
      name === ''
        ? 'The server lacks a permission.'
        : `The server has no permission to access ${name}. Check its permissions.`,
    syntax: () => 'The program has a syntax error, or needs a newer runtime.',
    usage: () => 'The server expects other arguments; its usage is quoted below.',
  } satisfies { readonly [kind in HintKind]: (name: string) => string } as {
    readonly [kind in HintKind]: (name: string) => string;
  },
  signals: {
    SIGKILL: 'It was killed from outside. This often happens when memory runs out.',
    SIGSEGV: 'It crashed in native code (invalid memory access).',
    SIGBUS: 'It crashed in native code (invalid memory access).',
    SIGABRT: 'It aborted itself, often in native code or when memory runs out.',
    SIGILL: 'It crashed in native code (invalid instruction). The program may be built for another processor.',
  } as { readonly [signal: string]: string },
  exitCodes: {
    126: 'The command exists but cannot be executed.',
    127: 'A command that the server is started with was not found.',
    137: 'It was killed from outside. This often happens when memory runs out.',
  } as { readonly [code: string]: string },
  /** Text on standard output that is no message. */
  noise: 'The server writes text to standard output, which may carry only messages. Send logs to standard error.',
  /** Above lines that are the server's own. */
  serverSaid: 'The server’s words:',
  retryAfter: (when: string): string =>
    /^\d+$/.test(when)
      ? `The server asks to wait ${Number(when)} s (Retry-After).`
      : `The server asks to wait until ${when} (Retry-After).`,
  /** The versions that a server names as supported. */
  supports: (versions: readonly string[]): string => `It supports ${versions.join(', ')}.`,
  unknown: { title: 'The connection failed', text: 'See the events in the diagram for what happened.' },
};
