import type { HelpTopic } from '../en/help.ts';

export const help = {
  title: '帮助',
  search: '搜索帮助',
  topics: '主题',
  nothing: (text: string): string => `没有关于“${text}”的内容。`,
  keys: '按键',
  pages: [
    {
      id: 'connect',
      title: '连接服务器',
      text: [
        'stdio 服务器是一条命令：程序与参数，由 relay 运行，不经过 shell。HTTP 服务器是一个 URL，可通过 relay 访问（没有 CORS 限制，能看到全部响应头，会话在刷新后继续），也可由本页直接访问（服务器必须允许）。',
        '连接过的服务器连同全部设置保留在侧栏。可以粘贴或拖入其他客户端的配置文件（`mcpServers`、`servers`）。',
        '“更多”中有时限、此客户端声明的能力、每个请求的 `_meta`、日志级别以及所有自动步骤。',
      ],
    },
    {
      id: 'eras',
      title: '版本与两个时代',
      text: [
        '握手时代（至 2025-11-25）：会话以 `initialize` 开始，版本与能力只协商一次。逐请求时代（自 2026-07-28）：没有握手，每个请求都在 `_meta` 中写明版本、客户端与能力。',
        '版本为 “auto” 时先向服务器发送 `server/discover`。结果列出逐请求版本，或得到错误 −32020、−32021、−32022，即为逐请求时代。其他情况（别的错误、HTTP 400 或 404、空结果、沉默、退出）即为握手时代，随后发送 `initialize`。',
        '探测是普通的一行，其下的结论说明属于哪个时代以及原因。遇到版本错误时，只用服务器给出的版本再试一次，绝不猜测。',
        '指定的版本不会被改动：服务器不支持时，会话结束并说明原因。版本可以是任意文本。',
      ],
    },
    {
      id: 'transports',
      title: '传输、会话与恢复',
      text: [
        'stdio：每行一条消息。标准输出上的其他内容显示为格式错误；标准错误显示在服务器线旁。关闭时先关闭 stdin，再发送信号。',
        'Streamable HTTP：以 JSON 或事件流应答，`Mcp-Session-Id`，独立的 GET 流，最后 DELETE。带会话 id 的消息得到 404 表示会话已结束：会开始新的会话，最多连续三次。',
        '中断的流会在服务器 `retry` 指定的时间之后，用 `Last-Event-ID` 重新打开。事件的 HTTP 标签说明它接续哪个流。',
        '2024-11-05 的 HTTP+SSE 会自动识别：POST 被 400、404 或 405 拒绝时，打开 GET 流并等待 `endpoint` 事件。',
        '在逐请求时代，每个请求有自己的交换，请求头重复消息的一部分（`Mcp-Method`、`Mcp-Name`、`Mcp-Param-…`）。HTTP 标签会将它们与正文比较。',
      ],
    },
    {
      id: 'diagram',
      title: '时序图',
      text: [
        '时间向下；一行一个事件。请求与应答为实线，通知为虚线，格式错误为锯齿线。线旁的条表示操作持续多久。',
        '过滤器接受文字与属性：`method:tools/* -method:ping dir:s2c status:error dur:>500ms size:>10k id:7 text`。隐藏的数量会显示出来。',
        '详情显示消息、带不可见字符的原始字节、HTTP 交换、整个操作及其各轮，以及该事件时刻的会话状态。',
        '回放条可显示会话在任意事件时的样子。暂停的是显示，绝不是录制。',
      ],
    },
    {
      id: 'compose',
      title: '编辑器',
      text: [
        '输入什么就发送什么；波浪线只提示，从不阻止。补全与悬停提示了解当前版本和实时目录：工具名与参数、URI、prompts、cursor、任务 id。',
        '模板包含当前版本的所有方法和所有应答。“弄坏它”按名称列出各种错误变体：缺少 `jsonrpc`、id 为 null 或重复、类型错误、截断、一行两条消息、无效 UTF-8、BOM、超大与超深的消息。',
        '通过 HTTP 时，可为单条消息更改方法、请求头、会话 id 和版本。消息可发送一次、多次或同时多次；带等待的多条消息构成脚本。',
        '已发送的消息保留在历史中。对时序图中的任意消息：`e` 放入编辑器，`r` 再次发送。',
      ],
    },
    {
      id: 'tools',
      title: 'Tools、resources、prompts',
      text: [
        '表单由工具的 JSON Schema 生成；JSON 视图显示同样的参数。结构化结果会按 output schema 检查。`isError` 是工具自己的回答，不是协议错误。',
        '`x-mcp-header` 标记无效的工具会连同原因列出：其他客户端会排除它。',
        '资源可读取、订阅并观察更新；模板按 RFC 6570 填写，服务器支持时有补全。Prompts 的参数同样有补全。',
        '列表逐页读取；重复的 cursor 会结束读取。列表变化时会重新读取并显示差异。',
      ],
    },
    {
      id: 'asks',
      title: '服务器请求：sampling、elicitation、roots',
      text: [
        '服务器向客户端提出的请求在“服务器请求”中等待。每个请求可用表单、JSON 或 error 回答。`ping` 与 `roots/list` 会自动应答，除非你关闭它。',
        'Sampling：由你充当模型，或用固定回答，或用你指定的任何兼容 OpenAI 的端点（`https://…/v1` 和模型名）。提供给模型的工具也可手动调用。API key 只留在标签页和 relay 的内存中，从不录制。',
        '表单 elicitation：填入默认值并检查 schema；可接受、拒绝或取消。URL elicitation：完整显示地址并突出主机名，只在你点击时打开。此前不会请求任何内容。',
        '错误 −32042 列出需要先打开的页面；它们与 `notifications/elicitation/complete` 的报告一并显示。',
        'Roots 在同一处编辑。在握手时代会用 `notifications/roots/list_changed` 告知服务器。',
      ],
    },
    {
      id: 'input',
      title: '多轮往返请求',
      text: [
        '在逐请求时代，服务器不发送请求。它以 `input_required` 应答 `tools/call`、`prompts/get` 或 `resources/read`，并说明需要什么。全部内容一起显示在“服务器请求”中。',
        '“发送全部回答”会用新的 id 再次发送该请求，回答放在 `inputResponses` 中，服务器的 `requestState` 逐字节送回。各轮属于同一个操作，其标签按顺序显示。',
        '自动回答能覆盖的内容会预先填好；全部覆盖时，请求会自动重复。要拒绝，可在表单中选择拒绝，或干脆不回答：没有对应的消息。',
      ],
    },
    {
      id: 'tasks',
      title: '任务',
      text: [
        '服务器可以把请求变成任务（2025-11-25，或 2026-07-28 的 tasks 扩展）。会按服务器给出的间隔询问其状态，直到结束，然后取回结果。',
        '需要输入的任务会在“服务器请求”中说明；扩展用 `tasks/update` 给出，2025-11-25 则通过回答服务器自己的请求给出。任务可以取消。',
        '服务器也可以要求此客户端建立任务：回答方式选择“任务”，并在 `tasks/get` 和 `tasks/result` 到来时回答。为此请在能力中声明 `tasks`。',
      ],
    },
    {
      id: 'subscriptions',
      title: '订阅与变化',
      text: [
        '握手时代：`resources/subscribe`，以及独立流上的列表变化。逐请求时代：带过滤条件的 `subscriptions/listen`；服务器确认它同意的部分，到达的一切都带有订阅 id。',
        '日志消息：握手时代用 `logging/setLevel`，逐请求时代在每个请求的 `_meta` 中给出级别。',
      ],
    },
    {
      id: 'limits',
      title: '时限、取消与告别',
      text: [
        '请求有两个时限：没有应答的时间（有进度时可重新计算），以及总时间。超过时会有一行说明是哪一个，随后取消：`notifications/cancelled`，或在逐请求时代通过 HTTP 关闭流。',
        '关闭连接之前会取消未完成的请求。有些教程教的 `notifications/closed` 没有任何版本定义：可以开启，收到时会标出。来自其他协议的名称也会标出，并给出 MCP 的名称。',
      ],
    },
    {
      id: 'authorization',
      title: '授权',
      text: [
        'HTTP 服务器返回 401 时，OAuth 的步骤开始：资源与授权服务器的元数据、客户端注册、你在该服务器页面上的同意、token。每一步都是一行，并带有 HTTP 交换。',
        'token 与其他秘密在屏幕上会被遮盖，也从不写入录制。固定的 token 可放在连接的请求头中。',
      ],
    },
    {
      id: 'errors',
      title: '错误',
      text: [
        '每个错误代码都按当前版本给出名称与含义。服务器把日志打印到标准输出、找不到命令、被 CORS 拒绝、401、版本不匹配：每一种都说明发生了什么、给出证据，并提供下一步。',
        '格式错误的文本也像请求一样等待应答。没有应答本身就是结果，并会显示。',
      ],
    },
    {
      id: 'recordings',
      title: '录制',
      text: [
        '每个会话从第一个字节起就被录制：由 relay 写入磁盘，或保存在此浏览器中。`.mcprec` 文件由一行行 JSON 组成，拖到页面上即可打开。',
        '保存之前，页面会列出在录制中发现的秘密。分享前请先查看。',
      ],
    },
    {
      id: 'command-line',
      title: '命令行',
      text: [
        '`mcp-lifeline` 启动 relay 并打开本页；可同时指定服务器或录制。',
        '`mcp-lifeline record [--out FILE] [--revision R|auto] URL` 或 `… record -- COMMAND …` 不打开页面即可连接，发现全部内容，正常关闭并留下录制。',
        '加上 `--exercise` 还会用由 schema 生成的参数调用每个工具，读取每个资源，获取每个 prompt，并回答服务器的请求。可能造成破坏的工具只有加上 `--yes` 才会调用。全部完成退出码为 0，有失败为 1，用法错误为 2，无法连接为 3。',
      ],
    },
  ] as readonly HelpTopic[],
};
