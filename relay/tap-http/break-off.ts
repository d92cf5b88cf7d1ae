import type { ServerResponse } from 'node:http';

/** Break a response off after what was written of it: who reads it meets what it would have met at the server. */
export function breakOff(outgoing: ServerResponse): void {
  const { socket } = outgoing;
  if (!socket || socket.destroyed || outgoing.destroyed) return void outgoing.destroy();
  socket.write('', () => outgoing.destroy());
}
