import type { EventBody } from '#shared/recording';
import { answered, client, failure, fresh, meta, notification, request, result, server } from '../examples/messages.ts';
import { afterHandshake, discovered, type Example, examples } from '../examples/script.ts';
import { describeRules, info, must, mustNot, should } from '../rule.ts';
import type { WordsOf } from '../words/types.ts';

export const RULES = describeRules('resources', 'any', {
  'resource-uri-absolute': must('server', 'A-E', 'server/resources#resource'),
  'resource-template-syntax': must('server', 'A-E', 'server/resources#resource-templates'),
  'resource-contents-array': must('server', 'A-E', 'server/resources#reading-resources'),
  'resource-contents-text-or-blob': must('server', 'A-E', 'server/resources#resource-contents'),
  'resource-not-found-code-legacy': should('server', 'A-D', 'server/resources#error-handling', 'heuristic'),
  'resource-not-found-code': must('server', 'E', 'server/resources#error-handling', 'heuristic'),
  'resource-updated-unsubscribed': mustNot('server', 'A-D', 'server/resources#subscriptions', 'warning', 'inferred'),
  'resource-uri-unique': must('server', 'A-E', 'server/resources#resource', 'warning', 'extra', 'inferred'),
  'resource-contents-uri': should('server', 'A-E', 'server/resources#reading-resources', 'info', 'extra', 'inferred'),
  'resource-mime-format': should('server', 'A-E', 'server/resources#resource', 'extra', 'inferred'),
  'resource-binary-as-text': info('server', 'A-E', 'server/resources#resource-contents', 'extra'),
  'resource-size-mismatch': info('server', 'C-E', 'server/resources#resource', 'extra'),
  'resource-empty-contents': mustNot('server', 'E', 'server/resources#error-handling', 'warning', 'heuristic', 'extra'),
  'resource-unsubscribe-unknown': info('client', 'A-D', 'server/resources#subscriptions', 'extra'),
  'resource-https-scheme': should('server', 'A-E', 'server/resources#https', 'info', 'heuristic', 'extra'),
  'resource-read-unlisted': info('client', 'A-E', 'server/resources#reading-resources', 'heuristic', 'extra'),
});

