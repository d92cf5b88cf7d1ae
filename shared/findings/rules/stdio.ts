import type { EventBody, ProcessBody } from '#shared/recording';
import { client, meta, notification, request, result, server } from '../examples/messages.ts';
import { afterHandshake, CLOSED, discovered, examples } from '../examples/script.ts';
import { describeRules, info, must, mustNot, should } from '../rule.ts';
import type { WordsOf } from '../words/types.ts';

const SHUTDOWN = { A: 'basic/lifecycle#stdio', E: 'basic/transports/stdio#shutdown' };

export const RULES = describeRules('stdio', 'stdio', {
  'stdio-stdout-nonmessage': mustNot('server', 'A-E', 'basic/transports#stdio'),
  'stdio-stdin-nonmessage': mustNot('client', 'A-E', 'basic/transports#stdio'),
  'stdio-embedded-newline': mustNot('both', 'A-E', 'basic/transports#stdio'),
  'stdio-content-length': mustNot('both', 'A-E', 'basic/transports#stdio', 'inferred'),
  'stdio-utf8': must('both', 'B-E', { B: 'basic/transports', E: 'basic/transports/index#messages' }),
  'stdio-shutdown-order': should('client', 'A-E', SHUTDOWN),
  'stdio-exit-on-eof': should('server', 'A-E', SHUTDOWN),
  'stdio-unexpected-exit': info(
    'server',
    'A-E',
    { A: 'basic/lifecycle#stdio', E: 'basic/transports/stdio#unexpected-termination' },
    'extra',
  ),
  'stdio-partial-line': must('both', 'A-E', 'basic/transports#stdio', 'warning', 'extra', 'inferred'),
  'stdio-listen-not-reissued': must(
    'client',
    'E',
    'basic/patterns/subscriptions#graceful-closure',
    'heuristic',
    'extra',
  ),
});

export const EN: WordsOf<typeof RULES> = {
  'stdio-stdout-nonmessage': {
    title: 'Write nothing but messages to stdout',
    found: 'The line on stdout is {0}.',
    why: 'stdout carries the protocol. A banner or log line there makes clients report broken JSON or disconnect.',
    fix: 'Log to stderr: `console.error`, `print(..., file=sys.stderr)`, a logger whose stream is stderr. Look for libraries and start scripts that print.',
  },
  'stdio-stdin-nonmessage': {
    title: 'Write nothing but messages to the stdin of the server',
    found: 'The line on stdin is {0}.',
    why: 'The server parses every line as JSON-RPC, and may stop at anything else.',
    fix: 'Write one JSON-RPC message per line and nothing else: no prompt, no keep-alive text.',
  },
  'stdio-embedded-newline': {
    title: 'Put each message on a single line',
    found: 'The message spans {0} lines.',
    why: 'A line feed ends a message. The receiver sees each line as a separate, broken message.',
    fix: 'Serialize without indentation: `JSON.stringify(message)`, `json.dumps(message)`; then one line feed.',
  },
  'stdio-content-length': {
    title: 'Frame messages by line feeds, not by Content-Length',
    found: 'The line is {0}.',
    why: 'This is the framing of LSP. The other side reads the header as a broken message.',
    fix: 'Write the JSON and one line feed, without any header before it.',
  },
  'stdio-utf8': {
    title: 'Encode messages as UTF-8 without a byte order mark',
    found: 'The line contains the bytes `{0}`.',
    why: 'JSON parsers stop at the byte order mark, and at bytes that are not UTF-8.',
    fix: 'Set the encoding of the stream: `sys.stdout.reconfigure(encoding="utf-8")`, `new UTF8Encoding(false)`; Windows PowerShell may write UTF-16 unless told otherwise.',
  },
  'stdio-shutdown-order': {
    title: 'Shut down by closing stdin, then SIGTERM, then SIGKILL',
    found: 'The step before `{0}` is missing: `{1}`.',
    why: 'A server that is killed at once can neither finish its work nor stop its child processes.',
    fix: 'Close stdin and wait some seconds; send SIGTERM and wait again; only then SIGKILL.',
  },
  'stdio-exit-on-eof': {
    title: 'Exit when stdin ends',
    found: 'The process was still alive {0} s after stdin had ended.',
    why: 'The end of stdin tells the server that the client is gone. Servers that keep running pile up in the background.',
    fix: 'Exit when stdin ends: `process.stdin.on("end", …)`; close timers, sockets and child processes that keep the process alive.',
  },
  'stdio-unexpected-exit': {
    title: 'Exit only when asked to, and with code 0',
    found: 'The process ended with exit code or signal `{0}`; pending requests: {1}.',
    why: 'Pending requests are lost, and hosts take another code than 0 for a crash, also after stdin has ended.',
    fix: 'Look in stderr for the reason, and respond to failures with a JSON-RPC error instead of letting the process end.',
  },
  'stdio-partial-line': {
    title: 'End the last message with a line feed',
    found: 'The stream ended within the line {0}.',
    why: 'A reader that waits for the line feed never sees this message.',
    fix: 'Write the line feed with the message, and flush before the process ends: no `process.exit()` right after a write.',
  },
  'stdio-listen-not-reissued': {
    title: 'Send subscriptions/listen again after a restart',
    found: 'The server was started again, and `subscriptions/listen` was not sent again.',
    why: 'The new process knows of no subscription: changes go unnoticed from here on.',
    fix: 'Keep what was subscribed, and send `subscriptions/listen` once the new process responds.',
  },
};

