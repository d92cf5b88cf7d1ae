import type { AnsweredFacts, AskedFacts } from '../meaning/facts.ts';
import type { meaning as english } from '../en/meaning.ts';

const during = (text: string): string => (text === '' ? '' : `（此时 ${text} 正在等待响应）`);
const of = (text: string): string => (text === '' ? '' : ` ${text}`);
/** 名称后面还有文字时，两侧都留空格。 */
const named = (text: string): string => (text === '' ? '' : ` ${text} `);
const after = (text: string): string => (text === '' ? '' : `：${text}`);
const given = (content: string): string => (content === '' ? '，不带参数' : `，参数为 ${content}`);
const count = (n: number): string => n.toLocaleString('zh-CN');
const page =
  (list: string) =>
  ({ who, next, anew }: AskedFacts): string =>
    next
      ? `${who}请求${list}列表的下一页。`
      : anew
        ? `${who}再次请求${list}列表，因为它已变化。`
        : `${who}请求${list}列表。列表可能分成多页。`;
const changed =
  (list: string) =>
  ({ who }: AskedFacts): string =>
    `${who}通知：其${list}列表已变化，之前获取的内容已经过时。`;
const task = ({ name, member }: AskedFacts | AnsweredFacts): string =>
  `任务${named(name)}的当前状态：${member('status')}${member('statusMessage') && `（${member('statusMessage')}）`}。`;