export const EN: WordsOf<typeof RULES> = {
  'resource-uri-absolute': {
    title: 'Use absolute URIs for resources',
    found: '{0} is not an absolute URI.',
    why: 'Clients tell servers and schemes apart by the URI and parse it. A path alone cannot be read back.',
    fix: 'Begin with a scheme (`file:///srv/notes/a.md`, `notes://a`) and percent-encode spaces and other characters not allowed in URIs.',
  },
  'resource-template-syntax': {
    title: 'Write uriTemplate as an RFC 6570 template',
    found: 'The `uriTemplate` {0} is not a valid template at {1}.',
    why: 'Clients expand the template with a library, which throws or gives an unintended URI.',
    fix: 'Write each variable as `{name}`, with an operator of `+ # . / ; ? &` before the name if needed.',
  },
  'resource-contents-array': {
    title: 'Return a contents array from resources/read',
    found: '`contents` of the result is {0}.',
    why: 'Clients go through `contents` as an array. A single object or a string fails on their side.',
    fix: 'Return `{"contents": [{"uri": …, "text": …}]}`, also for one entry.',
  },
  'resource-contents-text-or-blob': {
    title: 'Give each contents entry either text or blob',
    found: 'In an entry of `contents`, `text` is {0} and `blob` is {1}.',
    why: 'Clients take the entry as text or as bytes by the member that is there. With none or both they fail or guess.',
    fix: 'Set `text` (an empty string is fine) or `blob` in base64, and leave the other out.',
  },
  'resource-not-found-code-legacy': {
    title: 'Report a missing resource with -32002',
    found: 'The resource was not found, and the code is {0}.',
    why: 'Up to 2025-11-25 clients know a missing resource by `-32002`; other codes look like a failure of the server.',
    fix: 'Return error `-32002` with `data: {"uri": …}` for a URI that does not exist.',
  },
  'resource-not-found-code': {
    title: 'Report a missing resource with -32602',
    found: 'The resource was not found, and the code is {0}.',
    why: 'From 2026-07-28 on a missing resource is `-32602`; `-32002` is retired and means nothing to new clients.',
    fix: 'Return error `-32602` with `data: {"uri": …}` for a URI that does not exist.',
  },
  'resource-updated-unsubscribed': {
    title: 'Send resources/updated only for subscribed URIs',
    found: 'The client is not subscribed to {0}.',
    why: 'Clients drop the notification or read a resource that they no longer want.',
    fix: 'Keep the subscribed URIs of each session, and remove them on `resources/unsubscribe`.',
  },
  'resource-uri-unique': {
    title: 'List each resource URI once',
    found: 'The URI {0} is in the list more than once.',
    why: 'Clients keep resources by URI: one of the entries hides the other.',
    fix: 'Remove the second entry, or give it a different URI.',
  },
  'resource-contents-uri': {
    title: 'Return contents of the URI that was asked for',
    found: '{0} was requested, but the contents belong to {1}.',
    why: 'Clients store contents under their URI, and do not find what they requested.',
    fix: 'Copy the requested `uri` into the entry; only its sub-resources may have URIs below it.',
  },
  'resource-mime-format': {
    title: 'Write mimeType as type/subtype',
    found: '`mimeType` is {0}.',
    why: 'Clients choose by it how to show the resource. What they cannot parse they treat as unknown.',
    fix: 'Use a full media type such as `text/markdown`, or leave the member out.',
  },
  'resource-binary-as-text': {
    title: 'Send binary types as blob',
    found: 'An entry of type {0} has `text`.',
    why: 'Bytes that went through text are usually damaged, and clients do not expect them there.',
    fix: 'Read the file as bytes and send them as `blob` in base64.',
  },
  'resource-size-mismatch': {
    title: 'List the actual size of the resource',
    found: 'The listed `size` is {0} bytes, but {1} bytes were received.',
    why: 'Hosts decide by the size whether a resource fits into the context.',
    fix: 'Set `size` to the number of bytes before base64 encoding, or leave it out when it changes.',
  },
  'resource-empty-contents': {
    title: 'Do not return empty contents for a missing resource',
    found: 'The contents of {0} are empty, and it is in no list.',
    why: 'The client takes it for an empty resource and does not notice that the URI is wrong.',
    fix: 'Return error `-32602` for a URI that does not exist.',
  },
  'resource-unsubscribe-unknown': {
    title: 'Unsubscribe only what was subscribed',
    found: 'There is no subscription to {0}.',
    why: 'Usually the URI is written differently than when subscribing, and the old subscription stays active.',
    fix: 'Keep the URI exactly as it was subscribed, and use it again.',
  },
  'resource-https-scheme': {
    title: 'Use https:// only for what clients can fetch themselves',
    found: '{0} is read through the server.',
    why: 'An `https://` URI tells clients that they may load it from the web directly, without the server.',
    fix: 'If only the server can read it, use a custom scheme.',
  },
  'resource-read-unlisted': {
    title: 'Read only resources that the server offered',
    found: '{0} is in no list, matches no template, and was not in any link.',
    why: 'The URI was probably made up, and servers should refuse it.',
    fix: 'Check the URI against the lists, the templates and the links in results.',
  },
};

