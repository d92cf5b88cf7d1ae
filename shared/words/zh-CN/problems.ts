import type { Fault } from '#shared/jsonrpc';
import type { Explained } from '../text.ts';
import { httpReasons } from './http.ts';
import { networkReasons } from './network.ts';
import type { problems as english } from '../en/problems.ts';

export const problems: typeof english = {
  faults: {
    empty: { title: '空行', text: '应当是消息的位置出现了空行。大多数实现会忽略它。' },
    'not-json': {
      title: '不是 JSON',
      text: '这段文本不是 JSON-RPC 消息。stdio 服务器的标准输出只能写消息，日志请写到标准错误输出。',
    },
    html: {
      title: '返回了 HTML 而不是 JSON',
      text: '服务器返回了网页。该地址可能不是 MCP 端点，或者响应来自服务器前面的代理等程序。',
    },
    'incomplete-json': {
      title: 'JSON 不完整',
      text: '文本以 JSON 开头，但没有结束。在 stdio 上一条消息必须占一行：带缩进换行的 JSON 会在每个换行处被截断。',
    },
    'trailing-comma': {
      title: '多余的逗号',
      text: 'JSON 不允许在右括号前有逗号。严格的解析器会拒绝整条消息，通常不会有任何响应。',
    },
    'two-messages': {
      title: '一行中有两条消息',
      text: '第一个 JSON 值之后还有第二个。在 stdio 上每条消息必须以换行结束。',
    },
    'byte-order-mark': {
      title: '字节顺序标记',
      text: '文本以 U+FEFF 开头，JSON 解析器会拒绝它。请写不带 BOM 的 UTF-8。',
    },
    'invalid-utf8': {
      title: '无效的 UTF-8',
      text: '这些字节不是有效的 UTF-8。原始字节已保留；文本中以 � 标出错误之处。',
    },
    'missing-jsonrpc': { title: '缺少 "jsonrpc"', text: '每条消息都必须带有 "jsonrpc": "2.0"。' },
    'wrong-jsonrpc': { title: '"jsonrpc" 不正确', text: '成员 "jsonrpc" 必须恰好是 "2.0"。' },
    'null-id': { title: 'id 为 null', text: 'MCP 不允许 id 为 null。服务器无法读出错误请求的 id 时会这样发送。' },
    'bad-id': { title: 'id 类型错误', text: 'id 必须是字符串或数字。' },
    'id-not-integer': { title: 'id 不是整数', text: '数字 id 必须是整数。' },
    'result-and-error': {
      title: '同时有 result 和 error',
      text: '响应只能带 result 或 error 之一。这里按错误处理；其他实现可能不同。',
    },
    'bad-method': { title: 'method 不是字符串', text: '成员 "method" 必须是字符串。' },
    'bad-params': { title: 'params 类型错误', text: '成员 "params" 必须是对象。' },
    'bad-error': { title: 'error 格式错误', text: 'error 必须是带有数字 code 和 message 的对象。' },
    'empty-batch': { title: '空批次', text: '批次中至少要有一条消息。' },
    'not-an-object': { title: '不是消息', text: '这是 JSON，但消息必须是对象。' },
    'not-a-message': { title: '不是 JSON-RPC 消息', text: '该对象没有 method、result 或 error。' },
    'unknown-id': { title: '响应没有对应的请求', text: '没有等待中的请求使用此 id。' },
    'no-id': {
      title: '响应没有 id',
      text: '响应通过字符串或数字类型的 "id" 指明对应的请求。没有 id，就无法知道它响应的是哪个请求。',
    },
    'duplicate-response': { title: '重复的响应', text: '此 id 的请求已收到过响应。' },
    'reused-id': { title: 'id 重复使用', text: '使用此 id 的请求仍在等待响应。同一会话内 id 不得重复使用。' },
    'before-handshake': {
      title: '握手未完成',
      text: '握手完成之前，唯一可以发送的请求是 ping：客户端要等待 initialize 的响应，服务器要等待 notifications/initialized。批次中不能包含 initialize。',
    },
    'batch-not-in-revision': { title: '不允许批次', text: '只有 2025-03-26 版本允许批次。' },
    unterminated: { title: '被截断', text: '流在消息结束之前就结束了。这里显示已到达的部分。' },
    'hidden-characters': {
      title: '隐藏字符',
      text: '名称、描述或提问中含有不可见或改变文字方向的字符。模型会读到它们，人却看不到。这里以标记显示，例如 ‹U+202E›。',
    },
    'carriage-return': { title: '以 CR LF 结尾', text: '该行在换行符前有回车符。大多数解析器把它当作空白。' },
    'unsafe-number': { title: 'id 超过 2^53', text: '把数字读作双精度的程序无法精确表示此 id。这里按其数字文本比较。' },
    'deep-nesting': { title: '嵌套过深', text: '消息嵌套极深，许多程序在打印或复制它时会失败。' },
  } satisfies { readonly [fault in Fault]: Explained },
  reasons: {
    'command-not-found': {
      title: '找不到命令',
      text: '中继找不到此程序。请填写完整路径，或检查运行中继的终端的 PATH。',
    },
    'bad-folder': { title: '找不到工作目录', text: '工作目录不存在或无法进入。' },
    'not-executable': { title: '无法执行', text: '系统拒绝运行此程序。请检查它的权限和首行。' },
    'spawn-failed': { title: '无法启动服务器', text: '系统拒绝启动该进程。' },
    'server-exited': { title: '服务器已退出', text: '进程已结束，会话随之结束。' },
    ...httpReasons,
    ...networkReasons,
    'tls-unverified': {
      title: '证书未经验证',
      text: '此连接的设置接受任何证书，而该证书原本会被拒绝。中继与服务器之间的任何人都可以读取和修改全部内容。长期使用请提供 CA 文件。',
    },
    'redirected-elsewhere': {
      title: '被重定向到其他地址',
      text: '服务器以重定向作为响应。消息不会转发到其他来源，也不会在 301、302 或 303 之后继续发送，因为那会变成 GET。如果信任此地址，请直接连接它。',
    },
    'redirected-to-http': {
      title: '从 HTTPS 重定向到 HTTP',
      text: '这样的重定向不会跟随：之后发送的内容可能在途中被读取。如果接受这一点，请直接连接此地址。',
    },
    'redirected-too-often': {
      title: '重定向过多',
      text: '请求已被重定向 20 次，不再跟随。各个地址见时序图；它们很可能构成循环。',
    },
    'redirect-hidden': {
      title: '被重定向，但浏览器隐藏了地址',
      text: '服务器以重定向作为响应。页面看不到它的地址，因此不会把你填写的请求头发送过去。请经由中继连接，或连接最终地址。',
    },
    'cors-refused': { title: '被浏览器阻止（CORS）', text: '服务器在运行，但不允许此来源的页面与它通信。' },
    'cors-hidden-session': {
      title: '页面看不到会话 ID（CORS）',
      text: '服务器返回了 400，而初始化时没有看到会话 ID。如果服务器发送 Mcp-Session-Id，还必须允许页面读取它。',
    },
    'unsupported-revision': {
      title: '没有共同支持的协议版本',
      text: '服务器不支持你选择的协议版本，或只支持 Lifeline 无法识别的版本，因此连接已关闭。',
    },
    'discover-refused': {
      title: '服务器不支持所选的协议版本',
      text: '你选择了无状态的协议版本，而服务器没有在 server/discover 的响应中确认该版本。请使用自动检测，或选择 2025-11-25 及以前的版本。',
    },
    needed: { title: '需要授权', text: '服务器拒绝了未授权的请求。正在查找授权服务器…' },
    redirect: { title: '等待同意', text: '授权服务器请你在其页面上表示同意。' },
    nonce: {
      title: '需要 nonce（DPoP）',
      text: '服务器要求随令牌发送的证明（DPoP）带有它给出的 nonce。请求会带上它重新发送。',
    },
    granted: { title: '已授权', text: '此后的请求都带有访问令牌；被拒绝的请求会重新发送。' },
    failed: { title: '授权失败', text: '未能获取访问令牌。时序图中可以看到失败的步骤。' },
    'authorization-not-kept': {
      title: '授权未能保存',
      text: '本次会话可以使用此授权。由于无法读取或写入保存授权的文件，下次启动会重新申请。',
    },
    'session-lost': {
      title: '服务器不断丢失会话',
      text: '每个新会话在使用之前就得到 404。负载均衡器把各个请求分给不同进程时会这样。',
    },
    'stream-ended': {
      title: '事件流已结束',
      text: '在 HTTP+SSE（2024-11-05）中，所有响应都来自同一个流，流结束即会话结束。请重新连接以开始新会话。',
    },
    'endpoint-refused': {
      title: '地址属于其他来源',
      text: 'HTTP+SSE（2024-11-05）的 endpoint 事件给出的地址不在服务器自己的来源。发给此服务器的消息不会被发往别处。',
    },
    finished: {
      title: '要求的步骤已执行',
      text: '要求的步骤都已执行，会话已正常关闭。',
    },
    interrupted: {
      title: '已中断',
      text: '程序被要求结束（信号或 Ctrl-C），会话已正常关闭。',
    },
    'model-failed': {
      title: '模型没有响应',
      text: '服务器的请求仍在等待：请在“服务器请求”中手动回复，或在那里更改模型端点。',
    },
    'version-refused': { title: '不支持此协议版本', text: '服务器拒绝了客户端提议的协议版本。' },
    'initialize-refused': { title: '初始化被拒绝', text: '服务器拒绝了 initialize。' },
    'initialize-unanswered': { title: 'initialize 没有响应', text: '在收到响应之前会话已结束。' },
    'initialize-timeout': {
      title: 'initialize 没有响应',
      text: '服务器在超时时间内没有响应，期间连接一直打开。',
    },
    'initialize-closed': { title: 'initialize 没有响应', text: '在收到响应之前连接已关闭。' },
    'stdin-full': {
      title: '未发送：服务器未读取 stdin',
      text: '等待服务器读取标准输入的数据已超过 64 MiB，因此没有发送这条消息。消息文本可在时序图中查看。',
    },
    'not-sent': { title: '未发送', text: '会话当时正在关闭。' },
    'initialize-invalid': { title: 'initialize 的响应无效', text: '响应中没有 protocolVersion。' },
    'recording-failed': {
      title: '录制已停止',
      text: '无法把录制内容写入磁盘。会话会继续；请在关闭页面之前从这里保存。',
    },
    'recording-gone': {
      title: '录制文件已不在原处',
      text: '文件在写入期间被移走或删除。会话会继续；请在关闭页面之前从这里保存。',
    },
    'recording-lost': {
      title: '录制文件中缺少事件',
      text: '磁盘长时间无法写入，部分事件未能录制，录制文件中以缺口代替。本页保留了及时收到的事件：请在关闭页面之前从这里保存。',
    },
    'recorder-failed': {
      title: '有一个 HTTP 请求未能录制',
      text: 'tap 的录制部分出错：该 HTTP 请求及其响应（或其剩余部分）未录入文件。通信未受影响。',
    },
    'recording-behind': {
      title: '磁盘写入跟不上通信',
      text: '磁盘已满、过慢或无法写入。通信继续进行。如果此时 tap 被强制结束，尚未录制的内容将丢失。',
    },
    'tap-killed': {
      title: 'tap 被强制结束',
      text: '其他程序直接终止了 tap（SIGKILL）。在此之前经过的内容都在录制文件中。',
    },
    'tap-failed': {
      title: '断点和规则已停用',
      text: 'tap 出错，断点和规则已关闭。等待中的消息已原样转发，通信继续。',
    },
    'tap-refused': { title: 'tap 拒绝了一个 HTTP 请求', text: '该请求没有到达服务器。原因见详情。' },
    'relay-stopped': { title: '中继已停止', text: '中继已结束，并正常关闭了它的会话。' },
    'host-ended': { title: '由宿主（Host）结束', text: '宿主关闭了服务器的标准输入，或向服务器发送了信号。' },
    'closed-by-user': { title: '由用户关闭', text: '会话是在 Lifeline 中关闭的。' },
    'page-reloaded': { title: '页面已刷新', text: '页面已刷新，会话继续。' },
  },
  nonStandard: {
    title: '协议中没有此名称',
    why: {
      goodbye: 'MCP 没有告别消息：关闭传输即结束会话（在 HTTP 上可用 DELETE 提前结束）。',
      lsp: '这是 Language Server Protocol 的写法；MCP 有自己的名称。',
      misspelt: '名称拼写有误；接收方按原样比较名称。',
      misnamed: '没有任何版本定义此名称；协议用的是别的名称。',
    },
    instead: (method) => `协议中的名称是 ${method}。`,
  },
  unrecordedEvents: (n) => `${n.toLocaleString('zh-CN')} 个事件未能录制。`,
  unrecordedFrom: (s) => `从事件 ${s} 起未被录制。`,
  exited: (code, signal) =>
    signal === undefined ? `服务器已退出，退出码 ${code ?? '?'}` : `服务器被信号 ${signal} 终止`,
  exitedWhen: { opening: '进程在会话初始化之前结束。', open: '进程在会话期间结束。' },
  saidNothing: '标准错误输出上没有任何内容。',
  hints: {
    environment: (name) => `可能缺少环境变量 ${name}。请在服务器的环境变量中添加。`,
    key: () => '可能缺少 API 密钥或令牌。请在服务器的环境变量或参数中添加。',
    module: (name) => `模块 ${name} 未安装。请在服务器目录中安装依赖。`,
    file: (name) => `文件 ${name} 不存在。请检查路径和工作目录。`,
    package: (name) => (name === '' ? '该包没有可运行的程序。请检查包名。' : `软件源中没有包 ${name}。请检查包名。`),
    registry: (name) => `无法访问软件源 ${name}。请检查网络或代理。`,
    program: (name) => `服务器需要程序 ${name}，但找不到它。请安装该程序，或在环境变量中设置 PATH。`,
    runtime: (name) =>
      name === '' ? '服务器需要其他版本的 Node.js 或 Python。' : `服务器需要其他运行时版本：${name}。`,
    port: (name) => `端口 ${name} 已被其他程序占用。请停止该程序，或换用其他端口。`,
    memory: () => '服务器内存不足。',
    permission: (name) => (name === '' ? '服务器缺少权限。' : `服务器无权访问 ${name}。请检查权限。`),
    syntax: () => '程序有语法错误，或需要更新的运行时。',
    usage: () => '服务器需要其他参数，其用法见下方引文。',
  },
  signals: {
    SIGKILL: '进程被外部强制终止，常见原因是内存不足。',
    SIGSEGV: '进程在原生代码中崩溃（非法内存访问）。',
    SIGBUS: '进程在原生代码中崩溃（非法内存访问）。',
    SIGABRT: '进程自行中止，常见原因是原生代码出错或内存不足。',
    SIGILL: '进程在原生代码中崩溃（非法指令）。程序可能是为其他处理器编译的。',
  },
  exitCodes: {
    126: '命令存在，但无法执行。',
    127: '找不到用于启动服务器的某个命令。',
    137: '进程被外部强制终止，常见原因是内存不足。',
  },
  noise: '服务器向标准输出写入了普通文本，而标准输出只能写消息。请把日志写到标准错误输出。',
  serverSaid: '服务器原文：',
  retryAfter: (when) =>
    /^\d+$/.test(when)
      ? `服务器要求等待 ${Number(when)} s（Retry-After）。`
      : `服务器要求等到 ${when}（Retry-After）。`,
  supports: (versions) => `它支持 ${versions.join('、')}。`,
  unknown: { title: '连接失败', text: '具体情况请看时序图中的事件。' },
};
