/** One table of options gives the parser, the types and the help. */
import { expect, test } from 'vitest';
import { optionLines, parseTable } from '../../../../relay/base/index.ts';

const TABLE = {
  'port N': 'where to listen',
  'tag TAG…': `a tag;
      may be repeated
       and more`,
  'http [PORT]': 'serve',
  'no-color': 'no colours',
  'key-file PATH': '',
  quiet: 'say less',
} as const;

test('each kind of option has its type and what it is when nothing was given', () => {
  const { values, positionals } = parseTable(TABLE, []);
  const typed: {
    readonly port: string | undefined;
    readonly tag: readonly string[];
    readonly http: boolean;
    readonly noColor: boolean;
    readonly keyFile: string | undefined;
    readonly quiet: boolean;
  } = values;
  expect(typed).toEqual({ tag: [], http: false, noColor: false, quiet: false });
  expect(positionals).toEqual([]);
});

test('values go by the option’s name in camel case; a letter and the opposite of a switch are taken', () => {
  const argv = [
    '--port',
    '1',
    '--port=2',
    '--tag',
    'a',
    '--tag',
    'b',
    '--http',
    '80',
    '--key-file',
    'k',
    '-q',
    '--color',
  ];
  const { values, positionals } = parseTable(TABLE, argv);
  expect(values).toMatchObject({ port: '2', tag: ['a', 'b'], http: true, keyFile: 'k', quiet: true, noColor: false });
  expect(positionals).toEqual(['80']);
  expect(() => parseTable(TABLE, ['--colour'])).toThrow(/Unknown option '--colour'/);
  expect(() => parseTable(TABLE, ['--port'])).toThrow(/argument missing/);
});

test('the help has a line for each option with a text, further lines below the first', () => {
  expect(optionLines(TABLE, 16)).toBe(
    [
      '  --port N      where to listen',
      '  --tag TAG     a tag;',
      '                may be repeated',
      '                 and more',
      '  --http [PORT] serve',
      '  --no-color    no colours',
      '  --quiet       say less',
      '',
    ].join('\n'),
  );
});