export const ZH: WordsOf<typeof RULES> = {
  'resource-uri-absolute': {
    title: '资源使用绝对 URI',
    found: '{0} 不是绝对 URI。',
    why: '客户端要解析 URI，并据此区分方案和来源；只有路径时无法再次读取。',
    fix: '以方案开头（`file:///srv/notes/a.md`、`notes://a`），空格等 URI 不允许的字符用百分号编码。',
  },
  'resource-template-syntax': {
    title: 'uriTemplate 须符合 RFC 6570',
    found: '`uriTemplate` {0} 在 {1} 处不是有效模板。',
    why: '客户端用库展开模板，库会抛出错误，或得到意料之外的 URI。',
    fix: '变量写作 `{name}`，需要时在名称前加运算符 `+ # . / ; ? &` 之一。',
  },
  'resource-contents-array': {
    title: 'resources/read 返回 contents 数组',
    found: '结果的 `contents` 为 {0}。',
    why: '客户端把 `contents` 当作数组遍历，单个对象或字符串会在客户端出错。',
    fix: '即使只有一项，也返回 `{"contents": [{"uri": …, "text": …}]}`。',
  },
  'resource-contents-text-or-blob': {
    title: '每项 contents 只含 text 或 blob 之一',
    found: '`contents` 的一项中，`text` 为 {0}，`blob` 为 {1}。',
    why: '客户端根据出现的成员把它当作文本或字节，两者都没有或都有时只能报错或猜测。',
    fix: '设置 `text`（可以是空字符串）或 base64 的 `blob`，省略另一个。',
  },
  'resource-not-found-code-legacy': {
    title: '资源不存在时返回 -32002',
    found: '资源不存在，错误码却是 {0}。',
    why: '2025-11-25 及更早版本的客户端凭 `-32002` 识别资源不存在，其他错误码看起来像服务器故障。',
    fix: 'URI 不存在时返回错误 `-32002`，并带上 `data: {"uri": …}`。',
  },
  'resource-not-found-code': {
    title: '资源不存在时返回 -32602',
    found: '资源不存在，错误码却是 {0}。',
    why: '自 2026-07-28 起资源不存在用 `-32602`；`-32002` 已停用，新客户端不认识它。',
    fix: 'URI 不存在时返回错误 `-32602`，并带上 `data: {"uri": …}`。',
  },
  'resource-updated-unsubscribed': {
    title: '只为已订阅的 URI 发送 resources/updated',
    found: '客户端没有订阅 {0}。',
    why: '客户端会丢弃该通知，或去读取已不需要的资源。',
    fix: '按会话记录已订阅的 URI，收到 `resources/unsubscribe` 时移除。',
  },
  'resource-uri-unique': {
    title: '每个资源 URI 只列出一次',
    found: 'URI {0} 在列表中出现多次。',
    why: '客户端按 URI 保存资源，其中一项会覆盖另一项。',
    fix: '去掉重复项，或给它单独的 URI。',
  },
  'resource-contents-uri': {
    title: '返回所请求 URI 的内容',
    found: '请求的是 {0}，返回的内容属于 {1}。',
    why: '客户端按 URI 存放内容，会找不到所请求的资源。',
    fix: '把请求的 `uri` 写入该项；只有它的子资源才使用其下级 URI。',
  },
  'resource-mime-format': {
    title: 'mimeType 写作 type/subtype',
    found: '`mimeType` 为 {0}。',
    why: '客户端据此决定如何显示资源，无法解析时按未知类型处理。',
    fix: '使用完整的媒体类型，例如 `text/markdown`，或省略该成员。',
  },
  'resource-binary-as-text': {
    title: '二进制类型用 blob 发送',
    found: '类型为 {0} 的一项带有 `text`。',
    why: '字节经过文本转换通常会损坏，客户端也不会到那里去读取。',
    fix: '按字节读取文件，以 base64 放入 `blob`。',
  },
  'resource-size-mismatch': {
    title: '列出资源的实际大小',
    found: '列出的 `size` 为 {0} 字节，实际收到 {1} 字节。',
    why: '宿主根据大小判断资源能否放入上下文。',
    fix: '把 `size` 设为 base64 编码前的字节数；大小会变化时省略它。',
  },
  'resource-empty-contents': {
    title: '资源不存在时不要返回空的 contents',
    found: '{0} 的内容为空，且不在任何列表中。',
    why: '客户端会以为资源为空，察觉不到 URI 有误。',
    fix: 'URI 不存在时返回错误 `-32602`。',
  },
  'resource-unsubscribe-unknown': {
    title: '只取消已有的订阅',
    found: '没有对 {0} 的订阅。',
    why: '通常是 URI 的写法与订阅时不同，原订阅仍然有效。',
    fix: '原样保存订阅时的 URI，取消时使用同一个。',
  },
  'resource-https-scheme': {
    title: 'https:// 只用于客户端可自行获取的资源',
    found: '{0} 经由服务器读取。',
    why: '`https://` URI 表示客户端可以不经服务器，直接从网络加载。',
    fix: '若只有服务器能读取，则使用自定义方案。',
  },
  'resource-read-unlisted': {
    title: '只读取服务器提供的资源',
    found: '{0} 不在列表中，不匹配任何模板，也未以链接形式出现过。',
    why: '该 URI 很可能是编造的，服务器应当拒绝。',
    fix: '先与列表、模板和结果中的链接核对 URI。',
  },
};

const before = afterHandshake('2025-06-18', { server: { resources: { subscribe: true } } });
const MEMO = { uri: 'memo://today', name: 'today' };
const listing = (...resources: readonly object[]): readonly EventBody[] =>
  answered(request('l1', 'resources/list'), result('l1', { resources }));
const listed = (broken: object, kept: object): Example => ({
  before,
  violates: listing(broken),
  conforms: listing(kept),
});
const templates = (uriTemplate: string): readonly EventBody[] =>
  answered(
    request('l1', 'resources/templates/list'),
    result('l1', { resourceTemplates: [{ name: 'day', uriTemplate }] }),
  );
