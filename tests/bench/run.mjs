/**
 * `npm run bench`: the numbers that matter, measured on this machine, with a bare pipe beside them. Medians of several runs;
 * compare ratios, not machines. Prints a table; exits 0 whatever it says, and 1 when a part did not run to its end.
 *
 *   --only direct,soak   those parts alone
 *   --save FILE          keep the rows as JSON
 *   --against FILE       compare with the rows that a run kept
 *   --tiny               sizes that only show that each part works
 */
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { ensureInstalled } from '../../relay/boot/install.mjs';
import { findBrowser } from '../find-browser.mjs';

ensureInstalled();
const { ensureBuilt } = await import('../../relay/boot/build.mjs');
await ensureBuilt();
const code = await import('./code-parts.mjs');
const page = await import('./page-parts.mjs');
const { launch } = await import('./page.mjs');
const { endOwned, owned } = await import('./owned.mjs');
const { Report } = await import('./report.mjs');
const { TINY, WHOLE } = await import('./sizes.mjs');
const { startRelay } = await import('../start-relay.mjs');

/** By name: what is measured, and what it needs: a relay, or a relay and a browser. */
const PARTS = {
  opening: { run: page.opening, browser: true },
  messages: { run: page.messages, relay: true, browser: true },
  'in-flight': { run: code.inFlight, relay: true },
  'round-trips': { run: code.roundTrips, relay: true },
  recordings: { run: page.recordings, relay: true, browser: true },
  views: { run: page.switching, relay: true, browser: true },
  library: { run: page.library, browser: true },
  direct: { run: page.direct, relay: true },
  soak: { run: page.longSoak, relay: true, browser: true },
  commands: { run: code.commands },
  folds: { run: code.folds },
  findings: { run: code.judging },
  tap: { run: code.tap },
};

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: Object.keys(PARTS).join() },
    save: { type: 'string' },
    against: { type: 'string' },
    tiny: { type: 'boolean', default: false },
  },
});
const chosen = options.only.split(',');
const unknown = chosen.filter((name) => !Object.hasOwn(PARTS, name));
const { path: chrome, problem } = findBrowser();
if (unknown.length > 0 || !chrome) {
  const parts = `no part ${unknown.join(', ')}; there are: ${Object.keys(PARTS).join(' ')}`;
  console.error(unknown.length > 0 ? parts : problem);
  process.exit(2);
}

const sizes = options.tiny ? TINY : WHOLE;
const report = new Report(options.against);
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void endOwned().then(() => process.exit(1)));

async function startRelayOfPart() {
  const relay = await startRelay({ port: 0 });
  owned(relay.close);
  return relay;
}

async function launchBrowserOfPart() {
  const browser = await launch(chrome);
  owned(() => browser.close());
  return browser;
}

/** Run one part with a relay and a browser of its own: the address that signs a browser in is good for some minutes only. */
async function measure(name) {
  const began = performance.now();
  const rows = report.count;
  const part = PARTS[name];
  try {
    const relay = part.relay ? await startRelayOfPart() : undefined;
    const browser = part.browser ? await launchBrowserOfPart() : undefined;
    await part.run({ browser, chrome, relay, report }, sizes[name]);
    if (report.count === rows) throw new Error('it measured nothing');
    console.log(`part ${name}: ended after ${((performance.now() - began) / 1000).toFixed(0)} s`);
  } catch (error) {
    process.exitCode = 1;
    console.error(`part ${name}: FAILED: ${error instanceof Error ? error.stack : String(error)}`);
  } finally {
    await endOwned();
  }
}

for (const name of chosen) await measure(name);

const machine = `${cpus().length} cores, ${cpus()[0]?.model ?? ''}, Node ${process.version}`;
console.log(`\n${machine}; medians\n\n${report.table()}`);
if (options.save !== undefined) report.save(options.save, { machine, at: new Date().toISOString() });
