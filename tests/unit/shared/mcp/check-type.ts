import { revisionSchema, schemaRevision } from '#shared/mcp/schema';
import type { Leaf } from '../../../../shared/mcp/leaves.ts';
import { failuresOf } from '../../../../shared/mcp/schema/validator.ts';

/**
 * What a type of a revision, by its name in `$defs`, has against a value: a tool, a capability, a form. Undefined when the
 * revision has no such type.
 */
export function checkType(revision: string, type: string, value: unknown): readonly Leaf[] | undefined {
  const at = schemaRevision(revision);
  return Object.hasOwn(revisionSchema(at).$defs, type) ? failuresOf(at, type, value) : undefined;
}
