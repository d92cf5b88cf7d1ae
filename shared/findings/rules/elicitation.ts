import type { EventBody } from '#shared/recording';
import { answered, client, failure, notification, request, result, server } from '../examples/messages.ts';
import { afterHandshake, type Example, type ExamplesOf } from '../examples/script.ts';
import { describeRules, info, must, mustNot, should, shouldNot } from '../rule.ts';
import type { WordsOf } from '../words/types.ts';

export const RULES = describeRules('elicitation', 'any', {
  'elicit-schema-flat': must('server', 'C-E', 'client/elicitation#request-schema'),
  'elicit-schema-format': must('server', 'C-E', 'client/elicitation#request-schema'),
  'elicit-action': must('client', 'C-E', 'client/elicitation#response-actions'),
  'elicit-content-valid': should('client', 'C-E', {
    C: 'client/elicitation#security-considerations',
    D: 'client/elicitation#form-mode-security',
  }),
  'elicit-url-fields': must('server', 'D', 'client/elicitation#url-mode-elicitation-requests'),
  'elicit-url-https': should('server', 'D-E', 'client/elicitation#safe-url-handling'),
  'elicit-mode-refusal-code': must('client', 'D', 'client/elicitation#error-handling'),
  'elicit-complete-id': must('server', 'D', 'client/elicitation#completion-notifications-for-url-mode-elicitation'),
  'elicit-required-error-data': must('server', 'D', 'client/elicitation#url-elicitation-required-error'),
  'elicit-schema-pattern': info('server', 'C-E', 'client/elicitation#request-schema', 'extra'),
  'elicit-content-unexpected': info('client', 'C-E', 'client/elicitation#response-actions', 'extra'),
  'elicit-sensitive-form': mustNot(
    'server',
    'C-E',
    { C: 'client/elicitation#security-considerations', D: 'client/elicitation#form-mode-security' },
    'warning',
    'heuristic',
    'extra',
  ),
  'elicit-url-sensitive': mustNot(
    'server',
    'D-E',
    'client/elicitation#safe-url-handling',
    'warning',
    'heuristic',
    'extra',
  ),
  'elicit-form-links': shouldNot('server', 'D-E', 'client/elicitation#safe-url-handling', 'info', 'extra'),
  'elicit-enum-names': info('server', 'D-E', 'client/elicitation#requested-schema', 'extra'),
});