export const ZH: WordsOf<typeof RULES> = {
  'stdio-stdout-nonmessage': {
    title: 'stdout 只能输出 MCP 消息',
    found: 'stdout 上的这一行是 {0}。',
    why: 'stdout 承载协议。横幅或日志会使客户端报告 JSON 错误或断开连接。',
    fix: '日志写到 stderr：`console.error`、`print(..., file=sys.stderr)` 或输出到 stderr 的日志库。检查会打印内容的依赖库和启动脚本。',
  },
  'stdio-stdin-nonmessage': {
    title: '写入服务器 stdin 的只能是 MCP 消息',
    found: 'stdin 上的这一行是 {0}。',
    why: '服务器把每一行当作 JSON-RPC 解析，遇到其他内容可能退出。',
    fix: '每行写一条 JSON-RPC 消息，不要写提示符或保活文本。',
  },
  'stdio-embedded-newline': {
    title: '每条消息须写在一行内',
    found: '一条消息占了 {0} 行。',
    why: '换行符表示消息结束，接收方会把每一行当作一条残缺的消息。',
    fix: '序列化时不要缩进：`JSON.stringify(message)`、`json.dumps(message)`，之后写一个换行符。',
  },
  'stdio-content-length': {
    title: '以换行分隔消息，不得使用 Content-Length',
    found: '这一行是 {0}。',
    why: '这是 LSP 的分帧方式，对方会把该头部当作损坏的消息。',
    fix: '直接写 JSON 和一个换行符，前面不加头部。',
  },
  'stdio-utf8': {
    title: '消息须编码为不带 BOM 的 UTF-8',
    found: '这一行含有字节 `{0}`。',
    why: 'JSON 解析器遇到 BOM 或非 UTF-8 字节会报错。',
    fix: '设置流的编码：`sys.stdout.reconfigure(encoding="utf-8")`、`new UTF8Encoding(false)`；Windows PowerShell 默认可能输出 UTF-16。',
  },
  'stdio-shutdown-order': {
    title: '应依次关闭 stdin、发送 SIGTERM、再发送 SIGKILL',
    found: '`{0}` 之前缺少一步：`{1}`。',
    why: '立即被终止的服务器无法完成手头的工作，也无法结束其子进程。',
    fix: '先关闭 stdin 并等待几秒，再发送 SIGTERM 并等待，最后才发送 SIGKILL。',
  },
  'stdio-exit-on-eof': {
    title: 'stdin 结束时应退出',
    found: 'stdin 结束 {0} s 后进程仍在运行。',
    why: 'stdin 结束即客户端断开。不退出的服务器会在后台越积越多。',
    fix: 'stdin 结束时退出：`process.stdin.on("end", …)`；关闭使进程保持运行的定时器、套接字和子进程。',
  },
  'stdio-unexpected-exit': {
    title: '服务器只在收到要求时退出，退出码为 0',
    found: '进程以退出码或信号 `{0}` 结束，待响应的请求：{1} 个。',
    why: '待响应的请求会丢失；退出码不是 0 时，即使 stdin 已结束，宿主也会视为崩溃。',
    fix: '查看 stderr 中的原因；出错时返回 JSON-RPC 错误，不要让进程退出。',
  },
  'stdio-partial-line': {
    title: '最后一条消息须以换行符结束',
    found: '流在这一行中途结束：{0}。',
    why: '等待换行符的接收方永远看不到这条消息。',
    fix: '消息与换行符一起写出，进程结束前刷新输出；写入后不要立即调用 `process.exit()`。',
  },
  'stdio-listen-not-reissued': {
    title: '重启后须重新发送 subscriptions/listen',
    found: '服务器已重新启动，但未再次发送 `subscriptions/listen`。',
    why: '新进程不知道之前的订阅，此后的变更不会被通知。',
    fix: '记录订阅内容，新进程可用后重新发送 `subscriptions/listen`。',
  },
};

