import { optionFile } from '../../base/index.ts';
import { readRules, type TapOrders } from '#shared/tap';

/** The orders in a file of rules, or sentences on what is wrong, with the places. Throws `UnreadableFile`. */
export function rulesIn(path: string): TapOrders | string {
  const read = readRules(optionFile(path));
  return 'orders' in read ? read.orders : read.wrong.map((each) => `${path}:${each}`).join('\n');
}
