import { COMMANDS } from '#shared/commands';
import { formatNames, inWords } from '#shared/formats';
import type { help as english } from './en.ts';

export const help: typeof english = {
  title: '帮助',
  search: '搜索帮助',
  topics: '主题',
  nothing: (text: string): string => `没有与“${text}”相关的内容。`,
  keys: '快捷键',
  open: (panel) => `打开：${panel}`,
  pages: {
    start: [
      '五分钟上手',
      '1. 输入启动服务器的命令或服务器的 URL，然后连接。还没有服务器？打开示例。',
      '2. 时序图按顺序显示每条消息。选择一行，详情会说明它的含义。',
      '3. 每个调用占一行，带有响应和耗时；左侧箭头展开其消息，按 `o` 显示单条消息。',
      '4. 在时序图下方的输入行中键入工具名，按 Enter，填写参数（Tab 跳到下一个），再按 Enter。该调用会被选中，详情显示其响应。较长的表单在时序图旁打开。',
      '5. 有红色？按 `n` 跳到下一处规范问题或错误。详情会说明原因和解决办法。',
      '6. 按 `Ctrl S` 分享会话：录制文件、网页或缺陷报告。敏感信息默认脱敏。',
    ],
    connect: [
      '连接服务器',
      'stdio：由中继（relay，本地的 `mcp-lifeline` 进程）运行的命令，不经过 shell。HTTP：一个 URL，可经由中继（没有 CORS 限制，能看到全部请求头和响应头），也可由浏览器直接连接（服务器必须允许）。',
      '连接过的服务器保留在首页。可以粘贴或拖入其他客户端的配置（`mcpServers`、`servers`）。超时、能力与自动化在高级选项中。',
    ],
    eras: [
      '协议版本：握手或无状态',
      '在 2025-11-25 及更早的版本中，会话以握手 `initialize` 开始。从 2026-07-28 版本起，协议是无状态的：每个请求都在 `_meta` 中写明版本、客户端与能力。',
      '选择“自动检测”时先发送 `server/discover`。服务器不支持它是正常的，随后改用 `initialize`。指定版本时只使用该版本。',
    ],
    transports: [
      '传输',
      'stdio：每行一条消息。标准输出上的其他内容都是格式错误；stderr 显示在服务器一侧。',
      'Streamable HTTP：事件的“HTTP”标签页显示该次 HTTP 请求与响应。中断的流用 `Last-Event-ID` 恢复；收到 404 后开始新会话。旧的 HTTP+SSE（2024-11-05）端点会自动识别。',
      '无状态：每条消息有自己的 HTTP 请求，请求头镜像正文的一部分。“HTTP”标签页会比较两者。',
    ],
    diagram: [
      '时序图',
      '时间自上而下。一行一个调用，带有请求、响应和耗时；按 `o` 显示单条消息。请求与响应为实线，通知为虚线，格式错误的文本为锯齿线。',
      '筛选：`method:tools/* -method:ping tool:search dir:s2c status:error dur:>500ms at:1.2s..3.4s size:>10k id:7 finding:must rule:rpc-* text`。会显示隐藏的事件数。',
      '调用右侧的条形表示它发生的时间和等待的对象。左右方向键折叠和展开。违反规则之处在其行下方说明。',
      '在时序图上方的标尺上拖动，可查看会话在任意事件时的状态。在标尺下方的条带中拖动，只显示该时间范围；按 Esc 清除。',
      '阶段可以折叠：单击其标题行。第一次会话之后，顺利结束的阶段会自动折叠。',
    ],
    compose: [
      '编写消息',
      '文本按输入原样发送，提示从不阻止发送。补全依据协议版本和服务器提供的内容。',
      '模板包含每个方法和响应，“构造错误…”提供无效的变体。可为单条消息更改请求头，多条消息可组成脚本。',
      '选中消息后：`e` 编辑并重新发送，`r` 重新发送。',
    ],
    tools: [
      '工具、资源、提示词',
      '表单由 JSON Schema 生成，JSON 显示同样的参数。结果按输出 schema 检查。`isError` 是工具的失败，不是协议的错误。',
      '资源可以读取和订阅。列表的所有页都会获取；列表变化时会重新获取并显示差异。',
    ],
    asks: [
      '服务器请求：采样（sampling）、征询（elicitation）、根（roots）',
      '服务器的请求在“服务器请求”面板中等待，你可以用表单、JSON 或错误回复。`ping` 与 `roots/list` 会自动响应。',
      '采样：由你充当模型，或使用固定的回复，或调用兼容 OpenAI 的端点。API 密钥从不录制。征询：接受、谢绝或取消；URL 只在你点击时打开。',
    ],
    input: [
      '需要输入的请求',
      '无状态的服务器不发送请求。它以 `input_required` 响应，请求会带着你的 `inputResponses` 和原样的 `requestState` 再次发送。各轮属于同一个操作。',
    ],
    tasks: [
      '任务',
      '调用可能成为任务。按服务器给出的间隔轮询，完成后获取结果。任务可以取消，也可能在“服务器请求”中要求输入。',
    ],
    subscriptions: [
      '订阅与日志',
      '握手：`resources/subscribe` 与 GET 流；`logging/setLevel` 设置日志级别。无状态：`subscriptions/listen`，日志级别写在每个请求的 `_meta` 中。',
    ],
    limits: [
      '超时与取消',
      '请求有两种超时：一段时间没有响应（进度通知可重新计时），以及总时间。超时后请求被取消，时序图会说明是哪一种。0 表示不限时。',
    ],
    authorization: [
      '授权',
      '收到 401 后自动开始 OAuth 步骤：元数据、注册、你在浏览器中同意、令牌。每一步是一行。令牌不会显示，也从不录制。',
      '不用浏览器：在连接表单中选择客户端凭据、ID 令牌或断言。',
    ],
    recordings: [
      '录制',
      '每个会话从第一个字节开始录制，由中继写入磁盘，或保存在此浏览器中。把 `.mcprec` 文件拖到页面上即可打开。',
      '录制库列出所有录制文件：搜索、重命名、加标签、删除、恢复。`m` 为所选事件添加备注。',
    ],
    tap: [
      '监听宿主（tap）',
      '要查看宿主（如编辑器、智能体）实际发送给服务器的内容，请在首页选择“监听宿主…”，或在其配置中把 `mcp-lifeline tap --` 放在服务器命令之前。会话会被录制，并可在录制库中实时查看。默认原样转发消息；在实时会话的“Tap”面板中可以设置断点，也可以设置规则来延迟、修改、丢弃消息或代为响应，还可以注入消息。',
      '对于 HTTP 服务器，请启动 `mcp-lifeline tap --listen PORT --to URL`，并在宿主中填写它输出的 URL。',
    ],
    playback: [
      '回放',
      '播放或拖动到任意事件：阶段、列表和待响应的请求都显示为当时的状态。在 URL 末尾加 `#s=42` 可打开事件 42。',
    ],
    sharing: [
      '分享',
      `整个会话、筛选后的事件、一个操作或一段范围：${inWords(' 或 ', '、', formatNames('zh-CN'))}。“代码”标签页以 curl、命令行、TypeScript 或 Python 显示消息。`,
      '敏感信息会替换为占位符。预览显示其位置；规则遗漏的可以补充。',
    ],
    importing: [
      '打开其他文件',
      'HAR 文件，官方 inspector 和 MCPJam 的导出，curl -v 的输出，vscode-jsonrpc 跟踪日志，VS Code、Cursor、Claude Desktop、Claude Code 的日志，Python SDK 调试日志，mcp-tape、mcp-recorder、Agent VCR，markdown，以及 JSON-RPC 文本行，都按内容识别。',
    ],
    compare: [
      '比较',
      '两份录制文件按操作比较。定义的变化分为不兼容、行为和外观三类。忽略规则说明什么可以不同：ID、时间、令牌、顺序，或“took {duration}”这样的模式。',
    ],
    rerun: [
      '重新运行',
      '把录制文件中的请求再次发送给实际的服务器。只读的请求立即发送，其他的只在你允许后发送。结果是一份新的录制文件，以及与旧文件的比较。',
    ],
    'command-line': [
      '命令行',
      '`mcp-lifeline` 打开本页。下列命令在脚本和 CI 中做同样的事；选项见 `mcp-lifeline COMMAND --help`。',
      ...Object.values(COMMANDS).map((command) => `\`${command.usage}\`：${command['zh-CN']}`),
      '`mcp-lifeline lint FILE` 按规范的规则检查录制文件，`record --lint` 录制后立即检查；`mcp-lifeline explain RULE` 显示一条规则的原因、修复方法和示例。',
      '`mcp-lifeline profile FILE…` 用表格列出录制文件中各客户端的行为，每个客户端一列，并标出不同之处。',
      '`mcp-lifeline tap install` 把 Lifeline 放到本机各宿主与其服务器之间，写入配置前会先显示改动并询问；`tap status` 列出哪些已接入，`tap uninstall` 恢复原样。',
      '`mcp-lifeline record --exercise URL` 或 `… -- COMMAND …` 还会调用每个工具、读取每个资源、获取每个提示词。可能破坏数据的工具只在加 `--yes` 时调用。',
    ],
  },
};
