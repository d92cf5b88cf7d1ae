/** What of a session is fetched rather than streamed: its recording, and the payloads that are too large for a frame. */
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { RequestHandler, Response } from 'express';
import { encodeEnd, eventBytes, MEDIA_TYPE } from '#shared/recording';
import type { Session, Sessions } from '../sessions/index.ts';

/** The recording as of now: the file, or from memory with its first event not on disk in `Lifeline-Not-On-Disk`. */
export function sendRecording(sessions: Sessions): RequestHandler<{ id: string }> {
  return async (request, response, next) => {
    try {
      const session = await sessions.find(request.params.id);
      if (!session) return next();
      const { recording } = session;
      const { path, bytes, unrecorded } = recording;
      response.attachment(basename(path)).type(MEDIA_TYPE);
      // A file that was moved is still open here.
      const file = unrecorded ? undefined : await open(path).catch(() => undefined);
      if (!file) {
        response.set('Lifeline-Not-On-Disk', String(unrecorded?.from ?? 0));
        return void (await pipeline(Readable.from(recordingParts(recording)), response));
      }
      response.set('Content-Length', String(bytes));
      const stream = file.createReadStream({ start: 0, end: bytes - 1 });
      // Who disconnects in the middle leaves the rest unread.
      await pipeline(stream, response, { end: false }).catch(() => undefined);
      // A file that became shorter is incomplete, and must not look complete.
      if (stream.bytesRead === bytes) response.end();
      else response.destroy();
    } catch (error) {
      refuseFile(response, error);
    }
  };
}

const PIECE_BYTES = 1024 * 1024;

/** The header, the events so far and, when it is over, the footer. Throws system errors between pieces. */
function* recordingParts(recording: Session['recording']): Generator<string> {
  const { header, count, footer } = recording;
  yield `${encodeEnd(header)}\n`;
  for (let s = 0; s < count;) {
    const lines = recording.lines(s, PIECE_BYTES).slice(0, count - s);
    if (lines.length === 0) return;
    yield `${lines.join('\n')}\n`;
    s += lines.length;
  }
  if (footer) yield `${encodeEnd(footer)}\n`;
}

/** The exact bytes that an event carried. */
export function sendPayload(sessions: Sessions): RequestHandler<{ id: string; s: string }> {
  return async (request, response, next) => {
    const { id, s } = request.params;
    try {
      const session = await sessions.find(id);
      const payload = session && /^\d{1,15}$/.test(s) ? eventBytes(session.view.event(Number(s))) : undefined;
      if (!payload) return next();
      response.type('application/octet-stream').send(Buffer.from(payload.buffer, payload.byteOffset, payload.length));
    } catch (error) {
      refuseFile(response, error);
    }
  };
}

/** The file can't be read, which is no fault of the program: the client gets the system's error. */
function refuseFile(response: Response, error: unknown): void {
  // The promised length can't be kept, so the response is broken off.
  if (response.headersSent) return void response.destroy();
  const { code, message } = error as { readonly code?: string; readonly message?: string };
  const gone = code === 'ENOENT' || code === 'ENOTDIR';
  const sentence = gone
    ? 'The recording’s file was moved or deleted.'
    : `The recording’s file can’t be read: ${code ?? message ?? 'unknown'}.`;
  response.status(gone ? 410 : 500).json({ error: sentence, code: gone ? 'gone' : 'unreadable' });
}
