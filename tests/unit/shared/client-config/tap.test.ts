/** Taps in configurations of hosts: put there, found, and taken away, with every other byte as it was. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  configEntries,
  configPlaces,
  HOST_IDS,
  namedPlace,
  readClientConfig,
  tapServers,
  untapServers,
  type ConfigText,
} from '#shared/client-config';
import { HOST_FILES } from './host-files.ts';
import { runs } from '../../seed.ts';

const PROGRAM = ['/opt/node/bin/node', '/opt/lib/mcp-lifeline/dist/relay/cli.js'];
const ALL = (): boolean => true;
const install = (config: ConfigText) => tapServers(config, ALL, PROGRAM);
const undo = (config: ConfigText) => untapServers(config, ALL);
const states = (config: ConfigText) => configEntries(config)?.map(({ name, state }) => [name, state]);
const commandLines = (config: ConfigText) => configEntries(config)?.map(({ name, words }) => [name, words]);
const json = (text: string): ConfigText => ({ text, format: 'json', lists: [['mcpServers']] });
const toml = (text: string): ConfigText => ({ text, format: 'toml', lists: [['mcp_servers']] });

describe.each(HOST_FILES)('$what', (file) => {
  const { direct, others = [] } = file;
  const tapped = { ...file, text: install(file).text };

  test('every server with a command is tapped, the others are left', () => {
    expect(
      configEntries(file)
        ?.filter(({ state }) => state === 'direct')
        .map(({ name }) => name),
    ).toEqual(direct);
    expect(
      configEntries(file)
        ?.filter(({ state }) => state !== 'direct')
        .map(({ name }) => name),
    ).toEqual(others);
    expect(install(file).refused).toEqual([]);
    expect(install(file).changed.map(({ name }) => name)).toEqual(direct);
    expect(commandLines(tapped)).toEqual(commandLines(file));
    expect(
      configEntries(tapped)
        ?.filter(({ state }) => state === 'tapped')
        .map(({ name }) => name),
    ).toEqual(direct);
  });

  test('the host starts the tap with the command behind it', () => {
    const specs = (text: string) =>
      (readClientConfig(text)?.servers ?? []).flatMap(({ name, spec }) =>
        spec.transport === 'stdio' && direct.includes(name)
          ? [[name, [spec.command, ...spec.args], spec.env] as const]
          : [],
      );
    const expected = specs(file.text).map(([name, words, env]) => {
      const option = name.startsWith('-') ? [`--name=${name}`] : ['--name', name];
      return [name, [...PROGRAM, 'tap', ...option, '--', ...words], env];
    });
    expect(specs(tapped.text)).toEqual(expected);
  });

  test('undone, it is the same to the byte; done twice, it is done once', () => {
    expect(undo(tapped)).toMatchObject({ text: file.text, refused: [] });
    expect(install(tapped)).toEqual({ text: tapped.text, changed: [], refused: [] });
    expect(undo(file)).toEqual({ text: file.text, changed: [], refused: [] });
  });

  test('each by itself', () => {
    for (const entry of configEntries(file)?.filter(({ state }) => state === 'direct') ?? []) {
      const isOne = ({ path }: { readonly path: readonly string[] }): boolean =>
        path.join('\n') === entry.path.join('\n');
      const one = tapServers(file, isOne, PROGRAM);
      expect(one.changed.map(({ path }) => path)).toEqual([entry.path]);
      expect(undo({ ...file, text: one.text }).text).toBe(file.text);
      const others = untapServers(tapped, (each) => !isOne(each));
      expect(others.text).toBe(one.text);
    }
  });
});

describe('what is written', () => {
  test('the words of the tap are one line before the arguments, and the command moves as it was written', () => {
    const config = json(`{"mcpServers": {
  "files": {
    "command": "\\u006epx",
    "args": [
      "-y",
      "files-server"
    ]
  }
}}`);
    expect(install(config).text).toBe(`{"mcpServers": {
  "files": {
    "command": "/opt/node/bin/node",
    "args": [
      "/opt/lib/mcp-lifeline/dist/relay/cli.js", "tap", "--name", "files", "--", "\\u006epx",
      "-y",
      "files-server"
    ]
  }
}}`);
  });

  test('TOML: a line of its own where there were no arguments', () => {
    const config = toml('[mcp_servers.a]\n  command = "a" # mine\n  cwd = "/"\n');
    expect(install(config).text).toBe(
      '[mcp_servers.a]\n  command = "/opt/node/bin/node" # mine\n' +
        '  args = [ "/opt/lib/mcp-lifeline/dist/relay/cli.js", "tap", "--name", "a", "--", "a"]\n  cwd = "/"\n',
    );
  });
});

describe('a file that was edited since', () => {
  const config = json('{ "mcpServers": { "a": { "command": "a", "args": ["1"] }, "b": { "command": "b" } } }');
  const text = install(config).text;

  test('only what was put there goes: arguments, servers and comments that came since stay', () => {
    const edited = text
      .replace('"1"', '"1", "--verbose"')
      .replace('"b": {', '"new": { "command": "n" }, /* kept */ "b": { "env": { "A": "1" },');
    expect(undo(json(edited)).text).toBe(
      '{ "mcpServers": { "a": { "command": "a", "args": ["1", "--verbose"] }, ' +
        '"new": { "command": "n" }, /* kept */ "b": { "env": { "A": "1" }, "command": "b" } } }',
    );
  });

  test('written anew by its host: the servers are as they were', () => {
    const anew = JSON.stringify(JSON.parse(text), null, 4);
    const { text: back, refused } = undo(json(anew));
    expect(refused).toEqual([]);
    expect(commandLines(json(back))).toEqual(commandLines(config));
    expect(JSON.parse(back)).toEqual({
      mcpServers: { a: { command: 'a', args: ['1'] }, b: { command: 'b', args: [] } },
    });
  });

  test('another program, more options, written by hand: a tap all the same', () => {
    for (const tap of [
      ['npx', '-y', 'mcp-lifeline@0.1.0', 'tap'],
      ['mcp-lifeline', 'tap', '--rules', 'r.json'],
      [String.raw`C:\Users\me\mcp-lifeline.cmd`, 'tap', '--name', 'tap'],
    ]) {
      const [command, ...args] = [...tap, '--', 'real', 'x'];
      const by = json(JSON.stringify({ mcpServers: { s: { command, args } } }));
      expect(states(by)).toEqual([['s', 'tapped']]);
      expect(JSON.parse(undo(by).text)).toEqual({ mcpServers: { s: { command: 'real', args: ['x'] } } });
    }
  });

  test('what only looks like one is none', () => {
    for (const words of [
      ['tap', 'x'],
      ['other', 'tap', '--', 'x'],
      ['mcp-lifeline', 'tap', '--name', 'x'],
      ['mcp-lifeline', 'tap', '--'],
      ['x', '--', 'mcp-lifeline', 'tap'],
      ['mcp-lifeline', 'mock', 'tap', '--', 'x'],
    ]) {
      const [command, ...args] = words;
      expect(states(json(JSON.stringify({ mcpServers: { s: { command, args } } })))).toEqual([['s', 'direct']]);
    }
  });

  test('a comment among the words of the tap is not thrown away: the entry is refused', () => {
    const noted = json(text.replace('"tap",', '"tap", /* note */'));
    expect(undo(noted)).toMatchObject({ changed: [{ name: 'b' }], refused: [{ name: 'a' }] });
    expect(undo(noted).text).toContain('/* note */');
  });
});