export const EN: WordsOf<typeof RULES> = {
  'elicit-schema-flat': {
    title: 'Ask only for flat forms of simple fields',
    found: '`{0}` of the requested form is {1}.',
    why: 'Clients build a form from the schema and know only simple fields. They refuse a request with any other.',
    fix: 'Use a root of `"type": "object"` with `properties` of type `string`, `number`, `integer` or `boolean`, from 2025-11-25 on also lists of choices.',
  },
  'elicit-schema-format': {
    title: 'Use only email, uri, date or date-time as format',
    found: 'The field `{0}` has the format {1}.',
    why: 'Clients have inputs for these four and may refuse a form with another format.',
    fix: 'Remove `format` and say in `description` what is expected; check the reply yourself.',
  },
  'elicit-action': {
    title: 'Reply with accept, decline or cancel',
    found: '`action` is {0}.',
    why: 'Servers decide by the action what to do next. With another value they fail, or mistake a refusal for consent.',
    fix: 'Send `accept` with the content, `decline` when the user says no, `cancel` when the user closes the dialog.',
  },
  'elicit-content-valid': {
    title: 'Send content that fits the requested form',
    found: 'The content violates `{1}` of the requested schema at `{0}`.',
    why: 'Servers rely on the requested form: required fields are present, and a number is not a string.',
    fix: 'Validate the content against the requested schema before you send `accept`: ask for what is missing, and convert what was typed to the type of its field.',
  },
  'elicit-url-fields': {
    title: 'Give URL requests url, message and elicitationId',
    found: 'Missing or wrong: {0}.',
    why: 'The client shows the message and the URL, and needs the id to tell when it is done.',
    fix: 'Set all three; `url` is absolute, and `elicitationId` is unique in your server.',
  },
  'elicit-url-https': {
    title: 'Send users only to https URLs',
    found: 'The URL is {0}.',
    why: 'What the user types there can be read and changed in transit. Clients warn or refuse.',
    fix: 'Serve the page over `https`; plain `http` is fine only for localhost while you develop.',
  },
  'elicit-mode-refusal-code': {
    title: 'Refuse modes you did not declare with error -32602',
    found: 'The mode {0} was not declared, but the response is: {1}.',
    why: 'Servers take any other response for a reply of the user.',
    fix: 'Return error `-32602` for each mode that is not in your `elicitation` capability.',
  },
  'elicit-complete-id': {
    title: 'Use a known elicitationId in completion notifications',
    found: 'No request and no error of this session had the id {0}.',
    why: 'The client cannot tell which dialog to close, and the waiting call is not retried.',
    fix: 'Keep the id that you sent in `elicitation/create` or in the `-32042` error, and send exactly that.',
  },
  'elicit-required-error-data': {
    title: 'List the URL requests in a -32042 error',
    found: 'Missing or wrong for a `-32042` error: `{0}`.',
    why: 'The client has nothing to show to the user, so the call can never succeed.',
    fix: 'Set `error.data.elicitations` to entries of `mode: "url"`, `elicitationId`, `url`, `message`, and only for clients that declare `elicitation.url`.',
  },
  'elicit-schema-pattern': {
    title: 'Use only keywords that forms support',
    found: 'The field `{0}` uses `{1}`.',
    why: 'It is not in the subset for forms. Clients ignore it, so replies may be unexpected.',
    fix: 'State the constraint in `description`, and check the reply yourself.',
  },
  'elicit-content-unexpected': {
    title: 'Send content only with an accepted form',
    found: '`content` came with action `{0}` in mode `{1}`.',
    why: 'The user did not agree to send it, and servers must not use it.',
    fix: 'Leave `content` out unless the action is `accept` and the request was a form.',
  },
  'elicit-sensitive-form': {
    title: 'Do not ask for secrets in a form',
    found: 'A field seems to ask for a secret: {0}.',
    why: 'The value goes through the client and its logs, and often through the model.',
    fix: 'Use a URL request: the user types the secret on your own page.',
  },
  'elicit-url-sensitive': {
    title: 'Keep credentials and personal data out of URLs',
    found: 'The URL has `{0}`.',
    why: 'URLs are shown, logged and kept in the history of browsers.',
    fix: 'Put a short-lived random id into the URL and keep the rest on the server.',
  },
  'elicit-form-links': {
    title: 'Keep links out of form texts',
    found: 'The text holds the URL {0}.',
    why: 'Users may follow it without the checks that clients make for URL requests.',
    fix: 'Remove it, or send a request of mode `url`.',
  },
  'elicit-enum-names': {
    title: 'Write choices with titles as oneOf',
    found: 'The field `{0}` uses `enumNames`.',
    why: 'It is not a JSON Schema keyword. Clients may show the raw values.',
    fix: 'Write `"oneOf": [{"const": "s", "title": "Small"}, …]` from 2025-11-25 on.',
  },
};

