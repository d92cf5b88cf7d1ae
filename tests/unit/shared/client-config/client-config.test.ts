/** Configurations of hosts and of the registry, read as servers, their open values, and written again. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clientConfigText, fillServer, readClientConfig, withoutValues, type OpenValue } from '#shared/client-config';
import { DEFAULT_POLICY } from '#shared/driver';
import { freeName } from '../../../../web/workspace/connect/config.ts';
import { savedSettings, settingsOf } from '../../../../web/workspace/connect/saved-settings.ts';

const read = (value: unknown) => readClientConfig(typeof value === 'string' ? value : JSON.stringify(value));
const specs = (value: unknown) => read(value)?.servers.map(({ name, spec }) => ({ name, ...spec }));
/** The only server of a configuration, its open values filled from an object. */
function fill(value: unknown, given: { readonly [name: string]: string } = {}) {
  const [server] = read(value)?.servers ?? [];
  if (!server) throw new Error('no server');
  return fillServer(server, ({ name }: OpenValue) => (Object.hasOwn(given, name) ? given[name] : undefined));
}

describe('spellings of hosts', () => {
  test('Zed: context_servers among other settings, with comments; the older form with a path', () => {
    const text = `// Zed settings
    { "theme": "One Dark", /* mine */ "context_servers": {
        "now": { "command": "uv", "args": ["run", "main.py"], "env": { "K": "v" } },
        "before": { "command": { "path": "node", "args": ["a.js"], "env": { "A": "b" } }, "settings": {} },
        "web": { "url": "https://example.test/mcp", "headers": { "Authorization": "Bearer t" } },
    }, }`;
    expect(specs(text)).toEqual([
      { name: 'now', transport: 'stdio', command: 'uv', args: ['run', 'main.py'], env: { K: 'v' } },
      { name: 'before', transport: 'stdio', command: 'node', args: ['a.js'], env: { A: 'b' } },
      {
        name: 'web',
        transport: 'streamable-http',
        url: 'https://example.test/mcp',
        headers: [['Authorization', 'Bearer t']],
      },
    ]);
  });

  test('Codex: config.toml with tokens and headers from variables', () => {
    const text = `model = "x"
[mcp_servers.docs]
command = "npx"
args = ["-y", "docs-server"]
env_vars = ["HANDED_ON"]
cwd = "/data"
[mcp_servers.docs.env]
KEY = "v"

[mcp_servers."web one"]
url = "https://example.test/mcp"
bearer_token_env_var = "DOCS_TOKEN"
http_headers = { "X-Client" = "a" }
env_http_headers = { "X-Key" = "DOCS_KEY" }
`;
    const list = read(text);
    expect(
      list?.servers.map(({ name, open }) => [name, open.map((each) => [each.name, each.kind, each.secret])]),
    ).toEqual([
      ['docs', [['HANDED_ON', 'environment', false]]],
      [
        'web one',
        [
          ['DOCS_KEY', 'environment', false],
          ['DOCS_TOKEN', 'environment', true],
        ],
      ],
    ]);
    expect(list?.servers[0]?.spec).toMatchObject({ cwd: '/data', env: { KEY: 'v', HANDED_ON: '${HANDED_ON}' } });
    const [, web] = list?.servers ?? [];
    const filled = web && fillServer(web, ({ name }) => `<${name}>`);
    expect(filled).toEqual({
      missing: [],
      spec: {
        transport: 'streamable-http',
        url: 'https://example.test/mcp',
        headers: [
          ['X-Client', 'a'],
          ['X-Key', '<DOCS_KEY>'],
          ['Authorization', 'Bearer <DOCS_TOKEN>'],
        ],
      },
    });
  });

  test('opencode: a command as a list, {env:NAME}', () => {
    const entry = { type: 'local', command: ['bun', 'x', 'server'], environment: { KEY: '{env:MY_KEY}' } };
    expect(fill({ mcp: { one: entry } }, { MY_KEY: 'v' }).spec).toEqual({
      transport: 'stdio',
      command: 'bun',
      args: ['x', 'server'],
      env: { KEY: 'v' },
    });
  });

  test('VS Code: inputs are described, envFile is kept', () => {
    const config = {
      inputs: [
        { type: 'promptString', id: 'key', description: 'The API key', password: true },
        { type: 'pickString', id: 'zone', options: ['eu', { label: 'US', value: 'us' }], default: 'eu' },
      ],
      servers: {
        s: {
          command: 'x',
          args: ['--zone', '${input:zone}'],
          envFile: '${workspaceFolder}/.env',
          env: { K: '${input:key}' },
        },
      },
    };
    expect(read(config)?.servers[0]?.open).toEqual([
      { name: 'zone', kind: 'input', secret: false, required: true, default: 'eu', choices: ['eu', 'us'] },
      { name: 'key', kind: 'input', secret: true, required: true, description: 'The API key' },
      { name: 'workspaceFolder', kind: 'place', secret: false, required: true },
    ]);
    expect(fill(config, { key: 'k', workspaceFolder: '/w' })).toEqual({
      missing: [],
      spec: { transport: 'stdio', command: 'x', args: ['--zone', 'eu'], env: { K: 'k' }, envFile: '/w/.env' },
    });
    expect(fill(config).missing).toEqual(['key', 'workspaceFolder']);
  });

  test('install links of VS Code and Cursor', () => {
    const entry = { name: 'one', command: 'node', args: ['a b.js'] };
    const spec = { transport: 'stdio', command: 'node', args: ['a b.js'], env: {} };
    expect(specs(`vscode:mcp/install?${encodeURIComponent(JSON.stringify(entry))}`)).toEqual([
      { name: 'one', ...spec },
    ]);
    const packed = Buffer.from(JSON.stringify({ command: 'node', args: ['a b.js'] })).toString('base64');
    const link = `cursor://anysphere.cursor-deeplink/mcp/install?name=two&config=${encodeURIComponent(packed)}`;
    expect(specs(link)).toEqual([{ name: 'two', ...spec }]);
  });
});

