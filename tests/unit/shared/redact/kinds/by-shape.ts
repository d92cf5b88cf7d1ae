/** Secrets that are told by what they look like: tokens, addresses, keys, and what is encoded. */
import { gzipSync } from 'node:zlib';
import { answered, CAPITALS, type Case, chance, HEX, inText, said } from './case.ts';

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const hex = (text: string): string => Buffer.from(text).toString('hex');
const bytes = (text: string): string => [...Buffer.from(text)].join();
const spaced = (text: string): string => hex(text).replace(/..(?=.)/g, '$& ');
const uuid = (): string => [8, 4, 4, 4, 12].map((length) => chance(length, HEX)).join('-');

/** A secret that is written in another way, which must not be left either. */
function written(from: Case, ...hidden: readonly string[]): Case {
  return { ...from, hidden: [...from.hidden, ...hidden] };
}

const TOKENS: readonly (readonly [kind: string, token: string])[] = [
  ['GitHub', `ghp_${chance(36)}`],
  ['GitHub, of an app', `ghs_${chance(36)}`],
  ['GitHub, fine-grained', `github_pat_11${chance(20)}_${chance(59)}`],
  ['GitLab', `glpat-${chance(20)}`],
  ['Slack, of a bot', `xoxb-${chance(12, '0123456789')}-${chance(12, '0123456789')}-${chance(24)}`],
  ['Slack, of an app', `xapp-1-A0${chance(9, CAPITALS)}-${chance(13, '0123456789')}-${chance(64, HEX)}`],
  ['AWS', `AKIA${chance(16, CAPITALS)}`],
  ['Google', `AIza${chance(35)}`],
  ['Google, OAuth', `ya29.a0${chance(60)}`],
  ['Google, of a client', `GOCSPX-${chance(28)}`],
  ['OpenAI', `sk-proj-${chance(48)}`],
  ['Anthropic', `sk-ant-api03-${chance(80)}-${chance(6)}AA`],
  ['Stripe', `sk_live_${chance(24)}`],
  ['Stripe, of a webhook', `whsec_${chance(32)}`],
  ['npm', `npm_${chance(36)}`],
  ['PyPI', `pypi-AgEIcHlwaS5vcmc${chance(60)}`],
  ['Hugging Face', `hf_${chance(34)}`],
  ['DigitalOcean', `dop_v1_${chance(64, HEX)}`],
  ['SendGrid', `SG.${chance(22)}.${chance(43)}`],
  ['Vault', `hvs.${chance(24)}`],
  ['Grafana', `glsa_${chance(32)}_${chance(8, HEX)}`],
  ['Databricks', `dapi${chance(32, HEX)}`],
  ['Doppler', `dp.pt.${chance(43)}`],
  ['Doppler, of a service', `dp.st.prd.${chance(43)}`],
  ['Telegram', `7${chance(9, '0123456789')}:AA${chance(33)}`],
  ['Discord', `MTE4NjIyNDgz${chance(12)}.G${chance(5)}.${chance(38)}`],
  ['Shopify', `shpat_${chance(32, HEX)}`],
  ['Notion', `ntn_${chance(46)}`],
  ['Linear', `lin_api_${chance(40)}`],
  ['Figma', `figd_${chance(40)}`],
  ['HubSpot', `pat-eu1-${uuid()}`],
  ['Terraform', `${chance(14)}.atlasv1.${chance(67)}`],
  ['Fly', `FlyV1 fm2_lJPE${chance(60)}`],
  ['PlanetScale', `pscale_tkn_${chance(43)}`],
  ['1Password', `ops_eyJ${chance(80)}`],
  ['Azure, of a client', `${chance(3)}8Q~${chance(34)}`],
  ['Apify', `apify_api_${chance(36)}`],
  ['Sourcegraph', `sgp_${chance(16, HEX)}_${chance(40, HEX)}`],
  ['Facebook', `EAAG${chance(150)}`],
  ['age', `AGE-SECRET-KEY-1${chance(58, CAPITALS)}`],
];

const JWT = [base64('{"alg":"HS256","typ":"JWT"}'), base64(`{"sub":"${chance(9)}"}`), chance(43)]
  .map((part) => part.replaceAll('=', ''))
  .join('.');
const BODY = Array.from({ length: 6 }, () => chance(64));
const PEM = ['-----BEGIN RSA PRIVATE KEY-----', ...BODY, '-----END RSA PRIVATE KEY-----'].join('\n');
const PUTTY_BODY = Array.from({ length: 4 }, () => chance(64));
const PUTTY = [
  'PuTTY-User-Key-File-3: ssh-ed25519',
  'Encryption: none',
  'Comment: mia@laptop',
  'Public-Lines: 1',
  chance(64),
  'Private-Lines: 4',
  ...PUTTY_BODY,
  `Private-MAC: ${chance(64, HEX)}`,
].join('\n');
const LONG = `ghp_${chance(36)}`;
const SLACK = `xoxp-${chance(40)}`;
const SSE = chance(24);
const [GROQ, GRAVE, NPM, KEY] = [`gsk_${chance(52)}`, `glpat-${chance(20)}`, `npm_${chance(36)}`, `sk-${chance(48)}`];