export const ZH: WordsOf<typeof RULES> = {
  'elicit-schema-flat': {
    title: '表单只能是简单字段的扁平对象',
    found: '所请求表单的 `{0}` 为 {1}。',
    why: '客户端根据 schema 生成表单，只支持简单字段，遇到其他字段会拒绝请求。',
    fix: '顶层使用 `"type": "object"` 和 `properties`，字段类型为 `string`、`number`、`integer` 或 `boolean`；自 2025-11-25 起还可以是多选列表。',
  },
  'elicit-schema-format': {
    title: 'format 只能是 email、uri、date 或 date-time',
    found: '字段 `{0}` 的格式为 {1}。',
    why: '客户端只有这四种输入框，可能拒绝含其他格式的表单。',
    fix: '去掉 `format`，在 `description` 中说明要求，并自行检查回复。',
  },
  'elicit-action': {
    title: '以 accept、decline 或 cancel 回复',
    found: '`action` 为 {0}。',
    why: '服务器据此决定下一步，遇到其他值会出错，或把拒绝当作同意。',
    fix: '提交内容时用 `accept`，用户拒绝时用 `decline`，用户关闭对话框时用 `cancel`。',
  },
  'elicit-content-valid': {
    title: '内容须符合所请求的表单',
    found: '内容的 `{0}` 处不满足所请求 schema 的 `{1}`。',
    why: '服务器按所请求的形式使用这些值：必填字段要有，数字不能是字符串。',
    fix: '发送 `accept` 前按所请求的 schema 校验内容：补全缺少的字段，把用户输入转换为字段的类型。',
  },
  'elicit-url-fields': {
    title: 'URL 请求要有 url、message 和 elicitationId',
    found: '缺少或有误：{0}。',
    why: '客户端要显示说明和地址，并凭 id 得知何时完成。',
    fix: '三者都要设置；`url` 为绝对地址，`elicitationId` 在服务器内唯一。',
  },
  'elicit-url-https': {
    title: '只让用户访问 https 地址',
    found: '地址为 {0}。',
    why: '用户在那里输入的内容可能在途中被读取和篡改，客户端会警告或拒绝。',
    fix: '通过 `https` 提供该页面；`http` 只适合开发时的 localhost。',
  },
  'elicit-mode-refusal-code': {
    title: '未声明的模式以错误 -32602 拒绝',
    found: '没有声明模式 {0}，响应却是：{1}。',
    why: '服务器会把其他响应当作用户的回复。',
    fix: '对不在 `elicitation` 能力中的模式返回错误 `-32602`。',
  },
  'elicit-complete-id': {
    title: '完成通知要使用已知的 elicitationId',
    found: '此会话的请求和错误中都没有 id {0}。',
    why: '客户端无法判断该关闭哪个对话框，等待中的调用也不会重试。',
    fix: '保存 `elicitation/create` 或 `-32042` 错误中发送的 id，并在完成通知中原样使用。',
  },
  'elicit-required-error-data': {
    title: '在 -32042 错误中列出 URL 请求',
    found: '对 `-32042` 错误而言，缺少或有误：`{0}`。',
    why: '客户端没有可展示给用户的内容，调用永远无法成功。',
    fix: '把 `error.data.elicitations` 设为含 `mode: "url"`、`elicitationId`、`url`、`message` 的列表，且只发给声明了 `elicitation.url` 的客户端。',
  },
  'elicit-schema-pattern': {
    title: '只使用表单支持的关键字',
    found: '字段 `{0}` 使用了 `{1}`。',
    why: '它不在表单的子集内，客户端会忽略它，可能收到意料之外的回复。',
    fix: '在 `description` 中说明，并自行检查回复。',
  },
  'elicit-content-unexpected': {
    title: '只有接受表单时才发送内容',
    found: '`action` 为 `{0}`、模式为 `{1}` 时带有 `content`。',
    why: '用户没有同意发送这些内容，服务器也不得使用。',
    fix: '除非 `action` 为 `accept` 且请求是表单，否则省略 `content`。',
  },
  'elicit-sensitive-form': {
    title: '不要在表单中索取敏感信息',
    found: '某个字段疑似索取敏感信息：{0}。',
    why: '该值会经过客户端及其日志，往往还会经过模型。',
    fix: '使用 URL 请求，让用户在你自己的页面上输入。',
  },
  'elicit-url-sensitive': {
    title: '地址中不要含有凭据和个人信息',
    found: '地址中有 `{0}`。',
    why: '地址会被显示、写入日志，并保存在浏览器历史记录中。',
    fix: '地址中只放短期有效的随机 id，其余留在服务器上。',
  },
  'elicit-form-links': {
    title: '表单文本中不要放链接',
    found: '文本中含有地址 {0}。',
    why: '用户可能直接打开它，绕过客户端对 URL 请求的检查。',
    fix: '去掉链接，或发送 `url` 模式的请求。',
  },
  'elicit-enum-names': {
    title: '带标题的选项写作 oneOf',
    found: '字段 `{0}` 使用了 `enumNames`。',
    why: '它不是 JSON Schema 的关键字，客户端可能显示原始值。',
    fix: '自 2025-11-25 起写作 `"oneOf": [{"const": "s", "title": "小"}, …]`。',
  },
};

