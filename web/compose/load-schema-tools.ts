/** The message schemas are fetched together with the editor that they serve. */
export type SchemaTools = typeof import('./schema-tools.ts');

let loading: Promise<SchemaTools> | undefined;

/** The tools, fetched once. Rejects when they cannot be fetched; the next call tries again. */
export function loadSchemaTools(): Promise<SchemaTools> {
  loading ??= import('./schema-tools.ts').catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}