describe('server.json of the registry', () => {
  const json = {
    name: 'io.example/files',
    version: '1.2.0',
    packages: [
      {
        registryType: 'npm',
        identifier: '@example/files',
        version: '1.2.3',
        transport: { type: 'stdio' },
        packageArguments: [
          { type: 'positional', valueHint: 'folder', isRequired: true, description: 'What to serve' },
          { type: 'named', name: '--depth', default: '3' },
          { type: 'named', name: '--filter', description: 'A pattern', valueHint: 'pattern' },
          { type: 'named', name: '--verbose' },
        ],
        environmentVariables: [
          { name: 'API_KEY', isRequired: true, isSecret: true },
          { name: 'LOG', value: 'level={level}', variables: { level: { default: 'info' } } },
          { name: 'EXTRA' },
        ],
      },
      { registryType: 'pypi', identifier: 'files-py', version: '0.1' },
      { registryType: 'oci', identifier: 'ghcr.io/example/files:1.2.3', environmentVariables: [{ name: 'API_KEY' }] },
      { registryType: 'mcpb', identifier: 'https://example.test/files.mcpb', fileSha256: 'x' },
    ],
    remotes: [
      {
        type: 'streamable-http',
        url: 'https://{tenant}.example.test/mcp',
        variables: { tenant: { isRequired: true } },
        headers: [
          {
            name: 'Authorization',
            value: 'Bearer {token}',
            variables: { token: { isSecret: true, isRequired: true } },
          },
        ],
      },
    ],
  };

  test('packages become commands, remotes addresses, and what is open is asked for', () => {
    const list = read(json);
    expect(list?.unusable).toEqual([{ name: 'files (mcpb)', why: 'bundle' }]);
    const [npm, pypi, oci, remote] = list?.servers ?? [];
    expect(npm?.open.map(({ name, required, secret }) => [name, required, secret])).toEqual([
      ['folder', true, false],
      ['depth', false, false],
      ['pattern', false, false],
      ['API_KEY', true, true],
      ['level', false, false],
      ['EXTRA', false, false],
    ]);
    expect(npm && fillServer(npm, ({ name }) => ({ folder: '/data', API_KEY: 'k' })[name])).toEqual({
      missing: [],
      spec: {
        transport: 'stdio',
        command: 'npx',
        args: ['-y', '@example/files@1.2.3', '/data', '--depth', '3', '--verbose'],
        env: { API_KEY: 'k', LOG: 'level=info' },
      },
    });
    expect(pypi?.spec).toMatchObject({ command: 'uvx', args: ['files-py==0.1'] });
    expect(oci?.spec).toMatchObject({
      command: 'docker',
      args: ['run', '-i', '--rm', '-e', 'API_KEY', 'ghcr.io/example/files:1.2.3'],
    });
    expect(remote && fillServer(remote, ({ name }) => `<${name}>`).spec).toEqual({
      transport: 'streamable-http',
      url: 'https://<tenant>.example.test/mcp',
      headers: [['Authorization', 'Bearer <token>']],
    });
    expect(remote && fillServer(remote, () => undefined).missing).toEqual(['tenant', 'token']);
  });

  test('older files with snake_case, and the registry’s answer around it', () => {
    const older = {
      server: {
        name: 'io.example/old',
        version: '2.0.0',
        packages: [
          {
            registry_type: 'npm',
            identifier: 'old',
            runtime_hint: 'bunx',
            environment_variables: [{ name: 'A', is_required: true }],
          },
        ],
      },
      _meta: {},
    };
    expect(specs(older)).toEqual([
      { name: 'old (npm)', transport: 'stdio', command: 'bunx', args: ['old@2.0.0'], env: { A: '${input:A}' } },
    ]);
  });
});

