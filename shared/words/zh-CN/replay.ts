import type { replay as english } from '../en/replay.ts';

export const replay: typeof english = {
  consent: {
    call: '除非服务器将该工具标记为 readOnlyHint',
    'tool-may-change': '服务器未将该工具标记为 readOnlyHint',
    'unknown-tool': '服务器的列表中没有该工具，或无法获取列表',
    'may-change': '此方法可能修改数据',
    'unknown-method': '没有任何协议版本定义此方法',
    answer: '这是给服务器的响应，服务器可能据此执行操作',
    http: '请求头或 HTTP 方法由录制文件指定',
    unclear: '文本有歧义或无法解析，其中可能含有调用',
  },
  leftOut: {
    opening: '由会话自动建立',
    listening: '由会话自动接收推送',
    task: '由会话自动轮询任务',
    closing: '由会话自动关闭',
    answer: '服务器请求时用录制的响应',
    input: '服务器要求输入时用录制的输入',
    timeout: '超时后自动发送',
    resent: '授权后已重新发送',
  },
  evidence: {
    value: '由服务器生成',
    name: '名称表明是 ID',
    label: '文本中标明是 ID',
    declared: '已声明',
  },
  unbound: {
    unreadable: () => '写法应如“1 /result/structuredContent/id -> 3 note”或“owner: me”',
    'no-step': (step) => `第 ${step} 步不发送消息`,
    'too-late': () => '响应晚于需要它的步骤',
    exact: (step) => `第 ${step} 步按原字节发送`,
    'no-answer': (step) => `第 ${step} 步不需要响应`,
    'no-argument': (step, at) => `第 ${step} 步在 ${at} 处没有文本或数字`,
    'no-source': (step, at) => `第 ${step} 步的录制响应在 ${at} 处没有文本或数字`,
    'not-a-number': (step, at) => `第 ${step} 步的 ${at} 是数字`,
    unused: (_, at) => `没有步骤带有值为文本或数字的参数“${at}”`,
  },
};
