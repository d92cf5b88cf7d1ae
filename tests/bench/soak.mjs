/** Many messages through the relay and stdio to a page: what the relay and the page take while it lasts. */
import { readFileSync } from 'node:fs';
import { compose, eventCount, openSession } from './page.mjs';

/** Megabytes of memory that a process holds (Linux only; NaN elsewhere). */
function residentMegabytes(pid) {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1000;
  } catch {
    return NaN;
  }
}

/**
 * `count` notifications to a page. Gives milliseconds until their answer is there, events that are missing, and samples taken as
 * the events came: megabytes of the relay and of the page's heap.
 */
export async function soak(browser, relay, count) {
  const { page, close } = await openSession(browser, relay.url);
  page.setDefaultTimeout(1_800_000);
  const client = await page.context().newCDPSession(page);
  await compose(
    page,
    JSON.stringify({ jsonrpc: '2.0', id: 777, method: 'tools/call', params: { name: 'flood', arguments: { count } } }),
  );
  const before = await eventCount(page);
  const began = performance.now();
  const samples = [];
  await page.getByRole('button', { name: /^Send as typed/ }).click();
  for (let events = 0; events < count + 2;) {
    events = (await eventCount(page)) - before;
    const { usedSize } = await client.send('Runtime.getHeapUsage');
    samples.push({ events, relay: residentMegabytes(relay.pid), page: usedSize / 1e6 });
    if (performance.now() - began > 1_800_000) break;
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)));
  }
  const took = performance.now() - began;
  const lost = count + 2 - (samples.at(-1)?.events ?? 0);
  await close();
  return { took, lost, samples };
}
