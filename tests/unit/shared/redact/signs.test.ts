/** Signs only save work: where all of them are on, as many rules find as much, and no more. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  isRedactedHeaderName,
  isSecretName,
  isSecretPlural,
  isSecretQueryName,
} from '../../../../shared/redact/names/index.ts';
import { holdsSecrets, isSessionName, isVagueName } from '../../../../shared/redact/names/index.ts';
import { memberValues } from '../../../../shared/redact/find-members.ts';
import { findInText } from '../../../../shared/redact/find-text.ts';
import { privateKeyMembers } from '../../../../shared/redact/keys.ts';
import { ANY_NAME, SIGN, signsOf } from '../../../../shared/redact/signs.ts';
import { View } from '../../../../shared/redact/view.ts';
import { viewsOf } from '../../../../shared/redact/views.ts';
import { runs } from '../../seed.ts';

/** A view in which everything may be. */
class OpenView extends View {
  override get signs(): number {
    return -1;
  }
}

const NAMES = [
  ...[
    'password',
    'passwd',
    'passPhrase',
    'db_pass',
    'userPw',
    'p4ssw0rd',
    'pa55wd',
    'pa$$word',
    'motdepasse',
    'contraseña',
    '密码',
  ],
  ...[
    'token',
    'tokens',
    'progressToken',
    'pageToken',
    'secret',
    'secrets',
    'api-key',
    'apiKeys',
    'x-monkey',
    'KEY',
    'SIGNING_KEY',
  ],
  ...[
    'authorization',
    'auth',
    'x-auth',
    'bearer',
    'basic',
    'cookie',
    'set-cookie',
    'cookies',
    'x-session',
    'jsessionid',
    'mcp_sess-id',
  ],
  ...[
    'credential',
    'credentials',
    'x-signature-12',
    'sig',
    'pat',
    'GITHUB_PAT',
    'APP_DSN',
    'pin',
    '2fa',
    'cvv2',
    'jwt',
    'dpop',
    'seed',
  ],
  ...[
    'code',
    'user_code',
    'device.code',
    'code-verifier',
    'id_token_hint',
    'connectionString',
    'mnemonic',
    'seed phrase',
    'csrf',
  ],
  ...[
    'security-answer',
    'recovery codes',
    'clientAssertion',
    'license key',
    'to\u212aen',
    'access tokens',
    'value',
    'val',
    'paramvalue',
    'interval',
    'name',
    'kty',
  ],
  ...[
    'MY_VARIABLE',
    'passcode',
    'private key',
    'word',
    'set API_KEY',
    'machine a login b password',
    'form-data; name="pass word"',
  ],
];
const VALUES = [
  ...[
    'x9kfjA8s7dfq',
    'hunter2!A',
    'ghp_a1b2c3d4e5f6g7h8i9j0',
    'xoxb-123456789012',
    'notifications/progress',
    '2',
    'true',
    'abc',
  ],
  ...['AKIAIOSFODNN7EXAMPLE wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY', '123456789:AAabcdefghijklmnopqrstuvwxyzABCDEF'],
  ...[
    '1//0abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQ',
    'abc1Q~abcdefghijklmnopqrstuvwxyzABCDEFGH',
    'eyJhbGciOiJIUzI1.eyJzdWIiOiIx.abc-DEF_12',
  ],
  ...[
    'hooks.zapier.com/hooks/catch/%abcdefghijklmnop',
    'https://u:p4ss@host/x?sig=abcd1234efgh',
    'root:abc123@tcp(host:3306)/db',
  ],
  ...[
    'aHVudGVyMnBhc3N3b3JkMTIz',
    '68756e746572327061737377',
    '[112,97,115,115,119,111,114,100]',
    '<Buffer 70 61 73 73 77 6f 72 64 3d>',
  ],
  ...[
    '/home/anna/x',
    'C:\\Users\\eve\\',
    '-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0B\n',
    'Private-Lines: 1\nabcdefgh1234\n',
  ],
  ...[
    '{"kty":"oct","k":"abcd"}',
    "'kty': 'oct', 'd': 'abcd'",
    'mysql -p"x"',
    'openssl bypass:abc',
    '‹token:1›',
    '\\u0074oken',
    '%70ass',
  ],
];
const SIGNS = [
  ' ',
  ' is ',
  '"',
  "'",
  '":"',
  '": "',
  ': ',
  ':',
  '=',
  ' = ',
  '=>',
  ',',
  '", "',
  `', '`,
  '{"',
  '"}',
  '</',
  '>',
  '<',
  '\n',
  '\r\n\r\n',
];
const PIECE = fc.oneof(
  fc.constantFrom(...NAMES),
  fc.constantFrom(...NAMES).map((name) => [...name].join('_')),
  fc.constantFrom(...NAMES).map((name) => name.toUpperCase()),
  fc.constantFrom(...VALUES),
  fc.constantFrom(
    ...SIGNS,
    ' -',
    '\t-',
    ',-',
    '"-',
    '-',
    '--',
    '.',
    '_',
    '&',
    '?',
    ';',
    '\\',
    '\\"',
    '$',
    '`',
    '|',
    '/',
    '@',
    '[',
    ']',
    '(',
    '\t',
    '\0',
    'é',
  ),
);
const TEXT = fc.array(PIECE, { minLength: 1, maxLength: 12 }).map((pieces) => pieces.join(''));
const ENVIRONMENT = new Set(['MY_VARIABLE', 'x']);

