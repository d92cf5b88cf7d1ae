import { client, request, result, server } from '../examples/messages.ts';
import { after, afterHandshake, examples } from '../examples/script.ts';
import { describeRules, must } from '../rule.ts';
import type { WordsOf } from '../words/types.ts';

export const RULES = describeRules('ping', 'any', {
  'ping-empty-result': must('both', 'A-D', 'basic/utilities/ping#behavior-requirements'),
  'ping-prompt': must('both', 'A-D', 'basic/utilities/ping#behavior-requirements', 'warning', 'heuristic', 'extra'),
});

export const EN: WordsOf<typeof RULES> = {
  'ping-empty-result': {
    title: 'Respond to ping with an empty result',
    found: 'The response to `ping` is {0}.',
    why: 'A peer that gets an error, or more than it asked for, may take the connection for broken and close it.',
    fix: 'Register a handler for `ping` that returns `{}`. Most SDKs have one; do not override it.',
  },
  'ping-prompt': {
    title: 'Respond to ping promptly',
    found: 'No response to `ping` for {1} s.',
    why: 'The other side pings to find out whether the connection is alive. Without a response it closes the connection or ends the process.',
    fix: 'Respond to `ping` without waiting for running calls: do not block the event loop or the thread that reads messages.',
  },
};

export const ZH: WordsOf<typeof RULES> = {
  'ping-empty-result': {
    title: 'ping 应返回空结果',
    found: '`ping` 的响应为 {0}。',
    why: '收到错误或多余内容的一方，可能认为连接已损坏而将其关闭。',
    fix: '为 `ping` 注册返回 `{}` 的处理函数。多数 SDK 已内置，不要覆盖。',
  },
  'ping-prompt': {
    title: '及时响应 ping',
    found: '`ping` 已 {1} s 没有响应。',
    why: '对方用 ping 判断连接是否存活。得不到响应时，会关闭连接或结束进程。',
    fix: '响应 `ping` 不要等待正在执行的调用：不要阻塞事件循环或读取消息的线程。',
  },
};

const before = afterHandshake('2025-06-18');

export const EXAMPLES = examples<typeof RULES>(before, {
  'ping-empty-result': {
    violates: [client(request(3, 'ping')), server(result(3, { status: 'ok' }))],
    conforms: [client(request(3, 'ping')), server(result(3))],
  },
  'ping-prompt': {
    violates: [after(1, client(request(3, 'ping'))), after(14, server(result(3)))],
    conforms: [after(1, client(request(3, 'ping'))), after(2, server(result(3)))],
  },
});
