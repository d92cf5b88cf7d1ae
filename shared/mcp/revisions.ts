/** The published revisions of the protocol and what differs between them that the program acts on. */

/** Revisions whose sessions open with `initialize`, oldest first. 2024-10-07 was never final but old SDKs still offer it. */
const HANDSHAKE_REVISIONS = ['2024-10-07', '2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'] as const;
export type HandshakeRevision = (typeof HANDSHAKE_REVISIONS)[number];

/** Revisions without a handshake: every request says its own version, identity and capabilities. */
export const PER_REQUEST_REVISIONS = ['2026-07-28'] as const;
export type PerRequestRevision = (typeof PER_REQUEST_REVISIONS)[number];

/** All revisions this program speaks, oldest first. */
export const REVISIONS = [...HANDSHAKE_REVISIONS, ...PER_REQUEST_REVISIONS] as const;
/** Those whose text is published, oldest first. */
export const [, ...PUBLISHED_REVISIONS] = REVISIONS;
export type Revision = (typeof REVISIONS)[number];

/** The two ways in which a session can begin (2026-07-28, basic/versioning: legacy and modern). */
export type Era = 'handshake' | 'per-request';

/** Offered in `initialize` unless the person chooses another. */
export const LATEST_HANDSHAKE_REVISION: HandshakeRevision = '2025-11-25';
/** Named in requests unless the person chooses another. */
export const LATEST_PER_REQUEST_REVISION: PerRequestRevision = '2026-07-28';

/** True for a revision that this program can speak after a handshake. */
export function isHandshakeRevision(text: unknown): text is HandshakeRevision {
  return (HANDSHAKE_REVISIONS as readonly unknown[]).includes(text);
}

export function isRevision(text: unknown): text is Revision {
  return (REVISIONS as readonly unknown[]).includes(text);
}

/** Era of any revision, known or not: revisions are dates, and the handshake went with 2026-07-28. Other strings are older. */
export function eraOf(revision: string): Era {
  return /^\d{4}-\d{2}-\d{2}$/.test(revision) && revision >= LATEST_PER_REQUEST_REVISION ? 'per-request' : 'handshake';
}

/** The latest of some revisions that this program speaks in an era, or undefined. */
export function latestSpoken(offered: readonly unknown[], era: Era): Revision | undefined {
  return REVISIONS.findLast((revision) => eraOf(revision) === era && offered.includes(revision));
}

/** `MCP-Protocol-Version` is sent on HTTP requests after initialization (2025-06-18, basic/transports#protocol-version-header). */
export const sendsVersionHeader = (revision: string): boolean => revision >= '2025-06-18';

/** Only 2025-03-26 lets peers send JSON-RPC batches (basic/index#batching). */
export const allowsBatch = (revision: string): boolean => revision === '2025-03-26';
