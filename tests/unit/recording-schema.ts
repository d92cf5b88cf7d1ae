/** The published schema of a recording's line. */
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

const schema = JSON.parse(
  readFileSync(new URL('../../shared/recording/recording.schema.json', import.meta.url), 'utf8'),
) as object;
const ajv = new Ajv2020({ allErrors: true, strictTypes: false });
formats.default(ajv);
const validate = ajv.compile(schema);

/** What the schema says against a line, parsed; empty when it allows it. */
export function problemsOfLine(line: unknown): string[] {
  return validate(line) ? [] : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
