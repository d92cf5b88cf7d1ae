import { client, failure, LATEST, meta, request, server } from '../examples/messages.ts';
import { afterHandshake, discovered, examples } from '../examples/script.ts';
import { describeRules, info, must, mustNot, shouldNot } from '../rule.ts';
import type { WordsOf } from '../words/types.ts';

export const RULES = describeRules('errors', 'any', {
  'err-reserved-range': mustNot('both', 'E', 'basic/index#error-codes'),
  'err-legacy-range': shouldNot('both', 'E', 'basic/index#error-codes'),
  'err-retired-codes': mustNot('server', 'E', 'basic/index#error-codes'),
  'err-defined-code-misused': must('server', 'E', 'basic/index#error-codes'),
  'err-jsonrpc-reserved-range': shouldNot('both', 'E', 'basic/index#error-codes', 'extra'),
  'err-32042-before-2025-11-25': info('server', 'A-C', 'basic/messages#responses', 'extra'),
});

export const EN: WordsOf<typeof RULES> = {
  'err-reserved-range': {
    title: 'Keep custom error codes out of -32020..-32099',
    found: 'The error code is {0}.',
    why: 'The specification assigns codes in this range. A later version may give this one a meaning that clients act on.',
    fix: 'Use -32603 with a clear message, or a code of your own outside -32768..-32000, such as 1001.',
  },
  'err-legacy-range': {
    title: 'Avoid codes -32000..-32019 in new implementations',
    found: 'The error code is {0}.',
    why: 'Older SDKs used these codes for many things, so clients must not read any meaning into them.',
    fix: 'Use a standard code: -32602 for wrong parameters, -32603 for an internal error. Or one of your own outside -32768..-32000.',
  },
  'err-retired-codes': {
    title: 'Do not emit the retired codes -32002 and -32042',
    found: 'The error code is {0}.',
    why: 'Clients of this protocol version expect -32602 for a missing resource, and a result with `input_required` where a user has to open a page.',
    fix: 'Respond to a missing resource with -32602 and its `uri` in `data`. When the user has to open a page, return a result whose `resultType` is `input_required`.',
  },
  'err-defined-code-misused': {
    title: 'Use -32020, -32021 and -32022 only with their defined meaning',
    found: 'Code {0} does not fit here (`{1}`).',
    why: 'Clients act on these codes automatically: they retry the request with other headers, capabilities or versions, and here that changes nothing.',
    fix: 'Send -32020 only for HTTP headers, -32021 only for capabilities that the request did not declare, -32022 only for a version that is not supported.',
  },
  'err-jsonrpc-reserved-range': {
    title: 'Allocate application codes outside -32768..-32000',
    found: 'The error code is {0}.',
    why: 'JSON-RPC 2.0 reserves this range.',
    fix: 'Use a standard code, or one of your own outside -32768..-32000.',
  },
  'err-32042-before-2025-11-25': {
    title: 'Do not send -32042 before 2025-11-25',
    found: 'The error code is {0}.',
    why: 'Clients of this protocol version cannot open a page for it. They show an error that nobody can act on.',
    fix: 'Send -32042 only after 2025-11-25 was negotiated. Before that, name the page in the error message or in the result.',
  },
};

export const ZH: WordsOf<typeof RULES> = {
  'err-reserved-range': {
    title: '自定义错误码不要落在 -32020..-32099',
    found: '错误码为 {0}。',
    why: '这一范围由规范分配。以后的版本可能为它规定含义，客户端会据此处理。',
    fix: '使用 -32603 并写明 message，或在 -32768..-32000 之外自定义，例如 1001。',
  },
  'err-legacy-range': {
    title: '新实现不要使用 -32000..-32019',
    found: '错误码为 {0}。',
    why: '旧 SDK 用这些错误码表示过各种情况，客户端不能从中得出任何含义。',
    fix: '使用标准错误码：参数有误用 -32602，内部失败用 -32603；或在 -32768..-32000 之外自定义。',
  },
  'err-retired-codes': {
    title: '不要再使用已废止的 -32002 和 -32042',
    found: '错误码为 {0}。',
    why: '此协议版本的客户端期望：资源不存在时返回 -32602，需要用户打开网页时返回 `input_required` 结果。',
    fix: '资源不存在时返回 -32602，并在 `data` 中给出 `uri`；需要访问网页时返回 `resultType` 为 `input_required` 的结果。',
  },
  'err-defined-code-misused': {
    title: '-32020、-32021、-32022 只能按规定的含义使用',
    found: '错误码 {0} 在此不适用（`{1}`）。',
    why: '客户端会依据这些错误码自动换用其他请求头、能力或版本重试，而在这里重试毫无作用。',
    fix: '-32020 只用于 HTTP 请求头，-32021 只用于请求未声明的能力，-32022 只用于不支持的版本。',
  },
  'err-jsonrpc-reserved-range': {
    title: '应用错误码应在 -32768..-32000 之外',
    found: '错误码为 {0}。',
    why: '这一范围由 JSON-RPC 2.0 保留。',
    fix: '使用标准错误码，或在 -32768..-32000 之外自定义。',
  },
  'err-32042-before-2025-11-25': {
    title: '2025-11-25 之前的版本不要使用 -32042',
    found: '错误码为 {0}。',
    why: '此协议版本的客户端不知道要打开网页，只会显示一个无从处理的错误。',
    fix: '协商到 2025-11-25 之后才使用 -32042；更早的版本把 URL 写进错误信息或结果。',
  },
};

const before = discovered({ server: { tools: {}, resources: {} } });
const asked = client(request(3, 'tools/call', { name: 'sum', arguments: {}, _meta: meta() }));
const refused = (code: number, data?: unknown) => server(failure(3, code, 'Not now', data));

export const EXAMPLES = examples<typeof RULES>(before, {
  'err-reserved-range': { violates: [asked, refused(-32077)], conforms: [asked, refused(2077)] },
  'err-legacy-range': { violates: [asked, refused(-32005)], conforms: [asked, refused(-32603)] },
  'err-retired-codes': { violates: [asked, refused(-32042)], conforms: [asked, refused(-32602)] },
  'err-defined-code-misused': {
    violates: [asked, refused(-32022, { supported: [LATEST], requested: LATEST })],
    conforms: [asked, refused(-32022, { supported: ['2027-01-01'], requested: LATEST })],
  },
  'err-jsonrpc-reserved-range': { violates: [asked, refused(-32650)], conforms: [asked, refused(-31999)] },
  'err-32042-before-2025-11-25': {
    before: afterHandshake('2025-06-18', { server: { tools: {} } }),
    violates: [client(request(3, 'tools/call', { name: 'sum' })), refused(-32042)],
    conforms: [client(request(3, 'tools/call', { name: 'sum' })), refused(-32603)],
  },
});