describe('open values', () => {
  test('a default of the file, a value with a placeholder in it, and names of Object.prototype', () => {
    const entry = { command: 'x', args: ['${A:-one}', '${B}', '${toString}', 'plain $C ${}'] };
    expect(fill(entry, { B: '${A}' })).toEqual({
      spec: { transport: 'stdio', command: 'x', args: ['one', '${A}', '${toString}', 'plain $C ${}'], env: {} },
      missing: ['toString'],
    });
  });

  test('reading never throws, and filling leaves nothing that was given', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.string().map((text) => `[mcp_servers.a]\n${text}`),
        ),
        (text) => {
          const list = readClientConfig(text);
          for (const server of list?.servers ?? []) expect(fillServer(server, () => 'v').missing).toEqual([]);
        },
      ),
    );
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.anything()),
        fc.constantFrom('mcpServers', 'servers', 'context_servers', 'packages', 'mcp'),
        (entry, list) => {
          const text = JSON.stringify({
            name: 'a/b',
            [list]: list === 'packages' ? [entry] : { s: { command: 'x', ...entry } },
          });
          for (const server of readClientConfig(text)?.servers ?? []) fillServer(server, () => undefined);
        },
      ),
    );
  });
});

test('a server is kept beside another of its name, and in the place of itself', () => {
  const saved = (name: string, command: string) => ({
    name,
    spec: { transport: 'stdio' as const, command, args: [], env: {} },
    ...savedSettings(undefined),
  });
  const kept = [saved('files', 'a'), saved('files 2', 'b')];
  expect(freeName(saved('files', 'a'), kept)).toBe('files');
  expect(freeName(saved('files', 'b'), kept)).toBe('files 2');
  expect(freeName(saved('files', 'c'), kept)).toBe('files 3');
  expect(freeName(saved('other', 'c'), kept)).toBe('other');
});

describe('what is written', () => {
  const stdio = { transport: 'stdio', command: 'x', args: ['-y'], env: { KEY: 'secret' }, envFile: '.env' } as const;
  const http = {
    transport: 'streamable-http',
    url: 'https://example.test/mcp',
    headers: [['X-Api-Key', 'secret']] as [string, string][],
  } as const;

  test('reads back with its settings; without values it asks for them', () => {
    const policy = { ...DEFAULT_POLICY, revision: '2025-06-18', roots: [{ uri: 'file:///w' }], listen: false };
    const server = { name: 's', spec: http, route: 'direct', policy } as const;
    const text = clientConfigText([
      { name: 'a', spec: stdio },
      { ...server, settings: settingsOf(server) },
    ]);
    const [a, s] = read(text)?.servers ?? [];
    expect(a?.spec).toEqual(stdio);
    expect(s?.spec).toEqual(http);
    expect(savedSettings(s?.settings)).toEqual({ route: 'direct', policy });
    expect(settingsOf({ name: 'a', spec: stdio, route: 'relay', policy: DEFAULT_POLICY })).toEqual({});
    const bare = clientConfigText([stdio, http].map((spec, at) => ({ name: String(at), spec: withoutValues(spec) })));
    expect(bare).not.toContain('secret');
    expect(read(bare)?.servers.map(({ open }) => open.map(({ name }) => name))).toEqual([['KEY'], ['X_API_KEY']]);
  });

  test('settings of a stranger’s file do not answer servers by themselves', () => {
    const policy = {
      sampling: { mode: 'auto', answer: '{}' },
      elicitation: { mode: 'defaults' },
      roots: [1],
      probeMs: 'x',
      listen: 1,
    };
    expect(savedSettings({ policy, route: 'elsewhere' })).toEqual({
      route: 'relay',
      policy: { ...DEFAULT_POLICY, roots: [] },
    });
  });
});

describe('texts of strangers', () => {
  test('what is nested without end is no configuration', () => {
    for (const text of [
      '['.repeat(200_000),
      `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`,
      `mcp_servers.a.b = ${'['.repeat(100_000)}`,
    ])
      expect(read(text)).toBeUndefined();
  });

  test('structures where texts are due are written as JSON', () => {
    const odd = { toString: 1 };
    const config = {
      inputs: [{ id: 'q', options: [odd, { value: odd }] }],
      mcpServers: { x: { command: ['run', odd], args: [odd, '${input:q}'] } },
    };
    expect(specs(config)).toMatchObject([{ command: 'run', args: ['{"toString":1}', '{"toString":1}', '${input:q}'] }]);
    expect(read(config)?.servers[0]?.open[0]?.choices).toEqual(['undefined', '{"toString":1}']);
  });

  // Where the time grows with the square of the length, each takes longer than a test may.
  test('long texts take time in proportion', () => {
    const many = ':-'.repeat(100_000);
    expect(specs({ mcpServers: { x: { command: 'a', args: [`\${x${many}`] } } })).toHaveLength(1);
    expect(read(`x${'\n'.repeat(200_000)}x`)).toBeUndefined();
    expect(read(`cursor://${'mcp/install?'.repeat(40_000)} x`)).toBeUndefined();
  });
});
