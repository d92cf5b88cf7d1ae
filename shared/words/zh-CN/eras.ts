import type { Explained } from '../explained.ts';
import { duration } from '../figures.ts';
import type { eras as english } from '../en/eras.ts';

export const eras: typeof english = {
  names: { handshake: '握手模式', 'per-request': '逐请求模式' },
  about: {
    handshake: '会话以 initialize 开始，版本与能力只协商一次（到 2025-11-25 版本为止）。',
    'per-request': '没有握手：每个请求都写明版本、客户端与能力（从 2026-07-28 版本起）。',
  },
  found: (era, revision, why) => `${era}，${revision}：${why}`,
  reasons: {
    discovered: {
      title: '服务器应答了 server/discover',
      text: '应答是 discover 结果，并列出了此版本，因此请求不经握手直接发送。',
    },
    chosen: {
      title: '连接时指定，并经 server/discover 确认',
      text: '你指定了此版本，服务器在其支持的版本中列出了它。',
    },
    'discovered-handshake-only': {
      title: '服务器应答了 server/discover，但只列出需要握手的版本',
      text: '仅有 discover 结果并不代表服务器使用逐请求模式：要看 supportedVersions。会话以 initialize 开始。',
    },
    'not-a-discover-result': {
      title: 'server/discover 的应答不是 discover 结果',
      text: '收到了结果，但其中没有 supportedVersions 列表。有些服务器对任何请求都回 {}。会话以 initialize 开始。',
    },
    blocked: {
      title: '浏览器没有放行 server/discover',
      text: '浏览器会先向服务器确认（CORS）是否允许 2026-07-28 的请求头，并且不会说明是被拒绝还是没有应答。会话改以不需要这些请求头的 initialize 开始。若仍想探测，请经由中继连接，或让服务器允许 Mcp-Method 和 MCP-Protocol-Version 请求头。',
    },
    silence: {
      title: '服务器没有应答 server/discover',
      text: '许多服务器忽略 initialize 之前的请求。等待结束后，会话以 initialize 开始；迟到的应答会更正此判断。等待时间可在连接时设置。',
    },
    exited: {
      title: '服务器在收到 server/discover 时退出',
      text: '有些服务器遇到 initialize 之前的请求就会结束。进程已重新启动，会话以 initialize 开始。',
    },
    'empty-answer': {
      title: 'server/discover 被接受，但没有应答',
      text: 'HTTP 交换正常结束，却没有携带消息。会话以 initialize 开始。',
    },
    'version-error': {
      title: '服务器拒绝此版本，且只列出需要握手的版本',
      text: '错误 −32022 列出服务器支持的版本。其中最新的一个以 initialize 开始会话。',
    },
    'http-sse': {
      title: '服务器使用 HTTP+SSE',
      text: '它拒绝了 POST，而 GET 流的第一个事件说明消息该发往何处。这是 2024-11-05 的传输方式；先前提议的版本会在那里再次提议。',
    },
  },
  httpStatus: (status: string): Explained => ({
    title: `server/discover 被 HTTP ${status} 拒绝`,
    text: '正文中没有逐请求模式的错误，说明服务器期待先收到 initialize。',
  }),
  error: (code: string, name: string | undefined): Explained => ({
    title: `server/discover 得到错误 ${code}${name === undefined ? '' : ` ${name}`}`,
    text: '只有 −32020、−32021 和 −32022 是逐请求模式的错误。其他错误说明服务器期待先收到 initialize。',
  }),
  modernError: (code: string, name: string | undefined): Explained => ({
    title: `server/discover 得到错误 ${code}${name === undefined ? '' : ` ${name}`}`,
    text: '只有使用逐请求模式的服务器才会给出此错误，因此可以确定它使用该模式，尽管它拒绝了这个请求。',
  }),
  other: (reason: string): Explained => ({ title: reason, text: '' }),
  restarted: {
    'session-lost': {
      title: '服务器已不认识此会话（404），开始新的会话',
      text: '在 HTTP 上，带会话 ID 的消息得到 404 表示会话已结束。新的会话会重新初始化；先前未完成的请求不会自动重发，需要由你再次发送。',
    },
    'server-exited': { title: '服务器已重新启动', text: '进程在探测协议模式时结束。新的进程正在运行。' },
  },
  slowed: {
    title: (what, ms) =>
      ms === undefined ? what : `${what}；${duration(Number(ms) * 1000, 'zh-CN')} 后再次尝试，之后逐渐放慢`,
    other: '从此处起，程序降低了重复的频率。',
    known: {
      'list-changed': {
        title: '列表变化过快，来不及读取',
        text: '列表刚读完，服务器就又通知有变化。此后每次读取都等待更久，最多 10 秒，直到通知停顿。',
      },
      'list-pages': {
        title: '列表页数过多，其余不再读取',
        text: '每一页都指向下一页。自动读取最多 1,000 页；可用最后一页的 cursor 自行请求下一页。',
      },
      'stream-retry': {
        title: '流反复结束且没有消息',
        text: '服务器关闭流并要求立即重连。此后每次尝试都等待更久，最多 30 秒，直到流带来消息。',
      },
      subscription: {
        title: '订阅反复结束',
        text: '服务器在 subscriptions/listen 开始后不久就将其结束。此后每次尝试都等待更久，最多 30 秒，直到订阅能够持续。',
      },
      'task-polling': {
        title: '任务要求不间断轮询',
        text: '服务器给出的轮询间隔小于 250 ms。轮询会放慢，但至少每秒一次。',
      },
      restarts: {
        title: '服务器反复忘记会话',
        text: '新会话开始后不久就被忘记。此后每次重新开始都等待更久，最多 30 秒，直到会话能够持续。',
      },
      questions: {
        title: '服务器反复请求模型',
        text: '模型端点同时只处理少量采样请求，其余依次等待。',
      },
      answers: {
        title: '服务器不断提问，却不接收应答',
        text: '超过 256 条自动应答仍在等待服务器响应。其中一半得到响应后，才继续读取服务器的流。',
      },
    },
  },
};
