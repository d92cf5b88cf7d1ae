import type { ERRORS } from '../../catalogue/errors.ts';
import type { CategoryWords } from '../types.ts';

export const ERRORS_WORDS: CategoryWords<keyof typeof ERRORS> = {
  'err-reserved-range': {
    title: '自定义错误码不要落在 -32020..-32099',
    found: '错误码为 {0}。',
    why: '这一范围由规范分配。以后的版本可能为它规定含义，客户端会据此处理。',
    mend: '使用 -32603 并写明 message，或在 -32768..-32000 之外自定义，例如 1001。',
  },
  'err-legacy-range': {
    title: '新实现不要使用 -32000..-32019',
    found: '错误码为 {0}。',
    why: '旧 SDK 用这些错误码表示过各种情况，客户端不能从中得出任何含义。',
    mend: '使用标准错误码：参数有误用 -32602，内部失败用 -32603；或在 -32768..-32000 之外自定义。',
  },
  'err-retired-codes': {
    title: '不要再使用已废止的 -32002 和 -32042',
    found: '错误码为 {0}。',
    why: '此协议版本的客户端期望：资源不存在时返回 -32602，需要用户打开网页时返回 `input_required` 结果。',
    mend: '资源不存在时返回 -32602，并在 `data` 中给出 `uri`；需要访问网页时返回 `resultType` 为 `input_required` 的结果。',
  },
  'err-defined-code-misused': {
    title: '-32020、-32021、-32022 只能按规定的含义使用',
    found: '错误码 {0} 在此不适用（`{1}`）。',
    why: '客户端会依据这些错误码自动换用其他请求头、能力或版本重试，而在这里重试毫无作用。',
    mend: '-32020 只用于 HTTP 请求头，-32021 只用于请求未声明的能力，-32022 只用于不支持的版本。',
  },
  'err-jsonrpc-reserved-range': {
    title: '应用错误码应在 -32768..-32000 之外',
    found: '错误码为 {0}。',
    why: '这一范围由 JSON-RPC 2.0 保留。',
    mend: '使用标准错误码，或在 -32768..-32000 之外自定义。',
  },
  'err-32042-before-2025-11-25': {
    title: '2025-11-25 之前的版本不要使用 -32042',
    found: '错误码为 {0}。',
    why: '此协议版本的客户端不知道要打开网页，只会显示一个无从处理的错误。',
    mend: '协商到 2025-11-25 之后才使用 -32042；更早的版本把 URL 写进错误信息或结果。',
  },
};
