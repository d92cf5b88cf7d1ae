/** Finds secrets in addresses, wherever in a text they stand: users and passwords, and segments of their paths. */
import { secretSegments } from './address-path.ts';
import type { Findings, Spot } from './findings.ts';
import { allMatches, percentDecoded } from './matches.ts';
import { isTelling } from './names/index.ts';
import type { View } from './view.ts';

/** `user:password@tcp(host:3306)/db`, as drivers of Go read it, and the same with a host and port: no scheme stands before it. */
const USER_OF_HOST =
  /(?<![\w/@:.+-])[\w.+%-]{1,64}:([^\s@"'`<>\\‹›]{1,400})@(?:(?:tcp|udp|unix|pipe|cloudsql)[46]?\(|[\w.-]{1,255}:\d{2,5}\/)/g;
const USER_INFO = /:\/\/([^\s/@:"'<>\\?#]{0,65000})(?::((?:[^\s/"'<>\\?#]|'(?=\w)){0,65000}))?@/g;

/** Look through one view of a text. What stands in queries is found by the names of its members (`find-text.ts`). */
export function findInAddresses(view: View, spot: Spot, findings: Findings): void {
  const { text } = view;
  if (text.includes('://')) {
    findUserInfo(view, spot, findings);
    for (const [from, to] of secretSegments(text))
      findings.add('addresses', percentDecoded(text.slice(from, to)), spot, view, from, to);
  }
  if (!text.includes('@')) return;
  for (const { 0: all, 1: password = '', index } of allMatches(text, USER_OF_HOST)) {
    const from = index + all.indexOf(':') + 1;
    findings.add('addresses', percentDecoded(password), spot, view, from, from + password.length);
  }
}

function findUserInfo(view: View, spot: Spot, findings: Findings): void {
  for (const { 0: all, 1: user = '', 2: password, index } of allMatches(view.text, USER_INFO)) {
    if (!view.isDecoded(index)) continue;
    const from = index + 3;
    if (password !== undefined) {
      const to = index + all.length - 1;
      findings.add('addresses', percentDecoded(password), spot, view, to - password.length, to);
    } else if (isTelling(percentDecoded(user)))
      findings.add('addresses', percentDecoded(user), spot, view, from, from + user.length);
  }
}
