/** How values of `Mcp-Name` and `Mcp-Param-*` have to be written (2026-07-28, basic/transports/streamable-http#value-encoding). */
import { headerText } from '#shared/mcp';

/** True when a value is not written as it has to be; `plain` is what it should stand for, where that is known. */
export function encodingFault(value: string, plain: string | undefined): boolean {
  if (/[^\x20-\x7e\t]/.test(value) || value.trim() !== value) return true;
  // What looks wrapped and is meant as it stands has to be wrapped.
  if (/^=\?base64\?.*\?=$/s.test(value)) return headerText(value) === undefined || value === plain;
  return value !== plain && /^=\?base64\?/i.test(value) && (/^=\?base64\?.*\?=$/is.test(value) || plain !== undefined);
}
