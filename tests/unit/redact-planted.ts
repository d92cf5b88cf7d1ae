/** Recordings with a secret in every place where one can stand and in every way it can be written; and a search for what is left of it. */
import fc from 'fast-check';
import type { Connection, EventBody, HeldRecording as Recorded } from '#shared/recording';
import { DEFAULT_RULES, type RedactionRules } from '#shared/redact';
import { HEADER, toEvents } from './arbitraries.ts';

export interface Planted {
  readonly recorded: Recorded;
  readonly secret: string;
  /** Rules by which it is found. */
  readonly rules: RedactionRules;
}

const utf8 = (text: string): Buffer => Buffer.from(text, 'utf8');
const base64 = (text: string): string => utf8(text).toString('base64');
const json = (text: string): string => JSON.stringify(text).slice(1, -1);
const unicode = (text: string): string =>
  Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`).join('');
const lowerPercent = (text: string): string =>
  encodeURIComponent(text).replace(/%[0-9A-F]{2}/g, (byte) => byte.toLowerCase());

/** The bytes of UTF-16 (little-endian) as far as they are ASCII: what is not stays as it is. */
const wide = (text: string): string =>
  /^[\x20-\x7e]*$/.test(text) ? [...text].map((char) => `${char}\0`).join('') : text;

/** Ways to write a text inside a string of JSON. */
const IN_STRING: readonly ((text: string) => string)[] = [
  json,
  unicode,
  (text) => json(text).replaceAll('/', '\\/'),
  (text) => json(json(text)),
  (text) => json(json(json(text))),
  (text) => json(JSON.stringify({ inner: JSON.stringify({ deep: JSON.stringify([text]) }) })),
  (text) => json(unicode(text)),
  encodeURIComponent,
  lowerPercent,
  (text) => encodeURIComponent(encodeURIComponent(text)),
  base64,
  (text) => base64(`a${text}`),
  (text) => base64(`user:${text}.`),
  (text) => utf8(`ab${text}c`).toString('base64url'),
  (text) => utf8(text).toString('hex'),
  (text) => utf8(`0${text}`).toString('hex').toUpperCase(),
  // Files and messages that are handed on as base64, and what is packed twice.
  (text) => base64(`A_NAME="${text}"\n# more lines`),
  (text) => base64(base64(`user:${text}`)),
  (text) => base64(JSON.stringify({ a: [{ deep: JSON.stringify({ text }) }] })),
  (text) => base64(`http://h/?x=${encodeURIComponent(text)}&y`),
  (text) => utf8(`{"x":"${unicode(text)}"}, and the rest`).toString('base64url'),
];

/** Places in messages, which take a text written for a string of JSON. */
const MESSAGES: readonly ((text: string) => string)[] = [
  (text) =>
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"arguments":{"x":"- ${text} -"},"_meta":{"progressToken":1}}}`,
  (text) =>
    `{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"${text}"}],"x":1.0,"x":12345678901234567890}}`,
  (text) => `{"jsonrpc":"2.0","id":2,"error":{"code":-32000,"message":"no: ${text}","data":["${text}"]}}`,
  (text) => `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progress":1,"message":"${text}"}}`,
  (text) => `{"jsonrpc":"2.0","id":3,"result":{"${text}":{"_meta":{"a/b":"${text}"}}}}`,
  (text) => `{"jsonrpc":"2.0","id":"${text}","method":"ping",}`,
  (text) => `{"result":{"uri":"http://h/?x=1&y=${text}","cut":"${text}`,
];