export const BY_SHAPE: readonly Case[] = [
  ...TOKENS.map(([kind, token]) => said(`token: ${kind}`, token, (same) => `got ${same} from it`)),
  said('secret beside an id of AWS', `${chance(20)}/${chance(19)}`, (same) => `ASIA${chance(16, CAPITALS)} ${same}`),
  said('JWT in a line', JWT, (same) => `session ${same} ends soon`),
  answered('JWT in a cookie of a message', JWT, (same) => ({ headers: { 'set-cookie': `s=${same}; Path=/` } })),
  { ...inText('PEM in a text', PEM, (same) => `the key:\n${same}\n`), hidden: BODY },
  {
    kind: 'PEM, line by line',
    bodies: PEM.split('\n').map((line) => ({ k: 'stderr', text: `${line}\n` })),
    hidden: BODY,
  },
  { ...inText('PuTTY key', PUTTY, (same) => same), hidden: PUTTY_BODY },
  {
    kind: 'PuTTY key, line by line',
    bodies: PUTTY.split('\n').map((line) => ({ k: 'stderr', text: `${line}\n` })),
    hidden: PUTTY_BODY,
  },
  answered('private JWK', chance(43), (same) => ({
    jwk: { kty: 'EC', crv: 'P-256', x: chance(43), y: chance(43), d: same },
  })),
  inText('symmetric JWK in a text', chance(43), (same) => JSON.stringify({ keys: [{ kty: 'oct', k: same }] })),
  ...[
    ['PostgreSQL', (same: string) => `psql postgresql://mia:${same}@db.example:5432/app`],
    ['MongoDB', (same: string) => `connecting to mongodb+srv://mia:${same}@c0.example.net/?retryWrites=true`],
    ['Redis, without a user', (same: string) => `redis://:${same}@cache:6379/0`],
    ['AMQP', (same: string) => `amqps://mia:${same}@mq.example/vhost`],
    ['Git', (same: string) => `git clone https://oauth2:${same}@git.example/a/b.git`],
    ['Sentry', (same: string) => `SENTRY at https://${same}@o1.ingest.example/42`],
    ['query', (same: string) => `GET https://h.example/v1/items?page=2&api_key=${same}&x=1 200`],
    ['fragment', (same: string) => `Location: https://app.example/cb#access_token=${same}&state=s`],
    ['signed', (same: string) => `https://b.example/o?X-Amz-Expires=60&X-Amz-Signature=${same}`],
    ['path', (same: string) => `connected to https://mcp.example/v1/token/${same}/sse`],
    ['Slack hook', (same: string) => `POST https://hooks.slack.com/services/T02ABC/B03DEF/${same}`],
    ['Discord hook', (same: string) => `https://discord.com/api/webhooks/11223344556677/${same}`],
    [
      'Teams hook',
      (same: string) =>
        `https://firm.webhook.office.com/webhookb2/${uuid()}@${uuid()}/IncomingWebhook/${same}/${uuid()}`,
    ],
    ['Zapier hook', (same: string) => `https://hooks.zapier.com/hooks/catch/1234567/${same}/`],
    ['Go driver', (same: string) => `mia:${same}@tcp(db.example:3306)/app?parseTime=true`],
  ].map(([kind, write]) => said(`address: ${kind}`, chance(26, `${HEX}xyzqw`), write as (same: string) => string)),
  said('base64 of 20 letters', 'tulip-77-Kwai', (same) => `PASS_B64 ${base64(`pw=${same}`)} read`),
  inText('base64 of a file', 'Wend-19-orchid', (same) => base64(`PORT=80\nDB_PASSWORD=${same}\nHOST=h\n`)),
  inText('base64 for addresses of JSON', 'Quay!88-lantern', (same) =>
    Buffer.from(JSON.stringify({ user: 'mia', password: same })).toString('base64url'),
  ),
  inText('base64 of base64', chance(20), (same) => base64(base64(`export API_TOKEN=${same} # more of it`))),
  inText('gzip in base64', chance(24), (same) =>
    gzipSync(`${'{"a":1}\n'.repeat(30)}{"secret":"${same}"}`).toString('base64'),
  ),
  inText('base64 over lines', chance(30), (same) =>
    base64(`# settings of the server, which are long\nAPI_KEY=${same}\n`).replace(/.{40}/g, '$&\n'),
  ),
  written(
    said('hexadecimal digits of a token', LONG, (same) => `dump: ${hex(same)}`),
    hex(LONG),
  ),
  written(
    answered('hexadecimal digits in a member', GRAVE, (same) => ({ hex: hex(`x=${same}`).toUpperCase() })),
    hex(GRAVE).toUpperCase(),
  ),
  written(
    answered('bytes in a list', GROQ, (same) => ({ data: [...Buffer.from(same)] })),
    bytes(GROQ),
  ),
  written(
    answered('bytes of a Buffer', NPM, (same) => ({ body: Buffer.from(same) })),
    bytes(NPM),
  ),
  written(
    said('bytes as a program prints them', KEY, (same) => `Uint8Array(51) [ ${bytes(same).replaceAll(',', ', ')} ]`),
    bytes(KEY).replaceAll(',', ', '),
  ),
  written(
    said('bytes of a Buffer in hexadecimal digits', SLACK, (same) => `<Buffer ${spaced(same)}>`),
    spaced(SLACK),
  ),
  answered('JSON in JSON in JSON', 'Mole-31-violet', (same) => ({
    text: JSON.stringify({ text: JSON.stringify({ db: { password: same } }) }),
  })),
  {
    kind: 'JSON in an SSE block of two lines',
    bodies: [{ k: 'sse', x: 'x3', text: `event: message\ndata: {"result":{\ndata: "apiKey":"${SSE}"}}` }],
    hidden: [SSE],
  },
];
