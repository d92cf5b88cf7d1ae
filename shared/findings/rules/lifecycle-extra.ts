/** Versions and ends of sessions: what is informational or rarely seen. */
import { agreed, client, failure, found, meta, notification, offered, request, server } from '../examples/messages.ts';
import { after, afterHandshake, examples, SPAWNED } from '../examples/script.ts';
import { describeRules, info, must, should } from '../rule.ts';
import type { WordsOf } from '../words/types.ts';

export const RULES = describeRules('lifecycle', 'any', {
  'init-version-not-echoed': must(
    'server',
    'A-D',
    'basic/lifecycle#version-negotiation',
    'warning',
    'heuristic',
    'extra',
  ),
  'init-version-error-instead': must('server', 'A-D', 'basic/lifecycle#version-negotiation', 'info', 'extra'),
  'init-version-unpublished': info('both', 'A-D', 'basic/lifecycle#version-negotiation', 'extra'),
  'lifecycle-shutdown-method': info('both', 'A-D', 'basic/lifecycle#shutdown', 'extra'),
  'request-timeout-cancel': should(
    'both',
    'B-E',
    { B: 'basic/lifecycle#timeouts', E: 'basic/patterns/cancellation#timeouts' },
    'info',
    'heuristic',
    'extra',
  ),
});

export const EN: WordsOf<typeof RULES> = {
  'init-version-not-echoed': {
    title: 'Respond with the requested version when it is supported',
    found: 'The response names {0}; the client requested {1}, which the server has said it supports.',
    why: 'Both sides fall back to a different version than they could use, and features of the newer one are lost.',
    fix: 'When the requested version is supported, return exactly that one. Offer another only when it is not.',
  },
  'init-version-error-instead': {
    title: 'Counter-offer another version rather than failing initialize',
    found: '`initialize` failed, and the error names the supported versions {0}.',
    why: 'Clients expect a result with a version that the server supports. Most treat an error as final.',
    fix: 'Return a result with the latest version that the server supports; the client disconnects if it cannot use it.',
  },
  'init-version-unpublished': {
    title: 'Use a published protocol version',
    found: '`protocolVersion` is {0}.',
    why: 'The other side cannot know this version, and falls back to another or gives up.',
    fix: 'Use a published version: 2024-11-05, 2025-03-26, 2025-06-18 or 2025-11-25. It is not the version of the program.',
  },
  'lifecycle-shutdown-method': {
    title: 'Close the transport instead of sending a shutdown message',
    found: '{0} is not a protocol message.',
    why: 'Nobody has a handler for it. As a request it fails with -32601, and as a notification it is lost.',
    fix: 'Over stdio close stdin and wait for the process to end. Over HTTP send DELETE with the session ID, or simply stop.',
  },
  'request-timeout-cancel': {
    title: 'Cancel a request you stopped waiting for',
    found: '`{0}` was given up after {1} s and not cancelled.',
    why: 'The receiver keeps working for nobody, and its late response has no pending request.',
    fix: 'When a timeout expires, send `notifications/cancelled` with the id of the request. Over HTTP with 2026-07-28, close its stream.',
  },
};

export const ZH: WordsOf<typeof RULES> = {
  'init-version-not-echoed': {
    title: '支持客户端请求的版本时应原样返回',
    found: '响应给出 {0}，而客户端请求 {1}；服务器此前表明支持该版本。',
    why: '双方退回到别的版本，较新版本的功能就用不上了。',
    fix: '支持请求的版本时原样返回；不支持时才给出其他版本。',
  },
  'init-version-error-instead': {
    title: '应给出其他版本，而不是让 initialize 失败',
    found: '`initialize` 失败，错误中列出了支持的版本 {0}。',
    why: '客户端期望得到带版本的结果，多数会把错误视为最终失败。',
    fix: '返回结果并给出服务器支持的最新版本；客户端不支持时会自行断开。',
  },
  'init-version-unpublished': {
    title: '使用已发布的协议版本',
    found: '`protocolVersion` 为 {0}。',
    why: '对方不可能认识这个版本，只能退回到别的版本或放弃。',
    fix: '使用已发布的版本：2024-11-05、2025-03-26、2025-06-18 或 2025-11-25。它不是程序自身的版本号。',
  },
  'lifecycle-shutdown-method': {
    title: '关闭传输即可，不要发送关闭消息',
    found: '协议中没有 {0} 这种消息。',
    why: '没有任何一方会处理它：作为请求会以 -32601 失败，作为通知会丢失。',
    fix: 'stdio 下关闭 stdin 并等待进程退出；HTTP 下发送带会话 ID 的 DELETE，或直接停止。',
  },
  'request-timeout-cancel': {
    title: '不再等待的请求要取消',
    found: '`{0}` 等待 {1} s 后被放弃，但没有取消。',
    why: '接收方会继续做无人需要的工作，迟到的响应也找不到对应的请求。',
    fix: '超时后发送 `notifications/cancelled`，带上请求的 id；2026-07-28 的 HTTP 下则关闭该请求的流。',
  },
};

const call = (id: number) => client(request(id, 'tools/call', { name: 'report', arguments: { year: 2025 } }));
const offer = (version: string, more: object = {}) => client(offered(1, version, more));
const accepts = (version: string, capabilities: unknown = { tools: {} }) =>
  server(agreed(1, version, { capabilities }));
const hello = [offer('2025-11-25', { capabilities: { sampling: {} } }), accepts('2025-11-25')];

export const EXAMPLES = examples<typeof RULES>(SPAWNED, {
  'init-version-not-echoed': {
    before: [
      ...SPAWNED,
      client(request('d1', 'server/discover', { _meta: meta() })),
      server(found('d1', {}, ['2025-06-18', '2025-11-25'])),
    ],
    violates: [offer('2025-11-25'), accepts('2025-06-18')],
    conforms: hello,
  },
  'init-version-error-instead': {
    violates: [offer('2025-11-25'), server(failure(1, -32602, 'Unsupported version', { supported: ['2025-03-26'] }))],
    conforms: [offer('2025-11-25'), accepts('2025-03-26')],
  },
  'init-version-unpublished': {
    violates: [offer('2025-11-25'), accepts('latest')],
    conforms: [offer('2025-11-25'), accepts('2025-11-25')],
  },
  'lifecycle-shutdown-method': {
    before: afterHandshake('2025-11-25'),
    violates: [client(request(9, 'shutdown'))],
    conforms: [{ k: 'process', event: 'stdin-end' }],
  },
  'request-timeout-cancel': {
    before: afterHandshake('2025-11-25', { server: { tools: {} } }),
    violates: [after(1, call(5)), after(90, call(6))],
    conforms: [
      after(1, call(5)),
      after(50, client(notification('notifications/cancelled', { requestId: 5 }))),
      after(90, call(6)),
    ],
  },
});