test('what can’t be read has no servers, and is not changed', () => {
  for (const text of ['', '{', '{"mcpServers": {"a": {"command": "x"}}', 'hello', '[1,]x']) {
    expect(configEntries(json(text))).toBeUndefined();
    expect(install(json(text))).toEqual({ text, changed: [], refused: [] });
  }
  expect(configEntries(toml('[mcp_servers.a]\ncommand = x'))).toBeUndefined();
  expect(configEntries(json(`${'{"mcpServers":'.repeat(100_000)}1${'}'.repeat(100_000)}`))).toBeUndefined();
  expect(configEntries(json('[]'))).toEqual([]);
  expect(configEntries(json('{"mcpServers": [{"command": "x"}]}'))).toEqual([]);
});

describe('any text', () => {
  const gap = fc.constantFrom('', ' ', '\n', '\r\n\t', '  \n    ', '/* c, ] */', ' // "x", }\n');
  const literal = fc.string({ unit: 'binary', maxLength: 6 }).map((text) => JSON.stringify(text));
  const list = (items: readonly string[], gaps: readonly string[], trailing: boolean): string => {
    const at = (index: number): string => gaps[index % gaps.length] ?? '';
    const inner = items.map((item, index) => `${at(index)}${item}${at(index + 1)}`).join(',');
    return `[${inner}${trailing && items.length > 0 ? ',' : ''}${at(items.length + 2)}]`;
  };
  const entry = fc
    .record({
      command: literal.filter((each) => each !== '""'),
      args: fc.option(fc.array(literal, { maxLength: 3 }), { nil: undefined }),
      gaps: fc.array(gap, { minLength: 3, maxLength: 5 }),
      trailing: fc.boolean(),
      after: fc.boolean(),
    })
    .map(({ command, args, gaps, trailing, after }) => {
      const [a = '', b = '', c = ''] = gaps;
      const members = [
        `"command"${a}:${b}${command}`,
        ...(args ? [`"args"${c}:${a}${list(args, gaps, trailing)}`] : []),
        '"env": {}',
      ];
      if (after) members.reverse();
      return `{${c}${members.join(`${b},${a}`)}${trailing ? ',' : ''}${a}}`;
    });

  test('JSON: undone, it is the same to the byte', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(literal, entry), { maxLength: 4 }), gap, (entries, space) => {
        const text = `${space}{"other": 1,${space}"mcpServers":${space}{${entries.map(([name, each]) => `${name}: ${each}`).join(`,${space}`)}}}`;
        const done = install(json(text));
        const before = configEntries(json(text)) ?? [];
        expect(done.refused).toEqual([]);
        expect(done.changed).toHaveLength(before.filter(({ state }) => state === 'direct').length);
        expect(commandLines(json(done.text))).toEqual(commandLines(json(text)));
        expect(undo(json(done.text)).text).toBe(text);
      }),
      { numRuns: runs(100) },
    );
  });

  test('TOML: undone, it is the same to the byte', () => {
    const space = fc.constantFrom('', ' ', '\t');
    const line = fc.constantFrom('\n', '\r\n', ' # c ] "\n', '\n\n  ');
    const word = fc.oneof(
      fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 5 }).map((text) => JSON.stringify(text)),
      fc.constantFrom("'C:\\x'", '"""a"b"""', "'''it's'''", '"""x"""""', '"\\u00e4"'),
    );
    const table = fc
      .record({
        word,
        args: fc.option(fc.array(word, { maxLength: 3 }), { nil: undefined }),
        space,
        line,
        kind: fc.nat(2),
        after: fc.boolean(),
      })
      .map(({ word: command, args, space: s, line: l, kind, after }) => (index: number): string => {
        const items = args?.map((each) => `${l}${each}${s}`).join(',') ?? '';
        const members = [`command${s}=${s}${command}`, ...(args ? [`args${s}=[${items}${s}]`] : [])];
        if (after) members.reverse();
        if (kind === 0) return `[mcp_servers.s${index}]${l}${members.join(l)}${l}x = 1${l}`;
        if (kind === 1)
          return (
            `[mcp_servers]${l}`.repeat(index === 0 ? 1 : 0) + members.map((each) => `s${index}.${each}${l}`).join('')
          );
        return `[mcp_servers.s${index}]${l}${s}${members.join(`${l}${s}`)}${index === 0 ? l : '\n'}`;
      });
    fc.assert(
      fc.property(table, table, (one, other) => {
        const text = one(0) + other(1);
        const before = configEntries(toml(text));
        fc.pre(before !== undefined);
        const done = install(toml(text));
        expect(done.refused).toEqual([]);
        expect(commandLines(toml(done.text))).toEqual(commandLines(toml(text)));
        expect(undo(toml(done.text)).text).toBe(text);
      }),
      { numRuns: runs(100) },
    );
  });
});

