import { readFileSync } from 'node:fs';
import { errorText } from '#shared/base';
import { readRules, type TapOrders } from '#shared/tap';

/** The orders in a file of rules, or a sentence on what is wrong with it, with the places. */
export function rulesIn(path: string): TapOrders | string {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    return `${path} can’t be read: ${errorText(error)}`;
  }
  const read = readRules(text);
  return 'orders' in read ? read.orders : read.wrong.map((each) => `${path}:${each}`).join('\n');
}
