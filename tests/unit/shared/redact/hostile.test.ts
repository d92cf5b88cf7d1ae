/** Texts that are made to keep patterns busy: every beginning of what a rule looks for, again and again. */
import { expect, test } from 'vitest';
import { planRedaction } from '#shared/redact';
import { HEADER, recordedOf } from '../../recorded-of.ts';

const BEGINNINGS = [
  ...['mysql ', 'mysql -p', 'mysql -p"', 'mysql,\n', 'curl -u a:', 'docker login ', '"-p", ', '-p "', 'openssl pass:'],
  ...['set ', 'set -a ', 'set A ', `password='`, 'a="', `a='b=`, 'a:"', 'a => ', `'a': "`, 'SecretStr(', `=b'`],
  ...['name: "abc", ', '{"name":"abc","type":"', '{"value":"', '["token",', '["token","', '<aaa ', '<a:aaa x', '<aaa>'],
  ...['name="aa" x', ' value=', 'form-data; name="a"', 'form-data; name=a\n\n', 'form-data; name=a\r\n\r\nb\r\n'],
  ...['machine ', 'machine a login ', 'password ', '\na:1234:', '\na:1234:b:c:', 'password: |\n', 'password:\n'],
  ...['passwords:\n- ', 'password: [a,\n', 'ghp_a1b2\n', 'abcdefgh1\n', 'Private-Lines: 9\nabcdefgh\n', '[1,', '[1 , '],
  ...[
    '{"0":1,',
    '[1,2,3,4,5,6,7,8,9',
    '<Buffer 61 62 63 64 65 66 67 68 69',
    '6162636465',
    'dp.st.a.',
    'ops_eyJ',
    '7Q~',
  ],
  ...['a.atlasv1.', 'hooks.slack.com/services/', 'maker.ifttt.com/trigger/a/with/', 'password "', '密码: '],
  ...['form-data;name=xx', 'A1b2c3d4\n', `${'patAAAAAAAAAAAAAA.'.repeat(40)}[1,1,1]0Q~${'A1b2c3d4\n'.repeat(17)}`],
];

test.each(BEGINNINGS)('%j', (text) => {
  const plan = planRedaction(recordedOf([{ k: 'stderr', text: text.repeat(60_000 / text.length) }]));
  expect(plan.refused).toEqual([]);
});

const withVariables = (envKeys: readonly string[], ...texts: readonly string[]) =>
  ({
    ...recordedOf(texts.map((text) => ({ k: 'stderr', text }))),
    header: { ...HEADER, connection: { transport: 'stdio', command: 'server', args: [], envKeys } },
  }) as const;

test.each([
  ['many', Array.from({ length: 20_000 }, (_, n) => `aaa${n}`), Array.from({ length: 400 }, () => 'aab'.repeat(700))],
  ['long', Array.from({ length: 60 }, (_, n) => `a${n}${'a'.repeat(20_000)}`), ['a'.repeat(400_000)]],
])('names of variables, %s', (_, names, texts) => {
  const { secrets } = planRedaction(withVariables(['aaa1', ...names], ...texts, 'aaa1: "Larch#77"'));
  expect(secrets.map(({ value }) => value)).toEqual(['Larch#77']);
});
