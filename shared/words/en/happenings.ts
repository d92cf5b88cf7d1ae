import { counted } from '../figures.ts';

const reasonSuffix = (reason: string): string => (reason === '' ? '' : `: ${reason}`);
const pendingSentence = (count: number): string =>
  count === 0 ? '' : ` ${counted(count, 'request was', 'requests were')} still pending.`;

/** One sentence or two for each event that is not a message. */
export const happenings = {
  process: {
    spawn: (pid: string): string =>
      `The server process was started (pid ${pid}). Messages are written to its stdin and read from its stdout, one per line.`,
    'spawn-failed': (error: string): string => `The server process could not be started${reasonSuffix(error)}.`,
    'stdin-end': 'The client closed the server’s stdin, which asks the server to exit.',
    'stdin-wait': (size: string): string =>
      `The server is not reading its stdin: ${size} waiting. It may be busy, or blocked on a write.`,
    'stdin-drain': 'The server has read everything that was waiting on its stdin.',
    'stdin-error': (what: string): string => `Nothing more can be written to the server: ${what}.`,
    'stdout-end': 'The server closed its stdout: it can send no more messages.',
    'stdout-hold': 'The server’s stdout is not read until the server reads its stdin, so that responses don’t pile up.',
    'stdout-resume': 'Reading of the server’s stdout has resumed.',
    stray: (what: string): string => `The server started a process that left its process group (${what}).`,
    signal: (what: string): string => `The server process is being stopped: ${what}.`,
    other: (what: string): string => `Server process: ${what}.`,
    exitAsked: (how: string): string => `The server process ended as requested: ${how}.`,
    exitByItself: (how: string, pending: number): string =>
      `The server process ended unexpectedly: ${how}.${pendingSentence(pending)} Check its stderr for the cause.`,
  },
  stderr: {
    error: 'The server reported an error on stderr, which is not part of the protocol.',
    plain: 'The server wrote this to stderr. It is usually a log, and not part of the protocol.',
  },
  connection: {
    opening: (reason: string): string => `The client connects${reasonSuffix(reason)}.`,
    open: 'The transport is ready. The first message can be sent.',
    resumed: 'The connection was restored.',
    restarted: 'What was negotiated before no longer applies.',
    policy: 'The automatic steps of the session were changed.',
    closing: (reason: string): string => `The session is being closed${reasonSuffix(reason)}.`,
    closed: (reason: string, pending: number): string =>
      `The session has ended${reasonSuffix(reason)}.${pendingSentence(pending)}`,
    authorization: (step: string): string => `Authorization step: ${step}.`,
    other: (change: string): string => `Connection: ${change}.`,
  },
  /** `requestLine`: method and path, such as `POST /mcp`. `status`: HTTP status code and text. */
  http: {
    post: (requestLine: string): string =>
      `An HTTP request carries the client’s next message to the server: ${requestLine}.`,
    get: (requestLine: string): string => `The client opens a stream for server-initiated messages: ${requestLine}.`,
    resume: (requestLine: string): string =>
      `The client resumes a broken stream, to get the messages it missed: ${requestLine}.`,
    delete: (requestLine: string): string => `The client ends the session on the server: ${requestLine}.`,
    other: (requestLine: string): string => `An HTTP request: ${requestLine}.`,
    redirect: (url: string): string => `The server redirects the request to another address: ${url}.`,
    retry: 'The server had closed the idle connection, so the request is sent again.',
    stream: (status: string): string =>
      `The server responds with an event stream (${status}). Its messages follow one by one.`,
    answer: (status: string): string => `The server responds (${status}). The message follows.`,
    accepted: (status: string): string =>
      `The server accepted the message (${status}). This HTTP response carries no message.`,
    noStream: (status: string): string =>
      `The server offers no GET stream (${status}). That is allowed: it sends messages only in responses to POST requests.`,
    noDelete: (status: string): string =>
      `The server does not let clients end its sessions (${status}). That is allowed.`,
    unauthorized: (status: string): string => `The server requires authorization (${status}).`,
    forbidden: (status: string): string => `The server denies access (${status}).`,
    sessionLost: (status: string): string =>
      `The server no longer knows the session (${status}). A new one must start with initialize.`,
    refused: (status: string): string => `The server refused the request (${status}).`,
    failed: (status: string): string => `The server, or a proxy in front of it, failed (${status}).`,
    status: (status: string): string => `The server responds (${status}).`,
    ended: 'The HTTP response is complete.',
    endedBy: {
      server: 'The server ended its HTTP response.',
      client: 'The client closed the HTTP response.',
      network: 'The connection was lost before the HTTP response was complete.',
    },
    noAnswer: (error: string): string => `No HTTP response was received${reasonSuffix(error)}.`,
    body: {
      c2s: 'The body of an HTTP request. It is not an MCP message.',
      s2c: 'The body of an HTTP response. It is not an MCP message.',
    },
  },
  /** By the step of the authorization (OAuth). */
  steps: {
    'resource-metadata': 'The client asks the server which authorization server grants access to it.',
    'server-metadata': 'The client asks the authorization server for its endpoints and what it supports.',
    'client-registration': 'The client registers with the authorization server.',
    authorization: 'In the browser, the user is asked to grant the client access.',
    token: 'The client requests an access token.',
    'token-exchange': 'The client exchanges one token for another.',
  } as { readonly [step: string]: string },
  stepAnswered: (step: string, status: string): string => `Response to the authorization step (${step}): ${status}.`,
  sse: {
    endpoint: (path: string): string => `The stream names the URL for messages: ${path} (HTTP+SSE of 2024-11-05).`,
    comment: 'A keep-alive comment. It carries no message.',
    empty: 'An event without a message: it sets the id to resume from, or how long to wait before reconnecting.',
    other: 'Text on the stream that is not a message.',
  },
  timeout: (what: string): string => `The client stopped waiting: ${what}.`,
  probeTimeout: 'A server that needs a handshake may ignore server/discover, so the session starts with initialize.',
  tap: (what: string): string => `The tap between client and server: ${what}.`,
  gap: (what: string): string => `Something is missing here: ${what}.`,
};
