import type { ELICITATION } from '../../catalogue/elicitation.ts';
import type { CategoryWords } from '../types.ts';

export const ELICITATION_WORDS: CategoryWords<keyof typeof ELICITATION> = {
  'elicit-schema-flat': {
    title: '表单只能是简单字段的扁平对象',
    found: '所请求表单的 `{0}` 为 {1}。',
    why: '客户端根据 schema 生成表单，只支持简单字段，遇到其他字段会拒绝请求。',
    mend: '顶层使用 `"type": "object"` 和 `properties`，字段类型为 `string`、`number`、`integer` 或 `boolean`；自 2025-11-25 起还可以是多选列表。',
  },
  'elicit-schema-format': {
    title: 'format 只能是 email、uri、date 或 date-time',
    found: '字段 `{0}` 的格式为 {1}。',
    why: '客户端只有这四种输入框，可能拒绝含其他格式的表单。',
    mend: '去掉 `format`，在 `description` 中说明要求，并自行检查回复。',
  },
  'elicit-action': {
    title: '以 accept、decline 或 cancel 回复',
    found: '`action` 为 {0}。',
    why: '服务器据此决定下一步，遇到其他值会出错，或把拒绝当作同意。',
    mend: '提交内容时用 `accept`，用户拒绝时用 `decline`，用户关闭对话框时用 `cancel`。',
  },
  'elicit-content-valid': {
    title: '内容须符合所请求的表单',
    found: '内容的 `{0}` 处不满足所请求 schema 的 `{1}`。',
    why: '服务器按所请求的形式使用这些值：必填字段要有，数字不能是字符串。',
    mend: '发送 `accept` 前按所请求的 schema 校验内容：补全缺少的字段，把用户输入转换为字段的类型。',
  },
  'elicit-url-fields': {
    title: 'URL 请求要有 url、message 和 elicitationId',
    found: '缺少或有误：{0}。',
    why: '客户端要显示说明和地址，并凭 id 得知何时完成。',
    mend: '三者都要设置；`url` 为绝对地址，`elicitationId` 在服务器内唯一。',
  },
  'elicit-url-https': {
    title: '只让用户访问 https 地址',
    found: '地址为 {0}。',
    why: '用户在那里输入的内容可能在途中被读取和篡改，客户端会警告或拒绝。',
    mend: '通过 `https` 提供该页面；`http` 只适合开发时的 localhost。',
  },
  'elicit-mode-refusal-code': {
    title: '未声明的模式以错误 -32602 拒绝',
    found: '没有声明模式 {0}，响应却是：{1}。',
    why: '服务器会把其他响应当作用户的回复。',
    mend: '对不在 `elicitation` 能力中的模式返回错误 `-32602`。',
  },
  'elicit-complete-id': {
    title: '完成通知要使用已知的 elicitationId',
    found: '此会话的请求和错误中都没有 id {0}。',
    why: '客户端无法判断该关闭哪个对话框，等待中的调用也不会重试。',
    mend: '保存 `elicitation/create` 或 `-32042` 错误中发送的 id，并在完成通知中原样使用。',
  },
  'elicit-required-error-data': {
    title: '在 -32042 错误中列出 URL 请求',
    found: '对 `-32042` 错误而言，缺少或有误：`{0}`。',
    why: '客户端没有可展示给用户的内容，调用永远无法成功。',
    mend: '把 `error.data.elicitations` 设为含 `mode: "url"`、`elicitationId`、`url`、`message` 的列表，且只发给声明了 `elicitation.url` 的客户端。',
  },
  'elicit-schema-pattern': {
    title: '只使用表单支持的关键字',
    found: '字段 `{0}` 使用了 `{1}`。',
    why: '它不在表单的子集内，客户端会忽略它，可能收到意料之外的回复。',
    mend: '在 `description` 中说明，并自行检查回复。',
  },
  'elicit-content-unexpected': {
    title: '只有接受表单时才发送内容',
    found: '`action` 为 `{0}`、模式为 `{1}` 时带有 `content`。',
    why: '用户没有同意发送这些内容，服务器也不得使用。',
    mend: '除非 `action` 为 `accept` 且请求是表单，否则省略 `content`。',
  },
  'elicit-sensitive-form': {
    title: '不要在表单中索取敏感信息',
    found: '某个字段疑似索取敏感信息：{0}。',
    why: '该值会经过客户端及其日志，往往还会经过模型。',
    mend: '使用 URL 请求，让用户在你自己的页面上输入。',
  },
  'elicit-url-sensitive': {
    title: '地址中不要含有凭据和个人信息',
    found: '地址中有 `{0}`。',
    why: '地址会被显示、写入日志，并保存在浏览器历史记录中。',
    mend: '地址中只放短期有效的随机 id，其余留在服务器上。',
  },
  'elicit-form-links': {
    title: '表单文本中不要放链接',
    found: '文本中含有地址 {0}。',
    why: '用户可能直接打开它，绕过客户端对 URL 请求的检查。',
    mend: '去掉链接，或发送 `url` 模式的请求。',
  },
  'elicit-enum-names': {
    title: '带标题的选项写作 oneOf',
    found: '字段 `{0}` 使用了 `enumNames`。',
    why: '它不是 JSON Schema 的关键字，客户端可能显示原始值。',
    mend: '自 2025-11-25 起写作 `"oneOf": [{"const": "s", "title": "小"}, …]`。',
  },
};
