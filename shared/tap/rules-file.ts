/** A file of rules, with which a tap acts without a person: JSON with comments and trailing commas. */
import {
  findNodeAtLocation,
  parse,
  parseTree,
  printParseErrorCode,
  type ParseError,
} from 'jsonc-parser/lib/esm/main.js';
import { wrongRules, type JsonPath } from './check.ts';
import { USUAL_LIMIT, type TapOrders, type TapRule } from './orders.ts';

/** The orders, or sentences on what is wrong, each with line and column. */
export type RulesFile = { readonly orders: TapOrders } | { readonly wrong: readonly string[] };

/** `{"rules": […], "limit": 30000}`. Never throws. */
export function readRules(text: string): RulesFile {
  const plain = text.replace(/^\ufeff/, '');
  const errors: ParseError[] = [];
  try {
    const value: unknown = parse(plain, errors, { allowTrailingComma: true });
    if (errors.length > 0)
      return {
        wrong: errors.map(({ error, offset }) => `${placeAt(plain, offset)}: ${spaced(printParseErrorCode(error))}`),
      };
    const wrong = wrongRules(value, []);
    if (wrong.length > 0) return { wrong: wrong.map(({ at, why }) => `${placeOf(plain, at)}: ${why}`) };
    const { rules, limit = USUAL_LIMIT } = value as { readonly rules: readonly TapRule[]; readonly limit?: number };
    return { orders: { breakpoints: [], rules, limit } };
  } catch (error) {
    if (error instanceof RangeError) return { wrong: ['1:1: nested too deeply'] };
    throw error;
  }
}

function placeOf(text: string, path: JsonPath): string {
  const root = parseTree(text, [], { allowTrailingComma: true });
  return placeAt(text, (root && findNodeAtLocation(root, [...path])?.offset) ?? 0);
}

/** `3:14`: line and column, from 1. */
function placeAt(text: string, offset: number): string {
  const lines = text.slice(0, offset).split(/\r\n|\r|\n/);
  return `${lines.length}:${(lines.at(-1)?.length ?? 0) + 1}`;
}

/** `CommaExpected` as words. */
const spaced = (name: string): string => name.replace(/\B[A-Z]/g, ' $&').toLowerCase();
