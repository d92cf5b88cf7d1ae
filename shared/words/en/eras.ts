import type { Era } from '#shared/mcp';
import type { Explained } from '../explained.ts';
import { duration } from '../figures.ts';

/** How the server is spoken to, and how that was found out. `title` continues the sentence that names era and revision. */
export const eras = {
  names: { handshake: 'Handshake era', 'per-request': 'Per-request era' } as { readonly [era in Era]: string },
  about: {
    handshake: 'The session opens with initialize; version and capabilities are agreed once (up to 2025-11-25).',
    'per-request': 'There is no handshake: every request names its version, client and capabilities (from 2026-07-28).',
  } as { readonly [era in Era]: string },
  found: (era: string, revision: string, why: string): string => `${era}, ${revision}: ${why}`,
  reasons: {
    discovered: {
      title: 'the server answered server/discover',
      text: 'The answer is a discover result that lists this revision, so requests go out without a handshake.',
    },
    chosen: {
      title: 'chosen when connecting, and confirmed by server/discover',
      text: 'You named this revision, and the server lists it among those it supports.',
    },
    'discovered-handshake-only': {
      title: 'the server answered server/discover, but lists only revisions with a handshake',
      text: 'A discover result alone does not make a server one of the per-request era: what counts is supportedVersions. The session opens with initialize.',
    },
    'not-a-discover-result': {
      title: 'the answer to server/discover is no discover result',
      text: 'A result came, but without a list supportedVersions. Some servers answer everything with {}. The session opens with initialize.',
    },
    blocked: {
      title: 'the browser did not let server/discover through',
      text: 'A browser asks the server (CORS) whether it allows the headers of 2026-07-28, and hides whether that was refused or nothing answered. The session opens with initialize, which needs none of them. To ask all the same, connect through the relay, or let the server allow the headers Mcp-Method and MCP-Protocol-Version.',
    },
    silence: {
      title: 'the server did not answer server/discover',
      text: 'Many servers ignore requests that come before initialize. When the wait is over, the session opens with initialize; an answer that comes later corrects this. The wait can be set when connecting.',
    },
    exited: {
      title: 'the server exited when it was asked server/discover',
      text: 'Some servers end at a request before initialize. The process was started again, and the session opens with initialize.',
    },
    'empty-answer': {
      title: 'server/discover was accepted without an answer',
      text: 'The HTTP exchange ended well but carried no message. The session opens with initialize.',
    },
    'version-error': {
      title: 'the server refuses this version and lists only revisions with a handshake',
      text: 'Error −32022 names the versions that the server supports. The latest of them opens the session with initialize.',
    },
    'http-sse': {
      title: 'the server speaks HTTP+SSE',
      text: 'It refused POST, and the first event of its GET stream says where messages are posted. That is the transport of 2024-11-05; what was offered before is offered again there.',
    },
  } as { readonly [reason: string]: Explained },
  httpStatus: (status: string): Explained => ({
    title: `server/discover was refused with HTTP ${status}`,
    text: 'A refusal without an error of the per-request era in its body comes from a server that expects initialize first.',
  }),
  error: (code: string, name: string | undefined): Explained => ({
    title: `server/discover was answered with error ${code}${name === undefined ? '' : ` ${name}`}`,
    text: 'Only −32020, −32021 and −32022 are errors of the per-request era. Any other error means that the server expects initialize first.',
  }),
  modernError: (code: string, name: string | undefined): Explained => ({
    title: `server/discover was answered with error ${code}${name === undefined ? '' : ` ${name}`}`,
    text: 'Only servers of the per-request era know this error, so the server is one, although it refused this request.',
  }),
  other: (reason: string): Explained => ({ title: reason, text: '' }),
  restarted: {
    'session-lost': {
      title: 'the server has forgotten the session (404); a new one begins',
      text: 'Over HTTP a 404 to a message with a session id means that the session is over. A new session is initialized; requests that were open are sent again only by you.',
    },
    'server-exited': {
      title: 'the server was started again',
      text: 'The process ended while it was asked which era it speaks. A new one is running.',
    },
  } as { readonly [reason: string]: Explained },
  /** What is not repeated at once any more. */
  slowed: {
    title: (what: string, ms: string | undefined): string =>
      ms === undefined ? what : `${what}; next attempt after ${duration(Number(ms) * 1000, 'en')}, then less often`,
    other: 'The program repeats this less often from here on.',
    known: {
      'list-changed': {
        title: 'lists change faster than they can be read',
        text: 'The server announces a change as soon as the list has been read. Each further reading waits longer, up to 10 s, until the announcements pause.',
      },
      'list-pages': {
        title: 'the list has too many pages; the rest is not read',
        text: 'Each page names another one. 1,000 pages are read automatically; request the next one yourself with the cursor of the last.',
      },
      'stream-retry': {
        title: 'the stream keeps ending without a message',
        text: 'The server closes the stream and asks for a reconnection without a pause. Each further attempt waits longer, up to 30 s, until a stream brings a message.',
      },
      subscription: {
        title: 'the subscription keeps ending',
        text: 'The server ends subscriptions/listen soon after it began. Each further attempt waits longer, up to 30 s, until one lasts.',
      },
      'task-polling': {
        title: 'the task is to be polled without a pause',
        text: 'The server names a poll interval of less than 250 ms. The task is polled less often, at least once a second.',
      },
      restarts: {
        title: 'the server keeps forgetting its sessions',
        text: 'A new session is forgotten soon after it began. Each further one waits longer, up to 30 s, until one lasts.',
      },
      questions: {
        title: 'the server keeps asking the model',
        text: 'Only a few sampling requests are answered by the model endpoint at once. The others wait for their turn.',
      },
      answers: {
        title: 'the server asks more than it takes answers',
        text: 'More than 256 automatic answers wait for a response of the server. Its streams are read again when half of them have one.',
      },
    } as { readonly [reason: string]: Explained },
  },
};
