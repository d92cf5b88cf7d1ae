export const PROGRESS = {
  'progress-token-type': {
    title: '进度令牌须为字符串或整数',
    found: '`progressToken` 为 {0}。',
    why: '接收方用令牌作为键，其他类型会被拒绝或永远匹配不上。',
    fix: '用计数器或随机字符串作为令牌。',
  },
  'progress-token-unique': {
    title: '每个进行中的请求使用不同的进度令牌',
    found: '令牌 {0} 仍属于另一个请求（`{1}`）。',
    why: '两个请求的进度会显示在同一个请求上。',
    fix: '为每个请求生成新令牌，也可直接用请求 id。',
  },
  'progress-token-unknown': {
    title: '只为对方给出的令牌报告进度',
    found: '对方没有发送过进度令牌为 {0} 的请求。',
    why: '该通知无法对应到任何请求，会被丢弃。',
    fix: '原样复制请求的 `params._meta.progressToken`，包括 JSON 类型；没有令牌时不发送进度。',
  },
  'progress-after-completion': {
    title: '请求得到响应后停止发送进度',
    found: '令牌 {0} 的请求（`{1}`）已经得到响应。',
    why: '接收方已丢弃该令牌，或会把已完成的请求显示为进行中。',
    fix: '先写出排队中的进度通知，再发送响应，并停止报告进度的计时器。',
  },
  'progress-increasing': {
    title: '每次通知的进度都须增大',
    found: '`progress` 之前为 {0}，现在为 {1}。',
    why: '进度条会倒退；靠进度延长超时的接收方可能会放弃等待。',
    fix: '只递增；数值没有变大时不发送。',
  },
  'progress-from-client': {
    title: '客户端不得发送进度通知',
    found: '客户端发送了 `notifications/progress`。',
    why: '在 2026-07-28 中服务器不发送请求，客户端没有可报告的进度。',
    fix: '从客户端中去掉它。',
  },
  'progress-over-total': {
    title: '进度不应超过总量',
    found: '进度为 {0}，总量为 {1}。',
    why: '进度条会超过 100%。',
    fix: '在 `progress` 超过之前先增大 `total`；总量未知时不要发送 `total`。',
  },
  'progress-flood': {
    title: '限制进度通知的频率',
    found: '令牌 {0} 在一秒内的通知超过 {1} 条。',
    why: '既拖慢双方，也阻塞后面的消息。',
    fix: '每秒最多发送几次进度。',
  },
};
