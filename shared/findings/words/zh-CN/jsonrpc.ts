import type { JSONRPC } from '../../catalogue/jsonrpc.ts';
import type { CategoryWords } from '../types.ts';

export const JSONRPC_WORDS: Partial<CategoryWords<keyof typeof JSONRPC>> = {
  'rpc-version-field': {
    title: '每条消息的 jsonrpc 必须恰好为 "2.0"',
    found: '`jsonrpc` 为 {0}。',
    why: '接收方靠这个成员识别 JSON-RPC 2.0。缺少它的消息常被丢弃，无人响应。',
    mend: '在每个请求、响应和通知中加上字符串成员 `"jsonrpc": "2.0"`。',
  },
  'rpc-response-both': {
    title: '响应只能包含 result 或 error 之一',
    found: '响应同时包含 `result` 和 `error`。',
    why: '有的客户端视为成功，有的视为失败。`error: null` 也算存在。',
    mend: '去掉不适用的成员，不要设为 null。',
  },
  'method-params-schema': {
    title: '请求参数须符合该方法的定义',
    found: '`{0}` 不符合请求的 schema：{1}',
    why: '接收方按 schema 读取参数。不符合的内容会被拒绝，或被悄悄忽略。',
    mend: '按当前协议版本的 schema，用正确的类型和格式发送该成员。',
  },
  'method-result-schema': {
    title: '返回的结果须符合该方法的定义',
    found: '`{0}` 不符合结果的 schema：{1}',
    why: 'SDK 会先校验结果再交给调用方。一个成员出错，调用方得到的就是错误，而不是整个结果。',
    mend: '按当前协议版本的 schema，用正确的类型和格式返回该成员。',
  },
  'notification-params-schema': {
    title: '通知参数须符合该通知的定义',
    found: '`{0}` 不符合通知的 schema：{1}',
    why: '通知没有响应：接收方读不懂就会丢弃，发送方无从得知。',
    mend: '按当前协议版本的 schema，用正确的类型和格式发送该成员。',
  },
};
