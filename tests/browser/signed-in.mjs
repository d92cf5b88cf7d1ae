/** Opening a relay's page as often as a script likes, from an address that works once. */
import { enter } from '../enter.mjs';

const KEY = 'lifeline-page-key';
/** What was got for a token, by the token's address. */
const held = new Map();
/** What else an address says does not matter to its token. */
const tokenOf = (url) => new URL(url).origin + new URL(url).hash;

/** What a signed-in page holds, from an address that may have been used by this script before. */
export function sessionOf(url) {
  const session = held.get(tokenOf(url)) ?? enter(url);
  held.set(tokenOf(url), session);
  return session;
}

/**
 * Go to the address that a relay printed, or to any other page. The first page is signed in by the address; for later ones, in
 * contexts that share nothing with it, the browser is given the cookie and the page key that the first one got.
 */
export async function gotoSignedIn(page, url) {
  const { hash, pathname, search } = new URL(url);
  if (!hash.startsWith('#token=')) return page.goto(url);
  const before = held.get(tokenOf(url));
  if (!before) {
    const signing = signIn(page, url);
    held.set(tokenOf(url), signing);
    return signing;
  }
  const { origin, port, secrets } = await before;
  const cookie = { name: `lifeline_${port}`, value: secrets.cookie, url: origin, httpOnly: true, sameSite: 'Strict' };
  await page.context().addCookies([cookie]);
  await page.context().addInitScript(
    ([name, key, where]) => {
      if (location.origin === where && sessionStorage.getItem(name) === null) sessionStorage.setItem(name, key);
    },
    [KEY, secrets.key, origin],
  );
  return page.goto(origin + pathname + search);
}

async function signIn(page, url) {
  await page.goto(url);
  const key = await (await page.waitForFunction((name) => sessionStorage.getItem(name), KEY)).jsonValue();
  const { origin, port } = new URL(url);
  const cookies = await page.context().cookies(url);
  const cookie = cookies.find(({ name }) => name === `lifeline_${port}`).value;
  return { port: Number(port), origin, secrets: { cookie, key } };
}
