/** The members that every message has, whatever it is about (JSON-RPC 2.0; basic/index#messages). */
import { isObject, parsedJson, type Decoded } from '#shared/jsonrpc';
import { JSONRPC } from '../catalogue/jsonrpc.ts';
import { judge } from '../judge.ts';
import { quoted } from '../told.ts';
import type { Turn } from '../turn.ts';

const { 'rpc-version-field': VERSION_FIELD, 'rpc-response-both': BOTH } = JSONRPC;

export const ENVELOPE = judge({
  name: 'envelope',
  rules: [VERSION_FIELD, BOTH],
  message(turn, item) {
    if (item.kind === 'malformed' || item.kind === 'batch') return;
    if (item.faults.includes('not-an-object')) return;
    if (turn.tries(VERSION_FIELD)) {
      const wrong = item.faults.includes('wrong-jsonrpc');
      if (wrong || item.faults.includes('missing-jsonrpc'))
        turn.broke(VERSION_FIELD, {
          ...(wrong ? { pointer: '/jsonrpc' } : {}),
          found: [quoted(wrong ? memberOf(turn, item, 'jsonrpc') : undefined)],
        });
    }
    if (item.kind === 'response' && turn.tries(BOTH) && item.faults.includes('result-and-error'))
      turn.broke(BOTH, { pointer: '/error' });
  },
});

/** A member of the message that decoding leaves out. Reads the text anew: ask for it only to say what was found. */
function memberOf({ raw, index }: Turn, item: Decoded, name: string): unknown {
  if (item.kind === 'invalid' && isObject(item.value)) return item.value[name];
  const whole = parsedJson(raw ?? '');
  const value: unknown = index !== undefined && Array.isArray(whole) ? (whole as unknown[])[index] : whole;
  return isObject(value) ? value[name] : undefined;
}
