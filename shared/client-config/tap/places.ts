/** Where hosts keep servers, by their documentation (November 2026). Platforms differ only in the settings folder. */
import type { ListPath } from './config.ts';
import type { ConfigFormat } from './tree.ts';

/** `{app}` is where programs with windows keep their settings, `{xdg}` where those of the terminal do, `{project}` the working directory. */
interface HostPlaces {
  readonly id: string;
  readonly name: string;
  /** Paths with `*` for any name in a folder. */
  readonly files: readonly string[];
  /** Where another platform has other files. */
  readonly win32?: readonly string[];
  /** Names of members that lead to a list of servers. */
  readonly lists?: readonly ListPath[];
}

const SERVERS: readonly ListPath[] = [['mcpServers']];
const CLINE = 'globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json';

/** In the order in which they are shown. */
const HOSTS: readonly HostPlaces[] = [
  {
    id: 'claude-desktop',
    name: 'Claude Desktop',
    files: ['{app}/Claude/claude_desktop_config.json'],
    // The packaged program reads its own folder and never the usual one.
    win32: [
      '{app}/Claude/claude_desktop_config.json',
      '{local}/Packages/Claude_*/LocalCache/Roaming/Claude/claude_desktop_config.json',
    ],
  },
  {
    id: 'claude-code',
    name: 'Claude Code',
    files: ['{CLAUDE_CONFIG_DIR}/.claude.json', '{project}/.mcp.json'],
    lists: [['mcpServers'], ['projects', '*', 'mcpServers']],
  },
  { id: 'cursor', name: 'Cursor', files: ['{home}/.cursor/mcp.json', '{project}/.cursor/mcp.json'] },
  {
    id: 'vscode',
    name: 'VS Code',
    files: ['{app}/Code/User/mcp.json', '{app}/Code/User/profiles/*/mcp.json', '{project}/.vscode/mcp.json'],
    lists: [['servers']],
  },
  {
    id: 'vscode-insiders',
    name: 'VS Code Insiders',
    files: ['{app}/Code - Insiders/User/mcp.json', '{app}/Code - Insiders/User/profiles/*/mcp.json'],
    lists: [['servers']],
  },
  { id: 'copilot-cli', name: 'GitHub Copilot CLI', files: ['{COPILOT_HOME}/mcp-config.json'] },
  {
    id: 'codex',
    name: 'Codex',
    files: ['{CODEX_HOME}/config.toml', '{project}/.codex/config.toml'],
    lists: [['mcp_servers']],
  },
  { id: 'gemini-cli', name: 'Gemini CLI', files: ['{home}/.gemini/settings.json', '{project}/.gemini/settings.json'] },
  {
    id: 'antigravity',
    name: 'Antigravity',
    files: [
      '{home}/.gemini/config/mcp_config.json',
      '{home}/.gemini/antigravity/mcp_config.json',
      '{project}/.agents/mcp_config.json',
    ],
  },
  { id: 'qwen-code', name: 'Qwen Code', files: ['{home}/.qwen/settings.json', '{project}/.qwen/settings.json'] },
  { id: 'windsurf', name: 'Windsurf', files: ['{home}/.codeium/windsurf/mcp_config.json'] },
  {
    id: 'devin',
    name: 'Devin CLI',
    files: ['{xdg}/devin/config.json', '{project}/.devin/config.json', '{project}/.devin/config.local.json'],
    win32: ['{app}/devin/config.json', '{project}/.devin/config.json', '{project}/.devin/config.local.json'],
  },
  {
    id: 'zed',
    name: 'Zed',
    files: ['{xdg}/zed/settings.json', '{project}/.zed/settings.json'],
    win32: ['{app}/Zed/settings.json', '{project}/.zed/settings.json'],
    lists: [['context_servers']],
  },
  {
    id: 'cline',
    name: 'Cline',
    files: [
      '{CLINE_DIR}/data/settings/cline_mcp_settings.json',
      `{app}/Code/User/${CLINE}`,
      `{app}/Code - Insiders/User/${CLINE}`,
      `{app}/Cursor/User/${CLINE}`,
    ],
  },
  {
    id: 'opencode',
    name: 'opencode',
    files: ['{xdg}/opencode', '{project}', '{project}/.opencode'].flatMap((folder) => [
      `${folder}/opencode.json`,
      `${folder}/opencode.jsonc`,
    ]),
    lists: [['mcp']],
  },
  { id: 'kiro', name: 'Kiro', files: ['{home}/.kiro/settings/mcp.json', '{project}/.kiro/settings/mcp.json'] },
  { id: 'lm-studio', name: 'LM Studio', files: ['{home}/.lmstudio/mcp.json'] },
];

/** What the places of a machine depend on. */
export interface Surroundings {
  readonly platform: string;
  readonly home: string;
  /** The folder that a person works in. */
  readonly project: string;
  readonly env: { readonly [name: string]: string | undefined };
}

export interface ConfigPlace {
  readonly host: string;
  readonly hostName: string;
  /** With `/` between names, and `*` for any name in a folder. */
  readonly path: string;
  readonly format: ConfigFormat;
  readonly lists: readonly ListPath[];
  /** It belongs to the folder that a person works in, and people share such files. */
  readonly ofProject: boolean;
}

export const HOST_IDS: readonly string[] = HOSTS.map(({ id }) => id);

/** The files in which hosts of this machine may have servers, each once. */
export function configPlaces(surroundings: Surroundings): readonly ConfigPlace[] {
  const roots = rootsOf(surroundings);
  const seen = new Set<string>();
  return HOSTS.flatMap(({ id, name, files, win32, lists = SERVERS }) =>
    (surroundings.platform === 'win32' ? (win32 ?? files) : files).flatMap((pattern): ConfigPlace[] => {
      const path = pattern.replace(/\{(\w+)\}/, (_, root: string) => roots[root] ?? '');
      if (seen.has(path)) return [];
      seen.add(path);
      const ofProject = pattern.startsWith('{project}');
      return [{ host: id, hostName: name, path, format: formatOf(path), lists, ofProject }];
    }),
  );
}

/** A file that a person names: every list that some host has is looked for. */
export function namedPlace(path: string): ConfigPlace {
  const lists = [
    ...new Map(HOSTS.flatMap((host) => host.lists ?? SERVERS).map((list) => [list.join('/'), list])).values(),
  ];
  return {
    host: 'file',
    hostName: path.split('/').at(-1) ?? path,
    path,
    format: formatOf(path),
    lists,
    ofProject: false,
  };
}

const formatOf = (path: string): ConfigFormat => (path.endsWith('.toml') ? 'toml' : 'json');

function rootsOf({ platform, home, project, env }: Surroundings): { readonly [name: string]: string } {
  const xdg = env['XDG_CONFIG_HOME']?.startsWith('/') ? env['XDG_CONFIG_HOME'] : `${home}/.config`;
  const windows = platform === 'win32';
  return {
    home,
    project,
    xdg,
    app: windows
      ? (env['APPDATA'] ?? `${home}/AppData/Roaming`)
      : platform === 'darwin'
        ? `${home}/Library/Application Support`
        : xdg,
    local: env['LOCALAPPDATA'] ?? `${home}/AppData/Local`,
    // Folders that a host takes from a variable.
    CLAUDE_CONFIG_DIR: env['CLAUDE_CONFIG_DIR'] || home,
    COPILOT_HOME: env['COPILOT_HOME'] || `${home}/.copilot`,
    CODEX_HOME: env['CODEX_HOME'] || `${home}/.codex`,
    CLINE_DIR: env['CLINE_DIR'] || `${home}/.cline`,
  };
}
