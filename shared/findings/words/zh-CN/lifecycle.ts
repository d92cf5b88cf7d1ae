import type { LIFECYCLE } from '../../catalogue/lifecycle.ts';
import type { CategoryWords } from '../types.ts';

export const LIFECYCLE_WORDS: Partial<CategoryWords<keyof typeof LIFECYCLE>> = {
  'lifecycle-shutdown-method': {
    title: '关闭传输即可，不要发送关闭消息',
    found: '协议中没有 {0} 这种消息。',
    why: '没有任何一方会处理它：作为请求会以 -32601 失败，作为通知会丢失。',
    mend: 'stdio 下关闭 stdin 并等待进程退出；HTTP 下用 DELETE 结束会话，或直接停止。',
  },
  'request-timeout-cancel': {
    title: '不再等待的请求要取消',
    found: '`{0}` 等待 {1} s 后被放弃，但没有取消。',
    why: '接收方会继续做无人需要的工作，迟到的响应也找不到对应的请求。',
    mend: '超时后发送 `notifications/cancelled`，带上请求的 id；2026-07-28 的 HTTP 下则关闭它的流。',
  },
};
