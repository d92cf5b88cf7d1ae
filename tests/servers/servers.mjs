/**
 * How to start the published servers of this folder. None needs a network.
 *
 * What each answers (versions as pinned; probed with `server/discover` of 2026-07-28 and `initialize` of 2025-11-25):
 *
 * | server      | discover, stdio                | initialize, stdio        | discover, HTTP                      | initialize, HTTP    |
 * | ----------- | ------------------------------ | ------------------------ | ----------------------------------- | ------------------- |
 * | filesystem  | -32601                         | 2025-11-25               | no HTTP                             |                     |
 * | memory      | -32601                         | 2025-11-25               | no HTTP                             |                     |
 * | sequential-thinking | -32601                 | 2025-11-25               | no HTTP                             |                     |
 * | playwright  | -32601                         | 2025-11-25               | 400, -32000 not initialized         | SSE, session id     |
 * | context7    | [2026-07-28]                   | 2025-11-25, also after a discover | 200 JSON, [2026-07-28]     | SSE, no session     |
 * | kubernetes  | [2026-07-28, 2025-11-25, …]    | 2025-11-25; after a discover error 0 `duplicate "initialize" received` | 200 SSE, [2025-11-25, … 2024-11-05] | SSE, session id |
 * | basic-react | -32601                         | 2025-11-25               | 400, -32000 unsupported version     | SSE, no session     |
 * | chart       | -32601                         | 2025-11-25               | left out: GET is answered 404 where 405 is due |          |
 * | perplexity  | -32601                         | 2025-11-25               | 400, -32000 unsupported version     | JSON, no session    |
 * | firecrawl   | -32601                         | 2025-11-25               | 400, -32000, with the id of the probe | SSE, no session   |
 * | 1password   | [2026-07-28]                   | 2025-11-25, also after a discover | no HTTP                    |                     |
 *
 * Malformed JSON ends kubernetes over stdio (exit 1); over HTTP it answers 400 text/plain, basic-react 400 text/html,
 * the others 400 with -32700. Over HTTP with sessions kubernetes refuses anything modern but discover with 400 -32022.
 * Playwright answers 403 to any Host but `localhost:PORT`.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const modules = fileURLToPath(new URL('node_modules', import.meta.url));
const LOOPBACK = new URL('loopback.mjs', import.meta.url).href;

const node = (script, ...args) => ({ command: process.execPath, args: [join(modules, script), ...args], env: {} });
/** The same for a server that would listen on every interface. */
const local = ({ command, args, env }) => ({ command, args: ['--import', LOOPBACK, ...args], env });

/** A cluster at a port where nothing listens: the server starts, and its tools fail. */
const KUBECONFIG = `apiVersion: v1
kind: Config
current-context: nowhere
clusters: [{ name: nowhere, cluster: { server: 'https://127.0.0.1:1' } }]
contexts: [{ name: nowhere, context: { cluster: nowhere, user: nobody } }]
users: [{ name: nobody, user: {} }]
`;

/**
 * The Go program that the package kubernetes-mcp-server starts, by itself: a signal reaches it, and no Node process stands
 * between. Only the one for Linux on x64 is installed; elsewhere this throws.
 */
function kubernetes(folder, ...args) {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `kubernetes-mcp-server-${platform}-${process.arch === 'x64' ? 'amd64' : process.arch}`;
  const binary = `${name}${process.platform === 'win32' ? '.exe' : ''}`;
  const config = join(folder, 'kubeconfig.yaml');
  writeFileSync(config, KUBECONFIG);
  return { command: require.resolve(`${name}/bin/${binary}`), args: ['--kubeconfig', config, ...args], env: {} };
}

function filesystem(folder) {
  const root = join(folder, 'files');
  mkdirSync(root, { recursive: true });
  writeFileSync(join(root, 'hello.txt'), 'Hello from a file\n');
  return node('@modelcontextprotocol/server-filesystem/dist/index.js', root);
}

const memory = (folder) => ({
  ...node('@modelcontextprotocol/server-memory/dist/index.js'),
  env: { MEMORY_FILE_PATH: join(folder, 'memory.jsonl') },
});

/** Without its metrics, which would want port 9464 of every instance. */
const context7 = (...args) => ({
  ...node('@upstash/context7-mcp/dist/index.js', ...args),
  env: { OTEL_SDK_DISABLED: 'true' },
});

const playwright = (...args) =>
  node(
    '@playwright/mcp/cli.js',
    '--headless',
    '--isolated',
    '--no-sandbox',
    '--executable-path',
    process.env.CHROME_PATH ?? '/usr/bin/chromium',
    ...args,
  );

const react = (...args) => node('@modelcontextprotocol/server-basic-react/dist/index.js', ...args);

/** Keys that nobody gave out: the servers want some before they start, and their tools fail. */
const perplexity = (script) => ({
  ...node(`@perplexity-ai/mcp-server/dist/${script}.js`),
  env: { PERPLEXITY_API_KEY: 'none' },
});
const firecrawl = (env) => ({ ...node('firecrawl-mcp/dist/index.js'), env: { FIRECRAWL_API_KEY: 'none', ...env } });

/** An older version of the package of the same name that Lifeline's own tests use: what differs between the two is known. */
const olderEverything = () => node('server-everything-2026-1/dist/index.js');

const on = (started, url) => ({ ...started, url });

/**
 * By name, `stdio(folder)` gives {command, args, env}, and `http(port, folder)`, where there is one, gives {command,
 * args, env, url}: the server answers at `url` once it listens. `folder` is a scratch folder of the caller's; `env` is
 * added to the caller's.
 */
export const SERVERS = {
  'everything-2026-1': { stdio: olderEverything },
  filesystem: { stdio: filesystem },
  memory: { stdio: memory },
  'sequential-thinking': { stdio: () => node('@modelcontextprotocol/server-sequential-thinking/dist/index.js') },
  context7: {
    stdio: () => context7(),
    http: (port) => on(local(context7('--transport', 'http', '--port', String(port))), `http://127.0.0.1:${port}/mcp`),
  },
  kubernetes: {
    stdio: (folder) => kubernetes(folder),
    http: (port, folder) =>
      on(kubernetes(folder, '--port', String(port), '--bind-address', '127.0.0.1'), `http://127.0.0.1:${port}/mcp`),
  },
  playwright: {
    stdio: () => playwright(),
    http: (port) => on(playwright('--port', String(port)), `http://localhost:${port}/mcp`),
  },
  /** resources/read of `ui://get-time/mcp-app.html` is a line of 422 664 bytes. */
  'basic-react': {
    stdio: () => react('--stdio'),
    http: (port) => on({ ...local(react()), env: { PORT: String(port) } }, `http://127.0.0.1:${port}/mcp`),
  },
  chart: { stdio: () => node('@antv/mcp-server-chart/build/index.js') },
  perplexity: {
    stdio: () => perplexity('index'),
    http: (port) => {
      const { env, ...started } = perplexity('http');
      return on({ ...local(started), env: { ...env, PORT: String(port) } }, `http://127.0.0.1:${port}/mcp`);
    },
  },
  /** On fastmcp: the v2 SDK takes the messages, the v1 SDK answers them. GET is answered 405 with text. */
  firecrawl: {
    stdio: () => firecrawl(),
    http: (port) =>
      on(
        local(firecrawl({ HTTP_STREAMABLE_SERVER: 'true', HOST: '127.0.0.1', PORT: String(port) })),
        `http://127.0.0.1:${port}/mcp`,
      ),
  },
  '1password': { stdio: () => node('@takescake/1password-mcp/bin/1password-mcp.js') },
};
