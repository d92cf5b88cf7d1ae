/** The commands of the program, in the order in which its help and that of the page list them. */

interface CommandWords {
  /** `record [options] (URL | -- COMMAND ARGS…)`, after the program's name. */
  readonly usage: string;
  /** A few words, in each language of the page. */
  readonly en: string;
  readonly 'zh-CN': string;
}

export const COMMANDS = {
  record: {
    usage: 'record [options] (URL | -- COMMAND ARGS…)',
    en: 'record a session without a browser',
    'zh-CN': '不打开浏览器，录制一次会话',
  },
  call: {
    usage: 'call METHOD [options] (URL | -- COMMAND ARGS…)',
    en: 'send one request and print its result',
    'zh-CN': '发送一个请求并输出结果',
  },
  redact: {
    usage: 'redact [options] FILE',
    en: 'copy a recording without its secrets',
    'zh-CN': '复制录制文件，其中的敏感信息已脱敏',
  },
  show: {
    usage: 'show [options] FILE',
    en: 'draw a recording in the terminal',
    'zh-CN': '在终端中画出录制文件的时序图',
  },
  export: {
    usage: 'export FILE (--to FORMAT | --snippet FORMAT --at EVENT) [options]',
    en: 'export a recording: page, report, diagram, HAR',
    'zh-CN': '导出录制文件：网页、报告、图、HAR',
  },
  compare: {
    usage: 'compare [options] BEFORE AFTER',
    en: 'compare two recordings, operation by operation',
    'zh-CN': '逐个操作比较两个录制文件',
  },
  lint: {
    usage: 'lint [options] FILE…',
    en: 'check recordings against the rules of the specification',
    'zh-CN': '按规范的规则检查录制文件',
  },
  profile: {
    usage: 'profile [options] FILE…',
    en: 'print a table of what the clients in recordings do',
    'zh-CN': '用表格列出录制文件中各客户端的行为',
  },
  explain: {
    usage: 'explain [options] [RULE]',
    en: 'explain a lint rule: why it matters, how to fix it, an example',
    'zh-CN': '说明一条检查规则：原因、修复方法和示例',
  },
  mock: {
    usage: 'mock [options] FILE',
    en: 'serve the recorded responses to a client',
    'zh-CN': '用录制的响应应答客户端',
  },
  rerun: {
    usage: 'rerun [options] FILE (URL | -- COMMAND ARGS… | --config FILE | --same)',
    en: 'send the requests of a recording to a live server, and compare',
    'zh-CN': '把录制的请求发给正在运行的服务器，并比较结果',
  },
  tap: {
    usage: 'tap [options] (--listen PORT --to URL | -- COMMAND ARGS…)',
    en: 'record the traffic between a host and its server',
    'zh-CN': '录制宿主与其服务器之间的流量',
  },
  'tap install': {
    usage: 'tap install [options]',
    en: 'tap the servers in the configurations of hosts',
    'zh-CN': '接入各宿主配置中的服务器',
  },
  'tap uninstall': {
    usage: 'tap uninstall [options]',
    en: 'remove the taps from the configurations',
    'zh-CN': '从配置中移除接入',
  },
  'tap status': {
    usage: 'tap status [options]',
    en: 'list the servers of hosts and which of them are tapped',
    'zh-CN': '列出各宿主的服务器以及哪些已接入',
  },
  authorizations: {
    usage: 'authorizations [options]',
    en: 'list and revoke kept authorizations',
    'zh-CN': '列出并撤销已保存的授权',
  },
} as const satisfies { readonly [name: string]: CommandWords };

export type CommandName = keyof typeof COMMANDS;
