import { counted } from '../figures.ts';

const why = (reason: string): string => (reason === '' ? '' : `: ${reason}`);
const open = (count: number): string =>
  count === 0 ? '' : ` ${counted(count, 'request was', 'requests were')} still pending.`;

/** One sentence or two for each event that is no message. */
export const happenings = {
  process: {
    spawn: (pid: string): string =>
      `The process of the server was started (pid ${pid}). Messages go to its stdin and come from its stdout, one on each line.`,
    'spawn-failed': (error: string): string => `The process of the server could not be started${why(error)}.`,
    'stdin-end': 'The client closed the server’s stdin: it asks the server to exit.',
    'stdin-wait': (size: string): string =>
      `The server does not read its stdin: ${size} wait. It may be busy, or blocked while it writes.`,
    'stdin-drain': 'The server has read all that waited on its stdin.',
    'stdin-error': (what: string): string => `Nothing more can be written to the server: ${what}.`,
    'stdout-end': 'The server closed its stdout: no message comes from it any more.',
    'stdout-hold':
      'The server’s stdout is not read until the server reads its stdin, so that answers to it do not pile up.',
    'stdout-resume': 'The server’s stdout is read again.',
    stray: (what: string): string => `A process that the server started was left behind: ${what}.`,
    signal: (what: string): string => `The server’s process is told to end: ${what}.`,
    other: (what: string): string => `The process of the server: ${what}.`,
    exitAsked: (how: string): string => `The server’s process has ended, as it was asked to: ${how}.`,
    exitByItself: (how: string, pending: number): string =>
      `The server’s process ended by itself: ${how}.${open(pending)} Its stderr may say why.`,
  },
  stderr: {
    error: 'The server reports an error on its stderr, which is not part of the protocol.',
    plain: 'The server wrote this to its stderr. That is not part of the protocol, and usually a log.',
  },
  connection: {
    opening: (reason: string): string => `The client connects${why(reason)}.`,
    open: 'The connection is ready. The first message can be sent.',
    resumed: 'The connection is there again.',
    restarted: 'Nothing that was agreed before holds any more.',
    policy: 'The automatic steps of the session were changed.',
    closing: (reason: string): string => `The session is being closed${why(reason)}.`,
    closed: (reason: string, pending: number): string => `The session is over${why(reason)}.${open(pending)}`,
    authorization: (turn: string): string => `A step of authorization: ${turn}.`,
    other: (turn: string): string => `The connection: ${turn}.`,
  },
  http: {
    post: (line: string): string => `An HTTP request takes the next message of the client to the server: ${line}.`,
    get: (line: string): string =>
      `The client opens a stream on which the server can send messages of its own: ${line}.`,
    resume: (line: string): string => `The client asks for what it missed of a stream that broke: ${line}.`,
    delete: (line: string): string => `The client ends the session on the server: ${line}.`,
    other: (line: string): string => `An HTTP request: ${line}.`,
    redirect: (where: string): string => `The server sends the request on to another address: ${where}.`,
    retry: 'The server had closed the idle connection, so the same request is sent once more.',
    stream: (status: string): string =>
      `The server answers with a stream of events (${status}). Its messages follow one by one.`,
    answer: (status: string): string => `The server answers (${status}). The message follows.`,
    accepted: (status: string): string => `The server has taken the message (${status}). There is nothing to answer.`,
    noStream: (status: string): string =>
      `The server offers no stream of its own (${status}). That is allowed: it sends messages only in its responses.`,
    noDelete: (status: string): string => `Clients cannot end sessions of this server (${status}). That is allowed.`,
    unauthorized: (status: string): string => `The server wants authorization first (${status}).`,
    forbidden: (status: string): string => `The server refuses this client (${status}).`,
    sessionLost: (status: string): string =>
      `The server does not know the session any more (${status}). A new one has to begin with initialize.`,
    refused: (status: string): string => `The server refused the request (${status}).`,
    failed: (status: string): string => `The server, or a proxy in front of it, failed (${status}).`,
    status: (status: string): string => `The server answers (${status}).`,
    ended: 'The HTTP response is complete.',
    endedBy: {
      server: 'The server has ended its HTTP response.',
      client: 'The client has closed the HTTP response.',
      network: 'The connection was lost before the HTTP response was complete.',
    },
    noAnswer: (error: string): string => `No HTTP response came${why(error)}.`,
    body: {
      c2s: 'What an HTTP request carried. It is no message of the protocol.',
      s2c: 'What an HTTP response carried. It is no message of the protocol.',
    },
  },
  steps: {
    'resource-metadata': 'The client asks the server who grants access to it.',
    'server-metadata': 'The client asks the authorization server for its addresses and what it supports.',
    'client-registration': 'The client registers with the authorization server.',
    authorization: 'The person is asked in a browser whether the client may have access.',
    token: 'The client asks for an access token.',
    'token-exchange': 'The client exchanges one token for another.',
  } as { readonly [step: string]: string },
  stepAnswered: (step: string, status: string): string =>
    `The answer for this step of authorization (${step}): ${status}.`,
  sse: {
    endpoint: (path: string): string => `The stream says where messages are posted: ${path} (HTTP+SSE of 2024-11-05).`,
    comment: 'A comment that keeps the stream open. It says nothing.',
    empty: 'An event without a message: it gives an id to resume from, or a time to wait before that.',
    other: 'Text on the stream that is no message.',
  },
  note: 'A note of a person on this session.',
  timeout: (what: string): string => `The client gives up waiting. ${what}.`,
  probeTimeout:
    'A server with a handshake may leave server/discover without a response, so the session opens with initialize.',
  gap: (what: string): string => `Something is missing here: ${what}.`,
  unknown: 'An event of a kind that this version does not know. It is kept as it is.',
};