describe('places', () => {
  const of = (platform: string, env = {}): string[] =>
    configPlaces({ platform, home: '/h', project: '/p', env }).map(({ host, path }) => `${host} ${path}`);

  test('one table, three platforms', () => {
    expect(of('linux')).toContain('claude-desktop /h/.config/Claude/claude_desktop_config.json');
    expect(of('darwin')).toContain('claude-desktop /h/Library/Application Support/Claude/claude_desktop_config.json');
    expect(of('win32', { APPDATA: 'C:/A', LOCALAPPDATA: 'C:/L' })).toEqual(
      expect.arrayContaining([
        'claude-desktop C:/A/Claude/claude_desktop_config.json',
        'claude-desktop C:/L/Packages/Claude_*/LocalCache/Roaming/Claude/claude_desktop_config.json',
        'zed C:/A/Zed/settings.json',
        'vscode C:/A/Code/User/mcp.json',
      ]),
    );
    expect(of('darwin')).toContain('zed /h/.config/zed/settings.json');
    expect(of('linux', { XDG_CONFIG_HOME: '/x', CODEX_HOME: '/c' })).toEqual(
      expect.arrayContaining(['zed /x/zed/settings.json', 'codex /c/config.toml', 'vscode /x/Code/User/mcp.json']),
    );
  });

  test('no file twice, every host somewhere, TOML for Codex alone', () => {
    for (const platform of ['linux', 'darwin', 'win32']) {
      const places = configPlaces({ platform, home: '/h', project: '/p', env: {} });
      expect(new Set(places.map(({ path }) => path)).size).toBe(places.length);
      expect([...new Set(places.map(({ host }) => host))]).toEqual(HOST_IDS);
      expect(places.filter(({ format }) => format === 'toml').map(({ host }) => host)).toEqual(['codex', 'codex']);
      expect(places.every(({ path }) => !path.includes('{'))).toBe(true);
    }
  });

  test('a file that a person names is looked through for every list', () => {
    expect(namedPlace('x.json').lists).toEqual(
      expect.arrayContaining([['mcpServers'], ['servers'], ['context_servers'], ['mcp']]),
    );
    expect(namedPlace('/a/config.toml').format).toBe('toml');
  });
});
