/** Signing in as the page does, for what speaks to a relay without a page. */

import dns from 'node:dns';

/** Where a relay prints its addresses. */
export const PRINTED = /http:\/\/(?:[0-9a-f]{32}\.)?localhost:\d+\/(?:\?fresh=[\w-]+)?#token=[\w-]+/;

// Browsers find every name below localhost by themselves; whether the system does is up to its libraries.
const system = dns.lookup;
dns.lookup = (name, ...rest) => system(name.endsWith('.localhost') ? 'localhost' : name, ...rest);

/**
 * Use up the address that a relay printed. Gives its port and origin, and what its page holds from then on: the cookie's value
 * and the page key. Rejects when the address does not work.
 */
export async function enter(printed) {
  const { port, origin, hash } = new URL(printed);
  const token = hash.slice('#token='.length);
  const answer = await fetch(`${origin}/api/enter`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: origin },
    body: JSON.stringify({ token }),
  });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  const { key } = await answer.json();
  const pair = answer.headers.get('set-cookie').split(';')[0];
  return { port: Number(port), origin, secrets: { cookie: pair.slice(pair.indexOf('=') + 1), key } };
}

/** The headers of a request to the relay that was entered, and the subprotocols of its socket. */
export const headersFor = ({ port, secrets }) => ({
  Cookie: `lifeline_${port}=${secrets.cookie}`,
  'X-Lifeline-Key': secrets.key,
});
export const protocolsFor = ({ secrets }) => ['lifeline', `key.${secrets.key}`];