const read = (outcome: object, uri = MEMO.uri): readonly EventBody[] =>
  answered(request('r1', 'resources/read', { uri }), outcome);
const contents = (...entries: readonly object[]): readonly EventBody[] => read(result('r1', { contents: entries }));
const refused = (code: number): readonly EventBody[] => read(failure('r1', code, 'No such resource'), 'memo://gone');
const modernRead = (outcome: object): readonly EventBody[] =>
  answered(request('r1', 'resources/read', { uri: 'memo://gone', _meta: meta() }), outcome);
const modern = discovered({ server: { resources: {} } });
const subscription = (id: string, method: string, uri: string): readonly EventBody[] =>
  answered(request(id, method, { uri }), result(id));
const updated = (uri: string): EventBody => server(notification('notifications/resources/updated', { uri }));
const TEXT = { uri: MEMO.uri, text: 'milk' };

export const EXAMPLES = examples<typeof RULES>(before, {
  'resource-uri-absolute': listed({ ...MEMO, uri: 'notes/today.md' }, MEMO),
  'resource-template-syntax': { violates: templates('memo://{day'), conforms: templates('memo://{day}{?part}') },
  'resource-contents-array': {
    violates: read(result('r1', { contents: TEXT })),
    conforms: read(result('r1', { contents: [TEXT] })),
  },
  'resource-contents-text-or-blob': {
    violates: contents({ ...TEXT, blob: 'bWlsaw==' }),
    conforms: contents({ uri: MEMO.uri, blob: 'bWlsaw==' }),
  },
  'resource-not-found-code-legacy': { violates: refused(-32603), conforms: refused(-32002) },
  'resource-not-found-code': {
    before: modern,
    violates: modernRead(failure('r1', -32002, 'Missing', { uri: 'memo://gone' })),
    conforms: modernRead(failure('r1', -32602, 'Missing', { uri: 'memo://gone' })),
  },
  'resource-updated-unsubscribed': {
    before: [...before, ...subscription('s1', 'resources/subscribe', 'memo://week')],
    violates: [updated('memo://today')],
    conforms: [updated('memo://week/monday')],
  },
  'resource-uri-unique': {
    violates: listing(MEMO, { ...MEMO, name: 'again' }),
    conforms: listing(MEMO, { uri: 'memo://later', name: 'later' }),
  },
  'resource-contents-uri': {
    violates: contents({ ...TEXT, uri: 'memo://later' }),
    conforms: contents({ ...TEXT, uri: 'memo://today/1' }),
  },
  'resource-mime-format': listed(
    { ...MEMO, mimeType: 'plain text' },
    { ...MEMO, mimeType: 'text/plain; charset=utf-8' },
  ),
  'resource-binary-as-text': {
    violates: contents({ ...TEXT, mimeType: 'image/png' }),
    conforms: contents({ ...TEXT, mimeType: 'image/svg+xml' }),
  },
  'resource-size-mismatch': {
    before: [...before, ...listing({ ...MEMO, size: 4 })],
    violates: contents({ ...TEXT, text: 'milk and eggs' }),
    conforms: contents(TEXT),
  },
  'resource-empty-contents': {
    before: modern,
    violates: modernRead(fresh('r1', { contents: [] })),
    conforms: modernRead(failure('r1', -32602, 'Missing')),
  },
  'resource-unsubscribe-unknown': {
    before: [...before, ...subscription('s1', 'resources/subscribe', 'memo://week')],
    violates: [client(request('u1', 'resources/unsubscribe', { uri: 'memo://weeks' }))],
    conforms: [client(request('u1', 'resources/unsubscribe', { uri: 'memo://week' }))],
  },
  'resource-https-scheme': {
    before: [...before, ...listing(MEMO, { uri: 'https://memo.example/today', name: 'web' })],
    violates: read(
      result('r1', { contents: [{ ...TEXT, uri: 'https://memo.example/today' }] }),
      'https://memo.example/today',
    ),
    conforms: contents(TEXT),
  },
  'resource-read-unlisted': {
    before: [...before, ...listing(MEMO)],
    violates: [client(request('r1', 'resources/read', { uri: 'memo://yesterday' }))],
    conforms: [client(request('r1', 'resources/read', { uri: 'memo://today' }))],
  },
});
