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
};
