export const PING = {
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
