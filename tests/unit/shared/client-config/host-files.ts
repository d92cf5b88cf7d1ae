/** Configurations as the documentation of hosts shows them and as people keep them: comments, odd spacing, other settings around. */
import type { ConfigFormat, ListPath } from '#shared/client-config';

export interface HostFile {
  readonly what: string;
  readonly format: ConfigFormat;
  readonly lists: readonly ListPath[];
  readonly text: string;
  /** Names of servers with a command, and of those that have none. */
  readonly direct: readonly string[];
  readonly others?: readonly string[];
}

const json = (
  what: string,
  list: string,
  text: string,
  direct: readonly string[],
  others: readonly string[] = [],
): HostFile => ({
  what,
  format: 'json',
  lists: [[list]],
  text,
  direct,
  others,
});
const toml = (what: string, text: string, direct: readonly string[], others: readonly string[] = []): HostFile => ({
  what,
  format: 'toml',
  lists: [['mcp_servers']],
  text,
  direct,
  others,
});

export const HOST_FILES: readonly HostFile[] = [
  json(
    'Claude Desktop: two servers, one without arguments',
    'mcpServers',
    `{
  "mcpServers": {
    "filesystem": {
      "command": "npx",
      "args": [
        "-y",
        "@modelcontextprotocol/server-filesystem",
        "/Users/username/Desktop"
      ],
      "env": { "TOKEN": "s3cret" }
    },
    "weather": {
      "command": "/usr/local/bin/weather"
    }
  },
  "globalShortcut": "Ctrl+Space"
}
`,
    ['filesystem', 'weather'],
  ),
  json(
    'Claude Desktop on Windows: CRLF, byte order mark, backslashes, cmd /c',
    'mcpServers',
    '\ufeff' +
      [
        '{',
        '\t"mcpServers": {',
        String.raw`		"db": { "command": "C:\\Tools\\db.exe", "args": ["--file", "C:\\Daten\\\u00e4.db"] },`,
        '\t\t"npx": {',
        '\t\t\t"command": "cmd",',
        '\t\t\t"args": [',
        '\t\t\t\t"/c",',
        '\t\t\t\t"npx"',
        '\t\t\t]',
        '\t\t},',
        '\t\t"bare": {',
        '\t\t\t"command": "bare.cmd"',
        '\t\t}',
        '\t}',
        '}',
      ].join('\r\n'),
    ['db', 'npx', 'bare'],
  ),
  {
    what: 'Claude Code: ~/.claude.json with servers of the person and of projects',
    format: 'json',
    lists: [['mcpServers'], ['projects', '*', 'mcpServers']],
    text: JSON.stringify(
      {
        numStartups: 17,
        mcpServers: { everywhere: { type: 'stdio', command: 'uvx', args: ['everywhere'], env: {} } },
        projects: {
          '/home/me/a': {
            allowedTools: [],
            mcpServers: { here: { type: 'stdio', command: 'node', args: [], env: {} } },
          },
          '/home/me/b': {
            mcpServers: { here: { command: 'node', args: ['b.js'] }, web: { type: 'http', url: 'https://x.test' } },
          },
        },
      },
      null,
      2,
    ),
    direct: ['everywhere', 'here', 'here'],
    others: ['web'],
  },
  json(
    'Claude Code: .mcp.json with variables',
    'mcpServers',
    '{"mcpServers":{"api":{"command":"${SERVER:-node}","args":["--key=${KEY}"],"env":{"A":"${A}"}},"sse":{"type":"sse","url":"https://x.test/sse"}}}',
    ['api'],
    ['sse'],
  ),
  json(
    'Cursor: comments and trailing commas',
    'mcpServers',
    `// my servers
{
  "mcpServers": {
    /* the one that fails */ "a": {
      "command" : "npx" , // from npm
      "args" : [ // first the package
        "-y", /* "old", */
        "a-server", // , not a comma
      ],
    },
    "b": { "env": {}, "command": "b", },
    "c": { "args": [ ], "command": "c" },
    "d": { "args": [
      // nothing yet
    ], "command": "d" },
    "remote": { "url": "http://localhost:3000/mcp", "headers": { "Authorization": "Bearer x" } },
  },
}
`,
    ['a', 'b', 'c', 'd'],
    ['remote'],
  ),
  json(
    'VS Code: mcp.json with inputs',
    'servers',
    `{
	"inputs": [
		{ "type": "promptString", "id": "key", "description": "API key", "password": true }
	],
	"servers": {
		// https://example.test
		"perplexity": {
			"type": "stdio",
			"command": "npx",
			"args": ["-y", "server-perplexity-ask"],
			"env": { "PERPLEXITY_API_KEY": "\${input:key}" }
		},
		"here": { "command": "\${workspaceFolder}/server", "envFile": "\${workspaceFolder}/.env" },
		"github": { "type": "http", "url": "https://api.example.test/mcp" }
	}
}`,
    ['perplexity', 'here'],
    ['github'],
  ),
  json(
    'Gemini CLI: among other settings, httpUrl',
    'mcpServers',
    `{ "theme": "Default", "mcpServers": { "py": { "command": "python", "args": ["-m", "my_server", "--port", "8080"],
    "cwd": "./mcp", "timeout": 15000, "trust": false }, "h": { "httpUrl": "https://x.test/mcp" } } }`,
    ['py'],
    ['h'],
  ),
  json(
    'Windsurf: serverUrl, disabled tools',
    'mcpServers',
    `{
    "mcpServers": {
        "github": {"command": "docker", "args": ["run", "-i", "--rm", "-e", "T", "ghcr.io/github/github-mcp-server"], "disabledTools": []},
        "remote": {"serverUrl": "https://x.test/mcp"}
    }
}`,
    ['github'],
    ['remote'],
  ),
  json(
    'Zed: settings with comments, now and before',
    'context_servers',
    `// Zed settings
//
// For information on how to configure Zed, see the Zed documentation
{
  "ui_font_size": 16,
  "context_servers": {
    "now": { "source": "custom", "command": "uv", "args": ["run", "main.py"], "env": {} },
    "before": { "command": { "path": "node", "args": ["a.js"], "env": { "A": "b" } }, "settings": {} },
    "bare": { "command": { "path": "node" } },
    "extension": { "enabled": true, "settings": {} },
  },
  // "vim_mode": true,
}
`,
    ['now', 'before', 'bare'],
    ['extension'],
  ),
  json(
    'Cline: settings as it writes them',
    'mcpServers',
    JSON.stringify(
      { mcpServers: { s: { command: 'node', args: ['/p/s.js'], env: { K: 'v' }, disabled: false, autoApprove: [] } } },
      null,
      2,
    ),
    ['s'],
  ),
  json(
    'opencode: a command that is a list',
    'mcp',
    `{
  "$schema": "https://opencode.ai/config.json",
  "mcp": {
    "local": {
      "type": "local",
      "command": ["bun", "x", "my-mcp-command"],
      "environment": { "MY_ENV_VAR": "value" },
      "enabled": true,
    },
    "lines": { "type": "local", "command": [
      "one",
    ] },
    "remote": { "type": "remote", "url": "https://x.test" },
    "none": { "type": "local", "command": [] }
  }
}`,
    ['local', 'lines'],
    ['remote', 'none'],
  ),
  json(
    'repeated members: the last counts',
    'mcpServers',
    `{ "mcpServers": { "gone": { "command": "gone" } },
  "mcpServers": { "a": { "command": "first" }, "a": { "command": "x", "args": ["1"], "args": ["2"], "command": "y" } } }`,
    ['a'],
  ),
  json(
    'names and words that need escapes',
    'mcpServers',
    String.raw`{"mcpServers":{"\u0061\"\\ \ud83d\ude00":{"command":"\u006eode","args":["\/x","tab\t","--","tap"]},"-o":{"command":"o"},"":{"command":"e"}}}`,
    ['a"\\ 😀', '-o', ''],
  ),
  json('no servers', 'mcpServers', '{ "mcpServers": {} }', []),
  json(
    'forms that no host reads',
    'mcpServers',
    '{"mcpServers":{"a":{"command":1},"b":{"command":"x","args":"y"},"c":[],"d":null,"e":{"command":""}}}',
    [],
    ['a', 'b', 'c', 'd', 'e'],
  ),
  toml(
    'Codex: tables, as its documentation shows them',
    `model = "gpt-5"
# MCP
[mcp_servers.context7]
command = "npx"
args = ["-y", "@upstash/context7-mcp"]
env_vars = ["LOCAL_TOKEN", { name = "REMOTE_TOKEN", source = "remote" }]

[mcp_servers.context7.env]
MY_ENV_VAR = "MY_ENV_VALUE"

[mcp_servers.figma]
url = "https://mcp.figma.com/mcp"
bearer_token_env_var = "FIGMA_OAUTH_TOKEN"

[mcp_servers."with space"]
  command = 'C:\\Tools\\x.exe' # no escapes here
  startup_timeout_sec = 20

[mcp_servers.last]
command = "last"`,
    ['context7', 'with space', 'last'],
    ['figma'],
  ),
  toml(
    'Codex: inline tables, dotted keys, lists over lines, all kinds of values',
    `
mcp_servers.dotted.command = "a" # x
mcp_servers . "dotted" . args = [
  "one", # first
  'two',
]
mcp_servers.bare.command="b"
mcp_servers.inline = { command = "docker", args = ["run", "-i"], env = { A = "}" } }
mcp_servers.plain = { command = """x""" }
mcp_servers.empty = { args = [ ], command = '''y''' }
when = 1979-05-27 07:32:00
big = 9223372036854775807
more = """
[mcp_servers.not] \\"""
command = "no"
"""

[[projects]]
command = "nothing"
[[projects]]
[projects.mcp_servers]
x = { command = "nothing" }
`,
    ['dotted', 'bare', 'inline', 'plain', 'empty'],
  ),
  toml(
    'Codex: CRLF and a byte order mark',
    '\ufeffmcp_servers.first.command = "f"\r\n[mcp_servers.a]\r\ncommand = "a"\r\n[mcp_servers.b]\r\nargs = [\r\n    "x",\r\n]\r\ncommand = "b"\r\n',
    ['first', 'a', 'b'],
  ),
];
