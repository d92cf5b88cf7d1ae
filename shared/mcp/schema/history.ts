/** Which published revisions a schema can be made for, and spans of them. */
import { PUBLISHED_REVISIONS } from '../revisions.ts';

export const SCHEMA_REVISIONS = PUBLISHED_REVISIONS;
export type SchemaRevision = (typeof SCHEMA_REVISIONS)[number];

/** First and last revision of something; an end that is left out is open. */
export interface Span {
  readonly since?: SchemaRevision;
  readonly until?: SchemaRevision;
}

/** True when a revision lies in a span. Revisions are dates, so their texts order them. */
export function within({ since, until }: Span, revision: SchemaRevision): boolean {
  return (since === undefined || since <= revision) && (until === undefined || revision <= until);
}

/** The schemas for a version: its own, else the newest before it, else the oldest (2024-10-07 reads as 2024-11-05). */
export function schemaRevision(revision: string): SchemaRevision {
  // Asked of nearly every message: strings are compared by their order only where none is equal.
  return (
    SCHEMA_REVISIONS.find((each) => each === revision) ??
    SCHEMA_REVISIONS.findLast((each) => each <= revision) ??
    SCHEMA_REVISIONS[0]
  );
}