export const meaning: typeof english = {
  sides: { c2s: '客户端', s2c: '服务器' },
  stop: '。',
  space: '',
  and: (names) => {
    const last = names.at(-1) ?? '';
    // 西文两侧留空格。
    const space = /^[\w]/.test(last) ? ' ' : '';
    return names.length < 2 ? last : `${names.slice(0, -1).join('、')}${space}和${space}${last}`;
  },
  section: (revision, title) => `规范 ${revision}：${title}`,
  requests: {
    ping: ({ who, other }) => `${who}检查${other}是否仍有响应。`,
    'tools/list': page('工具'),
    'tools/call': ({ who, name, content, again }) =>
      again
        ? `${who}带着服务器要求的输入或 requestState，再次调用${of(name)}。`
        : `${who}调用工具${of(name)}${given(content)}。`,
    'resources/list': page('资源'),
    'resources/templates/list': page('资源模板'),
    'resources/read': ({ who, name }) => `${who}读取资源${of(name)}。`,
    'resources/subscribe': ({ who, name }) => `${who}订阅资源${named(name)}的变化。`,
    'resources/unsubscribe': ({ who, name }) => `${who}取消订阅资源${named(name)}的变化。`,
    'prompts/list': page('提示词'),
    'prompts/get': ({ who, name, content }) => `${who}获取提示词${of(name)}${given(content)}。`,
    'completion/complete': ({ who, content }) => `${who}询问参数的补全建议${after(content)}。`,
    'logging/setLevel': ({ who, name }) => `${who}请求接收${named(name)}及更严重级别的日志消息。`,
    'subscriptions/listen': ({ who, content }) =>
      `${who}打开一个流，服务器通过它通知变化${after(content)}。流存在期间，此请求一直处于等待状态。`,
    'tasks/get': ({ who, name }) => `${who}查询任务${named(name)}的状态。`,
    'tasks/result': ({ who, name }) => `${who}请求任务${named(name)}的结果。任务结束后才会有响应。`,
    'tasks/list': ({ who }) => `${who}请求任务列表。`,
    'tasks/cancel': ({ who, name }) => `${who}请求取消任务${of(name)}。`,
    'tasks/update': ({ who, name }) => `${who}提供任务${named(name)}所等待的输入。`,
    'roots/list': (asked) => `${asked.who}询问客户端它可以在哪些文件夹中工作（roots）${during(asked.during)}。`,
    'sampling/createMessage': (asked) =>
      `${asked.who}请客户端用模型生成内容${during(asked.during)}${after(asked.content)}。`,
    'elicitation/create': (asked) =>
      asked.member('url') === ''
        ? `${asked.who}询问用户${during(asked.during)}：${asked.name} ${asked.content}。`
        : `${asked.who}请用户打开 ${asked.member('url')}${during(asked.during)}：${asked.name}。`,
  },
  initialize: (who, name, revision, says) =>
    `${who}${name}建立会话：${revision === '' ? '没有提议协议版本' : `提议协议版本 ${revision}`}，${says}。`,
  discover: ({ who }) => `${who}询问服务器支持哪些协议版本和功能。`,
  probe: '由此判断是否需要握手。',
  canBeAsked: (what) => `并声明可以向它请求 ${what}`,
  declaresNothing: '没有声明任何能力',
  notifications: {
    'notifications/initialized': ({ who }) => `${who}已收到 initialize 的响应。握手完成，开始正常运行。`,
    'notifications/cancelled': ({ who, name, content }) =>
      `已取消：${who}不再等待${name === '' ? '某个请求' : ` ${name}`}${after(content)}。之后不应再有响应。`,
    'notifications/progress': ({ name, content }) => `${name}${name && ' 的'}进度：${content}。`,
    'notifications/roots/list_changed': ({ who }) => `${who}通知：它的根（roots）已变化，服务器可以重新请求。`,
    'notifications/message': ({ who, content }) => `${who}的日志${after(content)}。`,
    'notifications/tools/list_changed': changed('工具'),
    'notifications/resources/list_changed': changed('资源'),
    'notifications/prompts/list_changed': changed('提示词'),
    'notifications/resources/updated': ({ who, name }) => `${who}通知：资源${named(name)}已变化，客户端可以重新读取。`,
    'notifications/elicitation/complete': ({ who, name }) =>
      `${who}通知：用户已完成浏览器中的步骤${name && `（${name}）`}。`,
    'notifications/subscriptions/acknowledged': ({ who, content }) =>
      `${who}确认了这个流，将通知以下变化${after(content)}。`,
    'notifications/tasks/status': task,
    'notifications/tasks': task,
  },
  results: {
    ping: ({ who }) => `${who}有响应。`,
    'tools/call': ({ name, content }) => `工具${named(name)}返回${after(content)}。`,
    'resources/read': ({ name, content }) => `服务器返回了资源${of(name)}${after(content)}。`,
    'resources/subscribe': ({ who, name }) => `${who}已接受：资源${named(name)}变化时会通知客户端。`,
    'resources/unsubscribe': ({ who, name }) => `${who}已接受：不再通知资源${named(name)}的变化。`,
    'prompts/get': ({ name, count: n }) => `服务器返回了提示词${of(name)}：${count(n)} 条供模型使用的消息。`,
    'completion/complete': ({ count: n, content }) => (n === 0 ? '没有建议。' : `${count(n)} 条建议：${content}。`),
    'logging/setLevel': ({ who, name }) => `${who}接受了日志级别${of(name)}。`,
    'subscriptions/listen': ({ who }) => `${who}正常结束了变化通知的流。`,
    'tasks/get': task,
    'tasks/result': ({ name, content }) => `任务${named(name)}已结束${after(content)}。`,
    'tasks/list': ({ count: n }) => `${count(n)} 个任务。`,
    'tasks/cancel': ({ who, name }) => `${who}接受取消任务${of(name)}。`,
    'tasks/update': ({ who, name }) => `${who}已收到任务${named(name)}的输入。`,
    'roots/list': ({ who, count: n, content }) =>
      n === 0 ? `${who}没有提供任何 root。` : `${who}提供了 ${count(n)} 个 root：${content}。`,
    'sampling/createMessage': ({ member, content }) =>
      `客户端返回模型的回复${member('model') && `（${member('model')}）`}${after(content)}。`,
    'elicitation/create': ({ member, content }) =>
      member('action') === 'accept'
        ? `用户接受了${after(content)}。`
        : member('action') === 'decline'
          ? '用户谢绝了。'
          : member('action') === 'cancel'
            ? '用户未回复就关闭了请求。'
            : `用户的回复${after(content)}。`,
  },
  gave: ({ who, content }) => `${who}返回了响应${after(content)}。`,
  agrees: (who, name, revision) => `${who}${name}同意使用协议版本 ${revision}。`,
  otherRevision: (who, name, revision, offered) =>
    `${who}${name}响应的协议版本是 ${revision}，而不是 ${offered}。客户端要么改用它，要么断开连接。`,
  noRevision: (who) => `${who}没有给出协议版本，而这是必需的。`,
  supports: (who, revisions) => `${who}支持以下协议版本：${revisions}。`,
  notDiscovered: '这不是 discover 结果：其中没有列出版本。会话改以 initialize 开始。',
  instructions: '它还给出了供模型使用的说明（instructions）。',
  page: (items, number, more) =>
    `${number > 1 ? `第 ${number} 页：` : ''}${items}。${more ? '后面还有下一页。' : '列表到此结束。'}`,
  noList: '这个结果中没有列表。',
  emptyList: '列表为空。',
  toolError: (name, content) =>
    `工具${named(name)}返回了错误（isError）${after(content)}。这不是协议错误：模型可以读到它并重试。`,
  needsInput: (names) =>
    names === ''
      ? '服务器不需要输入，只需携带 requestState 重试此请求。'
      : `服务器需要输入才能响应：${names}。客户端会附上输入重试此请求。`,
  becameTask: (name) => `请求转为任务${named(name)}继续。客户端之后再查询它的状态和结果。`,
  errorIs: (who, error) => `${who}的响应是错误：${error}。`,
  probeRefused: '这是正常的：需要握手的服务器不支持 server/discover。会话以 initialize 开始。',
  noHandshake: '这些版本没有握手：请直接发送请求，在 _meta 中带上其中一个版本，不要发送 initialize。',
  versionsListed: (versions) => `它支持 ${versions}。`,
  unmatched: (title, text) => `${title}。${text}`,
  tooLarge: '消息太大，这里无法概括。',
  unknownRequest: (who, method, revision) =>
    `${who}发送了 ${method}，它不是协议版本 ${revision} 的方法。接收方可以定义自己的方法；否则会以错误 −32601 响应。`,
  unknownNotification: (who, method, revision) =>
    `${who}发送了 ${method}，它不是协议版本 ${revision} 的通知。接收方会忽略无法识别的通知。`,
  notInRevision: (method, revision) => `${method} 不属于协议版本 ${revision}。`,
  wrongSender: { c2s: '在这个协议版本中只有服务器会发送它。', s2c: '在这个协议版本中只有客户端会发送它。' },
  notDeclared: (other, capability) => `${other}没有声明此请求所需的能力 ${capability}。`,
  batch: (who, n, methods) => `${who}在一个批次中发送了 ${count(n)} 条消息${after(methods)}。`,
  malformed: (who) => `${who}发送的内容不是有效的消息。`,
};