/** Places outside of messages, which take the secret itself. */
const ELSEWHERE: readonly ((secret: string) => EventBody)[] = [
  (secret) => ({ k: 'stderr', text: `warn: ${secret}\n` }),
  (secret) => ({ k: 'stderr', b64: Buffer.concat([Buffer.of(255), utf8(secret), Buffer.of(254)]).toString('base64') }),
  (secret) => ({
    k: 'message',
    dir: 's2c',
    b64: Buffer.concat([utf8(`{"x":"${json(secret)}`), Buffer.of(200)]).toString('base64'),
  }),
  (secret) => ({ k: 'stderr', text: `\ufeff${wide(`PS> set ${secret} now`)}` }),
  (secret) => ({ k: 'stderr', b64: Buffer.from(`\u00ff${wide(`x=${secret};`)}`, 'latin1').toString('base64') }),
  (secret) => ({ k: 'stderr', text: `${utf8(`GET ${secret}`).toString('hex')}\n` }),
  (secret) => ({ k: 'note', at: 0, text: `look: ${secret}` }),
  (secret) => ({ k: 'process', event: 'spawn-failed', error: secret }),
  (secret) => ({ k: 'connection', event: 'closed', reason: secret, detail: `at ${secret}` }),
  (secret) => ({ k: 'gap', why: secret }),
  (secret) => ({ k: 'tap', act: 'hold', at: 0, rule: secret }),
  (secret) => ({ k: 'tap', act: 'armed', orders: JSON.stringify({ rules: [{ act: { result: [secret] } }] }) }),
  (secret) => ({ k: 'body', x: 'x2', dir: 'c2s', raw: `grant_type=x&other=${encodeURIComponent(secret)}` }),
  (secret) => ({
    k: 'sse',
    x: 'x2',
    text: `event: endpoint\ndata: /m?x=${encodeURIComponent(secret)}`,
    event: 'endpoint',
    data: secret,
  }),
  (secret) => ({
    k: 'message',
    dir: 's2c',
    raw: '{}',
    sse: { id: secret, event: secret, block: `id: ${secret}\ndata: {}` },
  }),
  (secret) => ({ k: 'unknown', fields: { k: 'weather', rain: [{ [secret]: secret }] } }),
  (secret) => ({ k: 'note', at: 0, text: '', extra: { deep: [secret] } }) as EventBody,
  (secret) => ({ k: 'http', x: 'x2', phase: 'end', error: `failed: ${secret}` }),
  (secret) => ({
    k: 'http',
    x: 'x2',
    phase: 'request',
    method: 'POST',
    url: `http://h/${encodeURIComponent(secret)}?q=${lowerPercent(secret)}#${encodeURIComponent(secret)}`,
    headers: [
      ['X-Other', secret],
      ['Location', `/x?y=${encodeURIComponent(secret)}`],
      ['Referer', `http://h/${secret}`],
      ['WWW-Authenticate', `Digest realm="${secret}"`],
      ['Mcp-Param-Plain', secret],
      ['Mcp-Param-Encoded', `=?base64?${base64(secret)}?=`],
      ['Mcp-Name', `=?base64?${base64(`file:///${secret}/x`)}?=`],
      ['X-Basic', base64(`u:${secret}`)],
    ],
  }),
];

/** Where a rule finds the secret: an event, or nothing where a mark says it. The flag says that only plain letters can stand there. */
interface Reveal {
  readonly plain: boolean;
  readonly body: (secret: string) => EventBody;
  readonly rules?: (secret: string) => RedactionRules;
}

const inHeader =
  (name: string, prefix = '', suffix = '') =>
  (secret: string): EventBody => ({
    k: 'http',
    x: 'x1',
    phase: 'request',
    headers: [[name, `${prefix}${secret}${suffix}`]],
  });
const inMessage =
  (member: string) =>
  (secret: string): EventBody => ({
    k: 'message',
    dir: 'c2s',
    raw: JSON.stringify({ params: { arguments: { [member]: secret } } }),
  });
const inText =
  (write: (secret: string) => string) =>
  (secret: string): EventBody => ({ k: 'stderr', text: write(secret) });

const REVEALS: readonly Reveal[] = [
  { plain: false, body: inHeader('Authorization', 'Bearer ') },
  { plain: false, body: inHeader('Proxy-Authorization', 'Custom ') },
  { plain: true, body: inHeader('Cookie', 'a=b; sid=', '; c=d') },
  { plain: true, body: inHeader('Set-Cookie', 'sid=', '; Path=/') },
  { plain: false, body: inHeader('Mcp-Session-Id') },
  { plain: false, body: inHeader('x-api-key') },
  { plain: false, body: inHeader('X-Client-Secret') },
  { plain: false, body: inHeader('Mcp-Param-Password') },
  { plain: false, body: (secret) => inHeader('Location', `/x?code=${encodeURIComponent(secret)}`)('') },
  { plain: false, body: (secret) => inHeader('Authorization', `Basic ${base64(`user:${secret}`)}`)('') },
  ...['password', 'apiKey', 'access_token', 'client_secret', 'authorization'].map((member) => ({
    plain: member === 'authorization',
    body: inMessage(member),
  })),
  {
    plain: false,
    body: (secret) => ({
      k: 'message',
      dir: 's2c',
      raw: JSON.stringify({ text: JSON.stringify({ text: JSON.stringify({ token: secret }) }) }),
    }),
  },
  ...[
    (secret: string) => ({ password: { value: secret } }),
    (secret: string) => ({ tokens: ['Hello', secret, 7] }),
    (secret: string) => ({ credentials: [{ user: 'me', data: { inner: [secret] } }] }),
    (secret: string) => ({ secrets: { MY_OWN: secret, count: 2 } }),
    (secret: string) => ({ value: secret, name: 'API_KEY' }),
    (secret: string) => ({ name: 'X-Api-Key', type: 'text', value: secret }),
  ].map((write) => ({
    plain: true,
    body: (secret: string): EventBody => ({ k: 'message', dir: 's2c', raw: JSON.stringify({ result: write(secret) }) }),
  })),
  { plain: true, body: inText((secret) => `the password is ${secret}.`) },
  { plain: true, body: inText((secret) => `my API key: "${secret}", keep it`) },
  { plain: true, body: inText((secret) => `<password>${secret}</password>`) },
  { plain: true, body: inText((secret) => `curl -s -u me:${secret} http://h`) },
  { plain: true, body: inText((secret) => base64(`DB_PASSWORD=${secret}\nPORT=80\n`)) },
  { plain: true, body: inText((secret) => wide(`API_KEY=${secret} and more`)) },
  { plain: true, body: inText((secret) => `run --api-key ${secret} now`) },
  { plain: true, body: inText((secret) => `API_KEY=${secret}`) },
  { plain: true, body: inText((secret) => `http://me:${secret}@h/`) },
  { plain: true, body: inText((secret) => `bearer ${secret}`) },
  { plain: false, body: inText((secret) => `http://h/?sig=${encodeURIComponent(secret)}&x`) },
  { plain: false, body: inText(() => 'nothing'), rules: (secret) => ({ ...DEFAULT_RULES, marks: [secret] }) },
  {
    plain: false,
    body: inText(() => 'nothing'),
    rules: (secret) => ({ ...DEFAULT_RULES, own: [{ name: 'mine', kind: 'text', pattern: secret }] }),
  },
];

/** Secrets of any characters that people can write, and plain ones. */
const PLAIN = fc.stringMatching(/^[A-Za-z0-9]{8,24}$/).map((text) => `Zq7${text}`);
const ANY = fc
  .string({ unit: 'grapheme', minLength: 6, maxLength: 24 })
  // A space at an end belongs to what is around it; a placeholder's own signs would make it look like one.
  .map((text) => `Zq7/${text.replace(/[‹›]/g, '')}"x9\\k`);

const connection = (secret: string, stdio: boolean): Connection =>
  stdio
    ? { transport: 'stdio', command: `run-${secret}`, args: ['-y', secret, `x=${secret}`], cwd: `/srv/${secret}` }
    : { transport: 'streamable-http', url: `http://h/${encodeURIComponent(secret)}?x=${encodeURIComponent(secret)}` };

/** A recording, a secret that stands in it, and the rules that find it. */
export const planted: fc.Arbitrary<Planted> = fc.constantFrom(...REVEALS).chain((reveal) =>
  fc
    .record({
      secret: reveal.plain ? PLAIN : ANY,
      stdio: fc.boolean(),
      first: fc.boolean(),
      messages: fc.array(fc.tuple(fc.constantFrom(...MESSAGES), fc.constantFrom(...IN_STRING)), {
        minLength: 1,
        maxLength: 6,
      }),
      elsewhere: fc.subarray([...ELSEWHERE], { minLength: 2 }),
    })
    .map(({ secret, stdio, first, messages, elsewhere }): Planted => {
      const bodies = [
        ...messages.map(([place, write]): EventBody => ({ k: 'message', dir: 's2c', raw: place(write(secret)) })),
        ...elsewhere.map((place) => place(secret)),
      ];
      const revealing = reveal.body(secret);
      const events = toEvents(first ? [revealing, ...bodies] : [...bodies, revealing]);
      return {
        secret,
        rules: reveal.rules?.(secret) ?? DEFAULT_RULES,
        recorded: {
          header: { ...HEADER, title: `of ${secret}`, connection: connection(secret, stdio) },
          events,
          footer: { footer: true, events: events.length, reason: `because ${secret}` },
        },
      };
    }),
);

/**
 * What is left of a secret in a text, or undefined: it is read unescaped, percent-decoded, without zero bytes, as base64 and
 * as hexadecimal digits, again and again.
 */
export function leakOf(text: string, secret: string): string | undefined {
  let texts = [text];
  for (let round = 0; round < 8; round++) {
    for (const each of texts) {
      const at = each.indexOf(secret);
      if (at >= 0) return each.slice(Math.max(0, at - 40), at + secret.length + 40);
      const coded = base64Leak(each, secret);
      if (coded !== undefined) return coded;
    }
    const next = texts
      .flatMap((each) => [
        unescapedOnce(each),
        percentDecodedOnce(each),
        each.replaceAll('\0', ''),
        decodedRuns(each, /[\w+/-]{20,}/g, 'base64'),
        decodedRuns(each, /(?:[0-9a-fA-F]{2}){10,}/g, 'hex'),
      ])
      .filter((each) => !texts.includes(each));
    if (next.length === 0) return undefined;
    texts = [...new Set(next)].slice(0, 16);
  }
  return undefined;
}

function unescapedOnce(text: string): string {
  return text.replace(/\\(u[0-9a-fA-F]{4}|["\\/bfnrt])/g, (all) => String(JSON.parse(`"${all}"`)));
}

function percentDecodedOnce(text: string): string {
  return text.replace(/(?:%[0-9a-fA-F]{2})+/g, (all) => Buffer.from(all.replaceAll('%', ''), 'hex').toString('utf8'));
}

function decodedRuns(text: string, pattern: RegExp, encoding: 'base64' | 'hex'): string {
  return [...text.matchAll(pattern)].map(([run]) => Buffer.from(run, encoding).toString('utf8')).join('\n');
}

function base64Leak(text: string, secret: string): string | undefined {
  const wanted = utf8(secret);
  for (const [run] of text.matchAll(/[\w+/-]{12,}/g))
    for (const from of [0, 1, 2, 3]) if (Buffer.from(run.slice(from), 'base64').includes(wanted)) return run;
  return undefined;
}
