/** Which error codes are for whom (2026-07-28, basic/index#error-codes). */
import { isObject, type JsonObject } from '#shared/jsonrpc';
import { ErrorCode, META, metaValue } from '#shared/mcp';
import { RULES as ERRORS } from '../rules/errors.ts';
import { clientCapabilities, judge, objectAt, quoted, type Turn } from '../judging.ts';

const {
  'err-reserved-range': RESERVED,
  'err-legacy-range': LEGACY,
  'err-retired-codes': RETIRED,
  'err-defined-code-misused': MISUSED,
  'err-jsonrpc-reserved-range': JSONRPC_RESERVED,
  'err-32042-before-2025-11-25': EARLY_URL,
} = ERRORS;

export const ERROR_CODES = judge({
  rules: [RESERVED, LEGACY, RETIRED, MISUSED, JSONRPC_RESERVED, EARLY_URL],
  failure(turn, { error }) {
    const code = isObject(error) ? error['code'] : undefined;
    if (typeof code !== 'number' || !Number.isInteger(code) || !isObject(error)) return;
    const found = { pointer: '/error/code', found: [code], related: [turn.asked?.s] };
    if (turn.dir === 's2c') {
      if (turn.applies(EARLY_URL) && code === ErrorCode.UrlElicitationRequired) turn.report(EARLY_URL, found);
      if (turn.applies(MISUSED)) misused(turn, code, error);
      if (isProbe(turn)) return;
      const retired = code === ErrorCode.ResourceNotFound || code === ErrorCode.UrlElicitationRequired;
      if (turn.applies(RETIRED) && retired && isServed(turn)) turn.report(RETIRED, found);
    }
    if (
      turn.applies(RESERVED) &&
      code >= -32099 &&
      code < ErrorCode.UnsupportedVersion &&
      code !== ErrorCode.UrlElicitationRequired
    )
      turn.report(RESERVED, found);
    const legacy = code >= -32019 && code <= -32000 && code !== ErrorCode.ResourceNotFound;
    if (turn.applies(LEGACY) && legacy && isServed(turn)) turn.report(LEGACY, found);
    const standard = code === ErrorCode.ParseError || (code <= ErrorCode.InvalidRequest && code >= -32603);
    if (turn.applies(JSONRPC_RESERVED) && code >= -32768 && code <= -32100 && !standard)
      turn.report(JSONRPC_RESERVED, found);
  },
});

/** A server of the handshake era that refuses a probe follows its own revision. */
function isProbe({ asked, late, facts }: Turn): boolean {
  return (asked ?? late?.asked)?.method === 'server/discover' && facts.server === undefined;
}

/** Nor is a request served that such a server refuses over HTTP, with codes that it always had. */
function isServed({ dir, facts, exchange }: Turn): boolean {
  return dir === 'c2s' || facts.server !== undefined || (exchange?.status ?? 200) < 300;
}

/** Codes that the revision defines, for something else than what it defines them for. */
function misused(turn: Turn, code: number, error: JsonObject): void {
  const { asked, facts } = turn;
  const broke = (pointer: string, ...found: readonly unknown[]): void =>
    turn.report(MISUSED, { pointer, found: [code, ...found], related: [asked?.s] });
  if (code === ErrorCode.HeaderMismatch && facts.transport === 'stdio') broke('/error/code', 'stdio');
  if (code === ErrorCode.MissingCapability && asked) {
    const required = objectAt(error, 'data', 'requiredCapabilities');
    const declared = clientCapabilities(facts, asked.params);
    if (required && declared && Object.keys(required).length > 0 && covers(declared, required, 4))
      broke('/error/data/requiredCapabilities', `requiredCapabilities: ${quoted(required)}`);
  }
  if (code === ErrorCode.UnsupportedVersion && asked) {
    const supported: unknown = objectAt(error, 'data')?.['supported'];
    const version = metaValue(asked.params, META.protocolVersion);
    if (Array.isArray(supported) && typeof version === 'string' && (supported as unknown[]).includes(version))
      broke('/error/data/supported', `supported: ${quoted(version)}`);
  }
}

/** Every member of the one is a member of the other, too, to that depth. */
function covers(declared: JsonObject, required: JsonObject, depth: number): boolean {
  return Object.entries(required).every(([name, value]) => {
    if (!Object.hasOwn(declared, name)) return false;
    const own = declared[name];
    return !isObject(value) || depth === 0 || !isObject(own) || covers(own, value, depth - 1);
  });
}
