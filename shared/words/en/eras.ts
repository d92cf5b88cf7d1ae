import type { Era } from '#shared/mcp';
import type { Explained } from '../text.ts';
import { duration } from '../figures.ts';

export const eraNames: { readonly [era in Era]: string } = {
  handshake: 'Handshake protocol',
  'per-request': 'Stateless protocol',
};

/** How the server is spoken to, and how that was found out. `title` continues the sentence that names era and revision. */
export const eras = {
  names: eraNames,
  about: {
    handshake: 'The session starts with initialize; version and capabilities are negotiated once (up to 2025-11-25).',
    'per-request': 'No handshake: every request carries its version, client and capabilities (from 2026-07-28 on).',
  } satisfies { readonly [era in Era]: string } as { readonly [era in Era]: string },
  found: (era: string, revision: string, why: string): string => `${era}, ${revision}: ${why}`,
  reasons: {
    discovered: {
      title: 'the server supports server/discover',
      text: 'Its discover result lists this protocol version, so requests are sent without a handshake.',
    },
    chosen: {
      title: 'chosen when connecting, and confirmed by server/discover',
      text: 'You chose this protocol version, and the server lists it as supported.',
    },
    'discovered-handshake-only': {
      title: 'the server supports server/discover, but lists only versions with a handshake',
      text: 'Responding to server/discover does not make a server stateless: supportedVersions decides. The session starts with initialize.',
    },
    'not-a-discover-result': {
      title: 'the response to server/discover is not a discover result',
      text: 'The result has no supportedVersions. Some servers return {} for every request. The session starts with initialize.',
    },
    blocked: {
      title: 'the browser blocked the probe (CORS)',
      text: 'Continuing with initialize. To probe anyway, connect through the relay, or let the server allow the headers Mcp-Method and MCP-Protocol-Version. The browser does not tell whether the server refused them or was unreachable.',
    },
    silence: {
      title: 'no response to server/discover',
      text: 'Many servers ignore requests before initialize. After the timeout, the session starts with initialize; a late response corrects this. The timeout can be set when connecting.',
    },
    exited: {
      title: 'the server exited on server/discover',
      text: 'Some servers exit on a request before initialize. The process was restarted, and the session starts with initialize.',
    },
    'empty-answer': {
      title: 'server/discover was accepted without a response',
      text: 'The HTTP request succeeded but returned no message. The session starts with initialize.',
    },
    'version-error': {
      title: 'the server rejected this version and lists only versions with a handshake',
      text: 'Error −32022 names the supported versions. The session starts with initialize and the latest of them.',
    },
    'http-sse': {
      title: 'the server uses HTTP+SSE',
      text: 'It rejected POST, and the first event of its GET stream names the URL for messages. This is the transport of 2024-11-05. The protocol version is offered again there.',
    },
  } as { readonly [reason: string]: Explained },
  httpStatus: (status: string): Explained => ({
    title: `server/discover got HTTP ${status}`,
    text: 'This is normal: the server uses the initialize handshake, so it rejects requests before it. Lifeline continues with initialize.',
  }),
  error: (code: string, name: string | undefined): Explained => ({
    title: `server/discover got error ${code}${name === undefined ? '' : ` ${name}`}`,
    text: 'This is normal: the server uses the initialize handshake, so it doesn’t know server/discover. Lifeline continues with initialize.',
  }),
  modernError: (code: string, name: string | undefined): Explained => ({
    title: `server/discover got error ${code}${name === undefined ? '' : ` ${name}`}`,
    text: 'Only stateless servers send this error, so the server is stateless, although it rejected this request.',
  }),
  other: (reason: string): Explained => ({ title: reason, text: '' }),
  restarted: {
    'session-lost': {
      title: 'session expired (404); starting a new one',
      text: 'Over HTTP, a 404 for a message with a session ID means that the session has ended. A new one is initialized; pending requests are not resent automatically.',
    },
    'server-exited': {
      title: 'server restarted',
      text: 'The process exited during the version probe. A new one is running.',
    },
  } as { readonly [reason: string]: Explained },
  /** What is not repeated at once any more. */
  slowed: {
    title: (what: string, ms: string | undefined): string =>
      ms === undefined ? what : `${what}; next attempt after ${duration(Number(ms) * 1000, 'en')}, then less often`,
    other: 'Lifeline repeats this less often from now on.',
    known: {
      'list-changed': {
        title: 'lists change faster than they can be fetched',
        text: 'The server announces a change as soon as the list has been fetched. Each further fetch waits longer, up to 10 s, until the announcements pause.',
      },
      'list-pages': {
        title: 'the list has too many pages; the rest is not fetched',
        text: 'Every page has a next cursor. 1,000 pages are fetched automatically; request the next one yourself with the last cursor.',
      },
      'stream-retry': {
        title: 'the stream keeps ending without a message',
        text: 'The server closes the stream and asks for an immediate reconnection. Each further attempt waits longer, up to 30 s, until a stream delivers a message.',
      },
      subscription: {
        title: 'the subscription keeps ending',
        text: 'The server ends subscriptions/listen soon after it starts. Each further attempt waits longer, up to 30 s, until one lasts.',
      },
      'task-polling': {
        title: 'poll interval too short',
        text: 'The server names a poll interval of less than 250 ms. The task is polled less often, but at least once a second.',
      },
      restarts: {
        title: 'sessions keep expiring',
        text: 'Each new session expires soon after it starts. Each further attempt waits longer, up to 30 s, until one lasts.',
      },
      questions: {
        title: 'too many sampling requests at once',
        text: 'Only a few sampling requests are sent to the model endpoint at once. The others wait.',
      },
      answers: {
        title: 'the server sends requests faster than it accepts responses',
        text: 'More than 256 automatic responses are waiting to be accepted. The server’s streams are read again when half of them are delivered.',
      },
    } as { readonly [reason: string]: Explained },
  },
};
