/** Each message of each revision, described once: schemas, validators and examples are made of it. Separate, so pages load it late. */
export { dialectOf, schemaFault } from './dialect.ts';
export { DeclaredSchemas, type Misfit } from './declared.ts';
export { checkMessage, checkPart, type MessageContext, type SchemaProblem } from './check.ts';
export { exampleMessage, exampleOf, exampleResult } from './examples.ts';
export { SCHEMA_REVISIONS, schemaRevision, type SchemaRevision } from './history.ts';
export { surelyFits, surelyFitsParams, surelyFitsResult } from './fits.ts';
export { messageSchema, type MessageSchemaContext } from './message-schema.ts';
export { messageOf, messagesOf, resultsOf, revisionSchema } from './revision-schema.ts';
