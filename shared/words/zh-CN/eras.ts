import type { Explained } from '../text.ts';
import { duration } from '../figures.ts';
import type { eraNames as englishNames, eras as english } from '../en/eras.ts';

export const eraNames: typeof englishNames = { handshake: '握手模式', 'per-request': '无状态模式' };

export const eras: typeof english = {
  names: eraNames,
  about: {
    handshake: '会话以 initialize 开始，版本与能力只协商一次（到 2025-11-25 版本为止）。',
    'per-request': '没有握手：每个请求都写明版本、客户端与能力（从 2026-07-28 版本起）。',
  },
  found: (era, revision, why) => `${era}，${revision}：${why}`,
  reasons: {
    discovered: {
      title: '服务器支持 server/discover',
      text: 'discover 结果列出了此协议版本，因此请求不经握手直接发送。',
    },
    chosen: {
      title: '连接时指定，并经 server/discover 确认',
      text: '你指定了此版本，服务器在其支持的版本中列出了它。',
    },
    'discovered-handshake-only': {
      title: '服务器支持 server/discover，但只列出需要握手的版本',
      text: '仅响应 server/discover 并不代表服务器是无状态的：要看 supportedVersions。会话以 initialize 开始。',
    },
    'not-a-discover-result': {
      title: 'server/discover 的响应不是 discover 结果',
      text: '结果中没有 supportedVersions。有些服务器对任何请求都返回 {}。会话以 initialize 开始。',
    },
    blocked: {
      title: '浏览器阻止了探测（CORS）',
      text: '改以 initialize 继续。若仍想探测，请经由中继连接，或让服务器允许 Mcp-Method 和 MCP-Protocol-Version 请求头。浏览器不会说明是服务器拒绝了这些请求头，还是无法连接服务器。',
    },
    silence: {
      title: '服务器没有响应 server/discover',
      text: '许多服务器忽略 initialize 之前的请求。超时后，会话以 initialize 开始；迟到的响应会更正此判断。超时可在连接时设置。',
    },
    exited: {
      title: '服务器在收到 server/discover 时退出',
      text: '有些服务器遇到 initialize 之前的请求就会退出。进程已重新启动，会话以 initialize 开始。',
    },
    'empty-answer': {
      title: 'server/discover 被接受，但没有响应',
      text: 'HTTP 请求成功，却没有返回消息。会话以 initialize 开始。',
    },
    'version-error': {
      title: '服务器拒绝此版本，且只列出需要握手的版本',
      text: '错误 −32022 列出了支持的版本。会话以 initialize 和其中最新的版本开始。',
    },
    'http-sse': {
      title: '服务器使用 HTTP+SSE',
      text: '它拒绝了 POST，而 GET 流的第一个事件说明消息该发往何处。这是 2024-11-05 的传输方式；先前提议的版本会在那里再次提议。',
    },
  },
  httpStatus: (status: string): Explained => ({
    title: `server/discover 得到 HTTP ${status}`,
    text: '这是正常的：服务器使用 initialize 握手，因此拒绝握手之前的请求。Lifeline 改以 initialize 继续。',
  }),
  error: (code: string, name: string | undefined): Explained => ({
    title: `server/discover 得到错误 ${code}${name === undefined ? '' : ` ${name}`}`,
    text: '这是正常的：服务器使用 initialize 握手，因此不支持 server/discover。Lifeline 改以 initialize 继续。',
  }),
  modernError: (code: string, name: string | undefined): Explained => ({
    title: `server/discover 得到错误 ${code}${name === undefined ? '' : ` ${name}`}`,
    text: '只有无状态服务器才会发送此错误，因此服务器是无状态的，尽管它拒绝了这个请求。',
  }),
  other: (reason: string): Explained => ({ title: reason, text: '' }),
  restarted: {
    'session-lost': {
      title: '会话已过期（404），正在建立新会话',
      text: '在 HTTP 上，带会话 ID 的消息得到 404 表示会话已结束。新的会话会重新初始化；先前待响应的请求不会自动重发。',
    },
    'server-exited': { title: '服务器已重新启动', text: '进程在版本探测期间退出。新的进程正在运行。' },
  },
  slowed: {
    title: (what, ms) =>
      ms === undefined ? what : `${what}；${duration(Number(ms) * 1000, 'zh-CN')} 后再次尝试，之后逐渐放慢`,
    other: '从此处起，Lifeline 会降低重复的频率。',
    known: {
      'list-changed': {
        title: '列表变化过快，来不及获取',
        text: '列表刚获取完，服务器就又通知有变化。此后每次获取都等待更久，最多 10 s，直到通知停顿。',
      },
      'list-pages': {
        title: '列表页数过多，其余不再获取',
        text: '每一页都有下一页的 cursor。自动获取最多 1,000 页；可用最后一页的 cursor 自行请求下一页。',
      },
      'stream-retry': {
        title: '流反复结束且没有消息',
        text: '服务器关闭流并要求立即重连。此后每次尝试都等待更久，最多 30 s，直到流带来消息。',
      },
      subscription: {
        title: '订阅反复结束',
        text: '服务器在 subscriptions/listen 开始后不久就将其结束。此后每次尝试都等待更久，最多 30 s，直到订阅能够持续。',
      },
      'task-polling': {
        title: '轮询间隔过短',
        text: '服务器给出的轮询间隔小于 250 ms。轮询会放慢，但至少每秒一次。',
      },
      restarts: {
        title: '会话反复过期',
        text: '新会话开始后不久就过期。此后每次尝试都等待更久，最多 30 s，直到会话能够持续。',
      },
      questions: {
        title: '同时到达的采样请求过多',
        text: '同时只向模型端点发送少量采样请求，其余依次等待。',
      },
      answers: {
        title: '服务器发送请求的速度快于接受响应的速度',
        text: '超过 256 条自动响应仍在等待服务器接受。其中一半送达后，才继续读取服务器的流。',
      },
    },
  },
};
