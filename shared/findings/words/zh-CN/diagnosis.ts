import type { FindingsWords } from '../types.ts';

export const DIAGNOSIS: FindingsWords['diagnosis'] = {
  kinds: {
    'wrong-command': (name) => ({
      title: '无法启动命令',
      text: `${name === undefined ? '命令' : `\`${name}\` `}不存在或没有执行权限，未交换任何消息。`,
      remedy: '填写程序的完整路径，并确认同一用户能在终端中运行它。',
    }),
    cors: (name) => ({
      title: '浏览器拦截了响应（CORS）',
      text: name === undefined ? '服务器不允许其他来源的页面访问。' : `服务器的响应缺少：${name}`,
      remedy: '在所有响应和预检响应中加上 CORS 响应头，或改为经由中继连接。',
    }),
    'hidden-session': () => ({
      title: '页面看不到会话 ID（CORS）',
      text: '服务器返回了 400，而初始化时没有看到会话 ID。',
      remedy:
        '如果服务器发送 `Mcp-Session-Id`，须允许页面读取：`Access-Control-Expose-Headers: Mcp-Session-Id`。也可改为经由中继连接。',
    }),
    'no-challenge': () => ({
      title: '401 未指明资源元数据',
      text: '服务器要求授权，却没有说明从哪里获取：`WWW-Authenticate` 缺失，或没有 `resource_metadata`。',
      remedy: '在每个 401 响应中加上 `WWW-Authenticate: Bearer resource_metadata="…"`。',
    }),
    'stdout-text': () => ({
      title: '服务器向标准输出写入了文本',
      text: '在 stdio 上，标准输出只能承载消息。客户端会把其他行当作损坏的消息。',
      remedy: '请写到标准错误输出。',
    }),
    'handshake-incomplete': () => ({
      title: '握手没有完成',
      text: '`initialize` 未得到响应，或之后没有 `notifications/initialized`。',
      remedy: '用结果响应 `initialize`；随后客户端须先发送 `notifications/initialized`。',
    }),
    'revision-mismatch': () => ({
      title: '客户端与服务器的协议版本不一致',
      text: '一方使用了另一方未提出或不支持的版本。',
      remedy: '支持所请求的版本时原样返回，否则返回自己的最新版本；此后都使用该版本。',
    }),
    'session-header': () => ({
      title: '请求缺少会话请求头',
      text: '服务器给出了 `Mcp-Session-Id`，但之后的请求没有携带。',
      remedy:
        '`initialize` 之后的每个请求都要携带 `Mcp-Session-Id`。客户端在浏览器中时，服务器须将其列入 `Access-Control-Expose-Headers`。',
    }),
    'other-id': () => ({
      title: '响应的 id 有误',
      text: '响应中的 id 不属于任何未完成的请求，原请求因此得不到响应。',
      remedy: '原样复制请求的 `id`：值与类型都不变。',
    }),
    'after-cancel': () => ({
      title: '取消之后仍有响应',
      text: '请求已被取消，却仍收到了响应。',
      remedy: '收到 `notifications/cancelled` 后停止处理，不再为该 id 发送任何内容。',
    }),
  },
  culprits: {
    dotenv: '`dotenv` 加载文件时会打印一行。请使用 `config({ quiet: true })`。',
    npm: 'npm 会打印所运行的脚本。请直接启动程序（`node dist/index.js`），或使用 `npm run --silent`。',
    uv: 'uv 会打印安装过程。请事先运行 `uv sync`，或使用 `uv run --quiet`。',
    docker: 'Docker 会打印拉取进度。请事先 `docker pull`，并使用不带 `-t` 的 `docker run -i`。',
    logger: '日志库写到了标准输出。请把输出流设为标准错误输出。',
    banner: '启动时打印了欢迎信息。请删除，或打印到标准错误输出。',
    print: '请查找 `print(…)` 和 `console.log(…)`，改用 `print(…, file=sys.stderr)` 和 `console.error(…)`。',
  },
};
