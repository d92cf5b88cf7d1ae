/** Opening a relay's page as often as a script likes, from an address that works once. */

const KEY = 'lifeline-page-key';
/** What the browser held after an address was used up, by the address. */
const held = new Map();

/**
 * Go to the address that a relay printed, or to any other page. The first page is signed in by the address; for later ones, in
 * contexts that share nothing with it, the browser is given the cookie and the page key that the first one got.
 */
export async function gotoSignedIn(page, url) {
  const { origin, hash, pathname, search } = new URL(url);
  if (!hash.startsWith('#token=')) return page.goto(url);
  const before = await held.get(url);
  if (before) {
    await page.context().addCookies(before.cookies);
    await page.context().addInitScript(
      ([name, key, where]) => {
        if (location.origin === where && sessionStorage.getItem(name) === null) sessionStorage.setItem(name, key);
      },
      [KEY, before.key, origin],
    );
    return page.goto(origin + pathname + search);
  }
  const signing = signIn(page, url);
  held.set(url, signing);
  await signing;
}

async function signIn(page, url) {
  await page.goto(url);
  const key = await (await page.waitForFunction((name) => sessionStorage.getItem(name), KEY)).jsonValue();
  return { key, cookies: await page.context().cookies(url) };
}