function foundIn(view: View): unknown[] {
  const found: unknown[] = [];
  findInText(view, (...one) => found.push(one), ENVIRONMENT);
  if ((view.signs & SIGN.keyType) !== 0) found.push(...privateKeyMembers(view.text));
  return found;
}

const saysSecret = (name: string): boolean =>
  isSecretName(name) || isSecretPlural(name) || isVagueName(name) || isSessionName(name);

describe('whatever stands in a text', () => {
  test('is found by the signs that it has as it would be without them', () => {
    fc.assert(
      fc.property(TEXT, (text) => {
        expect(foundIn(new View(text))).toEqual(foundIn(new OpenView(text)));
      }),
      { numRuns: runs(2000) },
    );
  });

  test('is read in as many ways', () => {
    fc.assert(
      fc.property(TEXT, (text) => {
        const texts = (view: View): string[] => viewsOf(view).map((each) => each.text);
        expect(texts(new View(text))).toEqual(texts(new OpenView(text)));
      }),
      { numRuns: runs(500) },
    );
  });

  test('has no secret member where no sign says that there is a name', () => {
    fc.assert(
      fc.property(TEXT, fc.constantFrom(...VALUES), (text, value) => {
        const json = `{"${text}":"${value}"}`;
        if ((signsOf(json) & ANY_NAME) === 0)
          expect([...memberValues(new View(json), saysSecret, holdsSecrets)]).toEqual([]);
      }),
      { numRuns: runs(2000) },
    );
  });
});

test.each(NAMES)('a name that says a secret has the sign: %j', (name) => {
  for (const written of [name, name.toUpperCase(), [...name].join('-'), `x-${name}`, `_${name}_`]) {
    const says = [saysSecret, isSecretQueryName, isRedactedHeaderName, holdsSecrets].some((ask) => ask(written));
    if (says) expect(signsOf(`"${written}"`) & ANY_NAME, written).not.toBe(0);
  }
});

test.each([
  '{"paramvalue":"Larch#77","name":"DB_PASSWORD"}',
  '{"interval":"Larch#77","key":"API_TOKEN"}',
  'mysql\t-pLarch#77',
  '[mysql,-pLarch#77]',
  '-p Larch#77',
  '`-p Larch#77 x`',
  'Пароль: Larch#77',
  'HasŁO: Larch#77',
])('signs have no other borders than the rules: %s', (text) => {
  const found: string[] = [];
  findInText(new View(text), (_rule, from, to) => found.push(text.slice(from, to)), ENVIRONMENT);
  expect(found.map((each) => each.replace(/\]$/, ''))).toEqual(['Larch#77']);
});

test('the token of a progress report is no sign', () => {
  expect(signsOf('{"progressToken":2}') & ANY_NAME).toBe(0);
  for (const text of [
    '{"my progressToken":2}',
    'progressToken: 2',
    '["progressToken","a1b2c3d4"]',
    '{"x":"token","progressToken":2}',
  ])
    expect(signsOf(text) & ANY_NAME, text).not.toBe(0);
});
