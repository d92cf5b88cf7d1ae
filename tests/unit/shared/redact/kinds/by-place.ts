/** Secrets that are told by what stands before them: names of members and headers, commands, files of settings, sentences. */
import { answered, type Case, chance, HEX, inText, said } from './case.ts';

const header = (name: string, secret: string, write: (secret: string) => string = (same) => same): Case => ({
  kind: `header ${name}`,
  bodies: [
    {
      k: 'http',
      x: 'x1',
      phase: 'request',
      method: 'POST',
      url: 'http://h.example/mcp',
      headers: [[name, write(secret)]],
    },
  ],
  hidden: [secret],
});

const member = (name: string, secret: string): Case =>
  answered(`member ${name}`, secret, (same) => ({ structuredContent: { rows: [{ id: 3, [name]: same }] } }));

const TOKEN = `glpat-${chance(20)}`;
const HOOK_KEY = `sk-proj-${chance(40)}`;
const PART = 'b0undary-4711';

export const BY_PLACE: readonly Case[] = [
  header('Authorization', chance(30), (same) => `Bearer ${same}`),
  header('Authorization', 'Pine-42-kettle', (same) => `Basic ${Buffer.from(`mia:${same}`).toString('base64')}`),
  header('X-Api-Key', 'moss-lane'),
  header('Cookie', chance(26), (same) => `theme=dark; sid=${same}`),
  header('Set-Cookie', chance(26), (same) => `__Host-s=${same}; Path=/; Secure`),
  header('Mcp-Session-Id', '0d5e8f20-77aa-4c1b-9d3e-5a6b7c8d9e10'),
  header('X-Vault-Token', 's.plainroot'),
  header('Ocp-Apim-Subscription-Key', chance(32, HEX)),
  ...[
    ['password', 'correct staple'],
    ['apiKey', 'k-0'],
    ['clientSecret', 'Olive~19~x'],
    ['refresh_token', chance(40)],
    ['private_key', 'not PEM, and yet'],
    ['pass', 'w1ndow!'],
    ['key', chance(22)],
    ['dbPass', 'gravel'],
    ['adminPw', 'F1g-tree'],
    ['p4ssw0rd', 'hush-99'],
    ['wachtwoord', 'fiets-op-slot'],
    ['パスワード', 'sakura-31'],
    ['seed_phrase', 'legal winner thank year wave sausage'],
    ['cvv', '913'],
    ['otp', '640 118'],
    ['license_key', 'AAAA-B2B2-CCCC-D4D4'],
    ['connectionString', 'Server=db;Uid=mia;Pwd=Larch#77;'],
  ].map(([name = '', secret = '']) => member(name, secret)),
  answered('object under a secret name', 'Ember.51', (same) => ({
    credentials: { user: 'mia', data: { inner: same } },
  })),
  answered('list under a secret name', 'rec-4410-aa', (same) => ({ recoveryCodes: ['rec-1093-bb', same] })),
  answered('name and value', 'Basalt+08', (same) => ({ env: [{ name: 'DB_PASSWORD', value: same }] })),
  answered('key and value, the other way round', chance(20), (same) => ({ vars: [{ value: same, key: 'API_TOKEN' }] })),
  answered('pair of a header', 'w-77', (same) => ({
    headers: [
      ['Accept', '*/*'],
      ['X-Api-Key', same],
    ],
  })),
  answered('raw headers of Node', chance(24), (same) => ({
    rawHeaders: ['Host', 'h.example', 'X-Auth-Token', same, 'Accept', '*/*'],
  })),
  answered('header as an object', 'plain-word', (same) => ({ headers: [{ name: 'X-Api-Key', value: same }] })),
  said('pair as Python prints it', chance(21), (same) => `[(b'host', b'h.example'), (b'x-api-key', b'${same}')]`),
  said('header as Node prints it', 'q-31-q', (same) => `{ name: 'X-Api-Key', value: '${same}' }`),
  said('dict of Python', 'lime', (same) => `config: {'host': 'h.example', 'api_key': '${same}', 'port': 80}`),
  inText('dict of Python in a text', 'Jade-7', (same) => `{'db': {'user': 'mia', 'pass': '${same}'}}`),
  said('repr of Python', 'Nut_77', (same) => `Settings(host='h.example', password=SecretStr('${same}'), port=80)`),
  said('bytes of Python', 'oat-77', (same) => `{'token': b'${same}'}`),
  said('hash of Ruby', 'elm', (same) => `{:host=>"h.example", :password=>"${same}"}`),
  said('hash of Ruby with texts', 'elm-22', (same) => `{"host" => "h.example", "password" => "${same}"}`),
  said('array of PHP', 'fir', (same) => `  'password' => '${same}',`),
  said('struct of Go', 'Ash77', (same) => `{Host:h.example Password:${same} Port:80}`),
  said('assignment', 'birch', (same) => `const clientSecret = "${same}";`),
  said('item of os.environ', 'beech', (same) => `os.environ["API_TOKEN"] = "${same}"`),
  said('text: db_pass', 'swordfish', (same) => `db_user: mia\ndb_pass: ${same}\ndb_host: h`),
  said('text: a log', 'Sorrel9!', (same) => `INFO connected user=mia password=${same} in 3 ms`),
  said('text: a sentence', 'heron-18', (same) => `Use the password "${same}" to sign in, then change it.`),
  said('text: a key', chance(18), (same) => `Your API key is ${same}. Keep it.`),
  said('YAML', 'thistle', (same) => `database:\n  host: h.example\n  password: ${same}\n  port: 80`),
  said('YAML block', 'first-line-7', (same) => `db:\n  password: |\n    ${same}\n  port: 80`),
  inText(
    'YAML folded block',
    'Zinnia 4 rows',
    (same) => `secrets:\n  api_key: >-\n    ${same}\n    and more\nport: 80`,
  ),
  said('YAML list', 'clover-x', (same) => `name: a\napi_keys:\n  - clover-w\n  - ${same}\nport: 80`),
  said('YAML list of objects', 'sedge', (same) => `users:\n  - name: mia\n    password: ${same}\n  - name: bo`),
  said('TOML', 'yarrow', (same) => `[db]\nuser = "mia"\npassword = "${same}"`),
  said('INI', 'vetch', (same) => `[client]\nuser = mia\npassword = ${same}`),
  said('properties', 'spelt', (same) => `spring.datasource.password=${same}`),
  said('.npmrc', chance(30), (same) => `//registry.example/:_authToken=${same}`),
  said('AWS settings', chance(40), (same) => `[default]\naws_secret_access_key = ${same}`),
  said('netrc', 'rowan', (same) => `machine h.example login mia password ${same}`),
  inText('netrc over lines', 'aspen', (same) => `machine h.example\n  login mia\n  password ${same}\nmachine other`),
  said('.pgpass', 'Teasel', (same) => `db.example:5432:app:mia:${same}`),
  said('environment', 'dock-44', (same) => `HOME=/root\nGITHUB_PAT=${same}\nPORT=80`),
  said('environment of a shell', 'sage', (same) => `declare -x SERVICE_PASSWORD="${same}"`),
  said('JSON of an environment', 'tansy', (same) => JSON.stringify({ PATH: '/bin', ADMIN_PASS: same })),
  said(
    'connection string of .NET',
    'Fern;'.slice(0, -1),
    (same) => `Server=db;Database=a;User Id=mia;Password=${same};`,
  ),
  said(
    'connection string of Azure',
    chance(86),
    (same) => `DefaultEndpointsProtocol=https;AccountName=a;AccountKey=${same}==;`,
  ),
  said('JDBC', 'alder', (same) => `jdbc:mysql://db.example/app?user=mia&password=${same}`),
  ...[
    ['mysql', 'Elder22', (same: string) => `mysql -u root -p${same} app`],
    ['mysqldump, quoted', 'o a k', (same: string) => `mysqldump -h h '-p${same}' app > out.sql`],
    ['sshpass', 'maple', (same: string) => `sshpass -p ${same} ssh mia@h.example`],
    ['curl', 'holly', (same: string) => `curl -sS -u mia:${same} https://h.example/x`],
    ['redis-cli', 'cedar', (same: string) => `redis-cli -h cache -a ${same} ping`],
    ['docker login', 'larch', (same: string) => `docker login -u mia -p ${same} registry.example`],
    ['-p', 'Yew7#tree', (same: string) => `run-server -u mia -p ${same} --verbose`],
    ['--password', 'hazel', (same: string) => `mongosh --host h --password ${same} app`],
    ['PGPASSWORD', 'linden', (same: string) => `PGPASSWORD=${same} psql -h h app`],
    ['httpie', 'willow', (same: string) => `http -a mia:${same} GET https://h.example`],
    ['header of curl', chance(12), (same: string) => `curl -H "X-Api-Key: ${same}" https://h.example`],
    ['openssl', 'poplar', (same: string) => `openssl rsa -in k.pem -passin pass:${same}`],
    ['export', 'cypress', (same: string) => `export API_SECRET='${same}'`],
    ['set of fish', 'juniper', (same: string) => `set -gx API_TOKEN ${same}`],
  ].map(([kind, secret, write]) => said(`command: ${String(kind)}`, String(secret), write as (same: string) => string)),
  answered('command with arguments', 'acacia', (same) => ({ command: 'mysql', args: ['-u', 'root', `-p${same}`] })),
  answered('options in a list', 'cherry', (same) => ({ args: ['serve', '--api-key', same, '--port', '80'] })),
  inText(
    'form with parts',
    'walnut',
    (same) =>
      `--${PART}\r\nContent-Disposition: form-data; name="user"\r\n\r\nmia\r\n--${PART}\r\nContent-Disposition: form-data; name="password"\r\n\r\n${same}\r\n--${PART}--`,
  ),
  {
    kind: 'form with parts as a body',
    bodies: [
      {
        k: 'body',
        x: 'x5',
        dir: 'c2s',
        raw: `--${PART}\r\nContent-Disposition: form-data; name="api_key"\r\nContent-Type: text/plain\r\n\r\nchestnut\r\n--${PART}--\r\n`,
      },
    ],
    hidden: ['chestnut'],
  },
  {
    kind: 'form',
    bodies: [{ k: 'body', x: 'x6', dir: 'c2s', raw: 'grant_type=password&username=mia&password=olive%2Btree' }],
    hidden: ['olive%2Btree'],
  },
  said('element', 'medlar', (same) => `<db><user>mia</user><password>${same}</password></db>`),
  said('element with a namespace', 'quince', (same) => `<wsse:Password Type="text">${same}</wsse:Password>`),
  said('attribute', 'damson', (same) => `<datasource user="mia" password="${same}"/>`),
  said('setting of XML', 'sloe-berry', (same) => `<add key="ApiKey" value="${same}" />`),
  said('field of a form', chance(20), (same) => `<input type="hidden" name="csrf_token" value="${same}">`),
  {
    kind: 'token over two lines',
    bodies: [{ k: 'stderr', text: `key: ${TOKEN.slice(0, 14)}\n${TOKEN.slice(14)}\nready\n` }],
    hidden: [TOKEN.slice(0, 14), TOKEN.slice(14)],
  },
  {
    kind: 'token over two events, each a line',
    bodies: [
      { k: 'stderr', text: `key: ${HOOK_KEY.slice(0, 31)}\n` },
      { k: 'stderr', text: `${HOOK_KEY.slice(31)}\n` },
    ],
    hidden: [HOOK_KEY.slice(0, 31), HOOK_KEY.slice(31)],
  },
  {
    kind: 'token over two reads',
    bodies: [
      { k: 'stderr', text: `with ${HOOK_KEY.slice(0, 5)}` },
      { k: 'stderr', text: `${HOOK_KEY.slice(5)} now\n` },
    ],
    hidden: [HOOK_KEY.slice(5)],
  },
];
