/** Kinds of events that a transport reports: what crossed the connection, and what happened to the process or exchange that carried it. */
import { textOf } from '../bytes.ts';
import {
  about,
  asJson,
  base64,
  block,
  count,
  mark,
  name,
  number,
  objectOf,
  oneWord,
  orNull,
  pairs,
  text,
  texts,
  type ValueOf,
} from '../field.ts';
import { kind } from './kind.ts';

const direction = about('Client to server, or server to client.', oneWord('c2s', 's2c'));
export type Direction = ValueOf<typeof direction>;
/** The way back. */
export const opposite = (dir: Direction): Direction => (dir === 'c2s' ? 's2c' : 'c2s');

/** An automatic step, a person, the host, a rerun, an exercise, a mock, a tap. */
const author = about(
  'Who made it, where that is not the client or the server by itself.',
  oneWord('auto', 'user', 'host', 'rerun', 'exercise', 'mock', 'tap'),
);
export type Author = ValueOf<typeof author>;

const leg = about(
  'The only connection of a tap that it crossed; without it, it went through unchanged.',
  oneWord('client', 'server'),
);
export type Leg = ValueOf<typeof leg>;

const sse = objectOf({
  required: {},
  optional: {
    event: text,
    id: text,
    /** Reconnection delay in milliseconds. */
    retry: number,
    /** Here and in the `text` of an `sse` event, bytes that are not UTF-8 stand as lone surrogates, U+DC80 to U+DCFF. */
    block: about("The event's exact text, where event, id, retry, data in this order would not give it back.", block),
  },
});
/** Fields of the SSE event that carried a message. */
export type SseFields = ValueOf<typeof sse>;

/** What an HTTP exchange is for when it is not the protocol's own (basic/authorization). */
const step = oneWord(
  'resource-metadata',
  'server-metadata',
  'client-registration',
  'authorization',
  'token',
  'token-exchange',
);
export type AuthorizationStep = ValueOf<typeof step>;
export type HeaderPairs = ValueOf<typeof pairs>;

const exchange = about('The HTTP exchange.', name);
const PAYLOAD = { raw: text, b64: base64 };

export const TRANSPORT_KINDS = {
  /** Line ends are not included. */
  message: kind(
    {
      about: 'One line on stdin or stdout, one HTTP body, or the data of one SSE event, whether it is JSON-RPC or not.',
      required: { dir: direction },
      optional: {
        by: author,
        form: about('Made from a form, not typed.', mark),
        x: exchange,
        sse,
        leg,
        of: about('Event of the message in whose place it went on from a tap.', { ...count, refersTo: 'origin' }),
        unterminated: about('The stream ended, or a bound was hit, before the line did.', mark),
      },
      oneOf: PAYLOAD,
      never: ['large'],
    },
    { carries: 'raw' },
  ),
  stderr: kind(
    {
      about: "A piece of the server's standard error, line end included.",
      required: {},
      oneOf: { text: block, b64: base64 },
    },
    {
      carries: 'text',
      line: ({ text: piece = '', b64 }) => (b64 === undefined ? piece.replace(/\r?\n$/, '') : textOf({ b64 })),
    },
  ),
  process: kind(
    {
      about: "What happened to the server's process.",
      required: {
        event: oneWord(
          'spawn',
          'spawn-failed',
          'stdin-end',
          'stdin-error',
          /** What was written waits, because the server does not read. */
          'stdin-wait',
          /** Nothing waits any longer. */
          'stdin-drain',
          'stdout-end',
          /** The server's output is not read until the server reads what it was sent. */
          'stdout-hold',
          'stdout-resume',
          /** A process that the server started, and that left its process group. */
          'stray',
          'signal',
          'exit',
        ),
      },
      optional: {
        /** Of the server; of a stray and of a signal to one, its own. */
        pid: number,
        command: asJson(text),
        /** How much waits (`stdin-wait`), or never reached the server (`stdin-error`, at most). */
        bytes: number,
        code: orNull(number),
        signal: orNull(name),
        /** The operating system's word for it: `ENOENT`, `EPIPE`. */
        error: text,
        by: oneWord('host', 'server'),
      },
    },
    { isTrouble: ({ event }) => ['spawn-failed', 'stdin-error', 'stdin-wait', 'stray'].includes(event) },
  ),
  /**
   * Bodies are messages with the same `x`, or a `body` when they carry none. `redirect`: the server sent the request on to `url`, and
   * it went there; `retry`: the server had closed the idle connection that the request was written to, and it was sent once more on a
   * fresh one.
   */
  http: kind({
    about: 'A step of one HTTP exchange.',
    required: { x: exchange, phase: oneWord('request', 'redirect', 'retry', 'response', 'end') },
    optional: {
      /** Present on every phase of an exchange that belongs to authorization; its other party is not the MCP server. */
      step,
      method: text,
      url: text,
      status: number,
      /** On a `response`: the server's own reason phrase, where it is not that of the status. */
      phrase: asJson(text),
      headers: pairs,
      /** Who ended the exchange. */
      by: oneWord('server', 'client', 'network'),
      error: text,
      /** On a `redirect`: names of headers that are not sent from here on. */
      without: texts,
      /** A browser hides whether nothing answered or CORS forbade it, and where redirects lead before their end. */
      opaque: mark,
      /** On a `request` or `redirect`: name and port of the proxy by which it goes on from here. */
      proxy: asJson(text),
      /** Who named the proxy: a variable of the environment, or `setting`. */
      proxyFrom: asJson(text),
      /** On a `response`: why the server's certificate is not accepted; a person had it taken all the same. */
      unverified: asJson(text),
    },
  }),
  /** Credentials in it are masked before it gets here. */
  body: kind({
    about: 'The body of an HTTP exchange that carries no MCP message.',
    required: { x: exchange, dir: direction },
    oneOf: PAYLOAD,
  }),
  /** A comment, priming, `retry` alone, HTTP+SSE `endpoint`. Exact, without the blank line. */
  sse: kind(
    {
      about: 'Text on an SSE stream that carried no message.',
      required: { x: exchange, text: block },
      optional: {
        event: text,
        /** Only with `event`. */
        data: text,
        id: text,
        retry: number,
      },
    },
    { carries: 'text', line: ({ text: lines }) => lines.replace(/\n+$/, '') },
  ),
};