const before = afterHandshake('2025-06-18', { server: { tools: { listChanged: true } } });
const changed = notification('notifications/tools/list_changed');
const ping = request(5, 'ping');
const process = (event: ProcessBody['event'], more: Partial<ProcessBody> = {}): EventBody => ({
  k: 'process',
  event,
  ...more,
});
const term = process('signal', { signal: 'SIGTERM', by: 'host' });
const kill = process('signal', { signal: 'SIGKILL', by: 'host' });
const ended = process('exit', { code: 0, signal: null });
const listen = (id: number): EventBody =>
  client(request(id, 'subscriptions/listen', { notifications: { toolsListChanged: true }, _meta: meta() }));

export const EXAMPLES = examples<typeof RULES>(before, {
  'stdio-stdout-nonmessage': {
    violates: [server('Connected to database')],
    conforms: [{ k: 'stderr', text: 'Connected to database\n' }],
  },
  'stdio-stdin-nonmessage': { violates: [client('quit')], conforms: [client(ping)] },
  'stdio-embedded-newline': {
    violates: JSON.stringify(changed, undefined, 2)
      .split('\n')
      .map((line) => server(line)),
    conforms: [server(changed)],
  },
  'stdio-content-length': { violates: [server('Content-Length: 71')], conforms: [server(changed)] },
  'stdio-utf8': { violates: [server(`\ufeff${JSON.stringify(changed)}`)], conforms: [server(changed)] },
  'stdio-shutdown-order': { violates: [term], conforms: [process('stdin-end', { by: 'host' }), term, kill] },
  // Time passes only where it is said.
  'stdio-exit-on-eof': {
    violates: [process('stdin-end', { by: 'host' }), term, kill],
    conforms: [process('stdin-end', { by: 'host' }), ended],
  },
  'stdio-unexpected-exit': {
    before: [...before, client(ping)],
    violates: [process('exit', { code: 1, signal: null })],
    conforms: [server(result(5)), process('stdin-end', { by: 'host' }), ended],
  },
  'stdio-partial-line': {
    before: [...before, client(ping)],
    violates: [server('{"jsonrpc":"2.0","id":5,"res', { unterminated: true }), process('stdout-end'), ended],
    conforms: [server(result(5)), process('stdout-end'), ended],
  },
  'stdio-listen-not-reissued': {
    before: [
      ...discovered({ server: { tools: { listChanged: true } } }),
      listen(2),
      process('exit', { code: 1, signal: null }),
      process('spawn', { pid: 4712 }),
    ],
    violates: [client(request(3, 'tools/list', { _meta: meta() })), CLOSED],
    conforms: [listen(3), client(request(4, 'tools/list', { _meta: meta() })), CLOSED],
  },
});
