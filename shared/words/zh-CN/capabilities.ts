import type { capabilities as english } from '../en/capabilities.ts';

export const capabilities: typeof english = {
  has: (names) => `它提供${names}`,
  things: { tools: '工具', resources: '资源', prompts: '提示词' },
  changes: (lists) => `${lists}列表变化时会通知`,
  nothing: '它没有声明任何能力。',
  allows: {
    client: {
      roots: '服务器可以询问自己能在哪些文件夹中工作',
      'roots.listChanged': '根（roots）变化时会通知服务器',
      sampling: '服务器可以请求由模型生成内容',
      'sampling.context': '服务器可以请求附带 MCP 服务器的上下文',
      'sampling.tools': '服务器可以向模型提供工具',
      elicitation: '服务器可以请用户输入',
      'elicitation.form': '可以用表单请用户输入',
      'elicitation.url': '可以请用户打开网页',
      tasks: '服务器的请求可以作为任务执行',
      experimental: '有规范之外的功能',
      extensions: '支持协议的扩展',
    },
    server: {
      tools: '可以列出和调用工具',
      'tools.listChanged': '工具列表变化时会通知',
      resources: '可以列出和读取资源',
      'resources.subscribe': '订阅后，资源变化时会通知',
      'resources.listChanged': '资源列表变化时会通知',
      prompts: '可以列出和获取提示词',
      'prompts.listChanged': '提示词列表变化时会通知',
      logging: '会发送日志消息',
      completions: '能为参数给出建议值',
      tasks: '可以把请求作为任务执行',
      'tasks.list': '可以列出任务',
      'tasks.cancel': '可以取消任务',
      experimental: '有规范之外的功能',
      extensions: '支持协议的扩展',
    },
  },
};
