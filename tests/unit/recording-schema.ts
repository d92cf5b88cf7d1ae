/** The published schema of a recording's line. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { recordingSchema } from '#shared/recording';

const ajv = new Ajv2020({ allErrors: true, strictTypes: false });
formats.default(ajv);
const validate = ajv.compile(recordingSchema());

/** What the schema says against a line, parsed; empty when it allows it. */
export function problemsOfLine(line: unknown): string[] {
  return validate(line) ? [] : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