const before = afterHandshake('2025-11-25', { client: { elicitation: { form: {}, url: {} } }, server: { tools: {} } });
const ask = (params: object): EventBody => server(request('q1', 'elicitation/create', params));
const form = (properties: object, more: object = {}): object => ({
  message: 'Your order',
  requestedSchema: { type: 'object', properties },
  ...more,
});
const url = (more: object): object => ({
  mode: 'url',
  message: 'Pay for the order',
  url: 'https://pay.example/o/81',
  elicitationId: 'pay-81',
  ...more,
});
const asked = (broken: object, kept: object): Example => ({ before, violates: [ask(broken)], conforms: [ask(kept)] });
const COUNT = { count: { type: 'integer', minimum: 1 } };
const replied = (question: object, broken: object, kept: object): Example => ({
  before: [...before, ask(question)],
  violates: [client(result('q1', broken))],
  conforms: [client(result('q1', kept))],
});
const required = (data: object): readonly EventBody[] =>
  answered(request('c1', 'tools/call', { name: 'order' }), failure('c1', -32042, 'Pay first', data));
const completed = (elicitationId: string): EventBody =>
  server(notification('notifications/elicitation/complete', { elicitationId }));

export const EXAMPLES: ExamplesOf<typeof RULES> = {
  'elicit-schema-flat': asked(
    form({ sizes: { type: 'array', items: { type: 'string' } } }),
    form({ sizes: { type: 'array', items: { type: 'string', enum: ['s', 'm'] } } }),
  ),
  'elicit-schema-format': asked(
    form({ when: { type: 'string', format: 'time' } }),
    form({ when: { type: 'string', format: 'date' } }),
  ),
  'elicit-action': replied(form(COUNT), { action: 'yes' }, { action: 'cancel' }),
  'elicit-content-valid': replied(
    form(COUNT),
    { action: 'accept', content: { count: '2' } },
    { action: 'accept', content: { count: 2 } },
  ),
  'elicit-url-fields': asked(url({ url: '/o/81' }), url({})),
  'elicit-url-https': asked(url({ url: 'http://pay.example/o/81' }), url({ url: 'http://127.0.0.1:8080/o/81' })),
  'elicit-mode-refusal-code': {
    before: [...afterHandshake('2025-11-25', { client: { elicitation: { form: {} } } }), ask(url({}))],
    violates: [client(result('q1', { action: 'cancel' }))],
    conforms: [client(failure('q1', -32602, 'no URLs'))],
  },
  'elicit-complete-id': {
    before: [...before, ask(url({})), client(result('q1', { action: 'accept' }))],
    violates: [completed('pay-18')],
    conforms: [completed('pay-81')],
  },
  'elicit-required-error-data': {
    before,
    violates: required({ elicitations: [{ mode: 'url', url: 'https://pay.example/o/81', message: 'Pay' }] }),
    conforms: required({ elicitations: [url({})] }),
  },
  'elicit-schema-pattern': asked(
    form({ count: { ...COUNT.count, multipleOf: 2 } }),
    form({ count: { ...COUNT.count, maximum: 10 } }),
  ),
  'elicit-content-unexpected': replied(
    form(COUNT),
    { action: 'decline', content: { count: 2 } },
    { action: 'decline' },
  ),
  'elicit-sensitive-form': asked(
    form({ login: { type: 'string', description: 'Your password' } }),
    form({ login: { type: 'string', description: 'Your name' } }),
  ),
  'elicit-url-sensitive': asked(
    url({ url: 'https://pay.example/o/81?email=ada%40example.org' }),
    url({ url: 'https://pay.example/o/81?email=' }),
  ),
  'elicit-form-links': asked(
    form({ count: { ...COUNT.count, description: 'See http://shop.example/counts' } }),
    form(COUNT),
  ),
  'elicit-enum-names': asked(
    form({ size: { type: 'string', enum: ['s', 'm'], enumNames: ['Small', 'Medium'] } }),
    form({ size: { type: 'string', enum: ['s', 'm'] } }),
  ),
};
