/** Judges of the transports: stdio, HTTP, HTTP+SSE, authorization over HTTP. */
import type { Judge } from '../judging.ts';
import { AUTH_CHALLENGE } from './auth-challenge.ts';
import { AUTH_FLOW } from './auth-flow.ts';
import { AUTH_METADATA } from './auth-metadata.ts';
import { HTTP_GET } from './http-get.ts';
import { HTTP_MIRRORS } from './http-mirrors.ts';
import { HTTP_MODERN } from './http-modern.ts';
import { HTTP_ORIGIN } from './http-origin.ts';
import { HTTP_REPLIES } from './http-replies.ts';
import { HTTP_REQUESTS } from './http-requests.ts';
import { HTTP_SESSION } from './http-session.ts';
import { HTTP_VERSION } from './http-version.ts';
import { SSE_2024 } from './sse-2024.ts';
import { SSE_ENDS } from './sse-ends.ts';
import { SSE_IDS } from './sse-ids.ts';
import { SSE_MESSAGES } from './sse-messages.ts';
import { STDIO_LINES } from './stdio-lines.ts';
import { STDIO_PROCESS } from './stdio-process.ts';

export const TRANSPORTS: readonly Judge[] = [
  STDIO_LINES,
  STDIO_PROCESS,
  HTTP_REQUESTS,
  HTTP_REPLIES,
  HTTP_SESSION,
  HTTP_VERSION,
  HTTP_ORIGIN,
  HTTP_GET,
  HTTP_MIRRORS,
  HTTP_MODERN,
  SSE_MESSAGES,
  SSE_ENDS,
  SSE_IDS,
  SSE_2024,
  AUTH_CHALLENGE,
  AUTH_METADATA,
  AUTH_FLOW,
];
