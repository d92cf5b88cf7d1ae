/** The published revisions of the protocol and what differs between them that the program acts on. */

/** Revisions whose sessions open with `initialize`, oldest first. 2024-10-07 was never final but old SDKs still offer it. */
export const HANDSHAKE_REVISIONS = ['2024-10-07', '2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'] as const;
export type HandshakeRevision = (typeof HANDSHAKE_REVISIONS)[number];

/** Offered unless the person chooses another. */
export const LATEST_HANDSHAKE_REVISION: HandshakeRevision = '2025-11-25';

/** True for a revision that this program can speak after a handshake. */
export function isHandshakeRevision(text: unknown): text is HandshakeRevision {
  return (HANDSHAKE_REVISIONS as readonly unknown[]).includes(text);
}

/** `MCP-Protocol-Version` is sent on HTTP requests after initialization (2025-06-18, basic/transports#protocol-version-header). */
export function sendsVersionHeader(revision: string): boolean {
  return revision >= '2025-06-18';
}

/** Only 2025-03-26 lets peers send JSON-RPC batches (basic/index#batching). */
export function allowsBatch(revision: string): boolean {
  return revision === '2025-03-26';
}
