// `npm start`: everything from a fresh clone to a running relay, and nothing twice.
import { ensureInstalled } from './install.mjs';

ensureInstalled();
// Only now are there dependencies that building may load.
const { ensureBuilt } = await import('./build.mjs');
await ensureBuilt();
await import('../../dist/relay/cli.js');
