import type { RESOURCES } from '../../catalogue/resources.ts';
import type { CategoryWords } from '../types.ts';

export const RESOURCES_WORDS: CategoryWords<keyof typeof RESOURCES> = {
  'resource-uri-absolute': {
    title: '资源使用绝对 URI',
    found: '{0} 不是绝对 URI。',
    why: '客户端要解析 URI，并据此区分方案和来源；只有路径时无法再次读取。',
    mend: '以方案开头（`file:///srv/notes/a.md`、`notes://a`），空格等 URI 不允许的字符用百分号编码。',
  },
  'resource-template-syntax': {
    title: 'uriTemplate 须符合 RFC 6570',
    found: '`uriTemplate` {0} 在 {1} 处不是有效模板。',
    why: '客户端用库展开模板，库会抛出错误，或得到意料之外的 URI。',
    mend: '变量写作 `{name}`，需要时在名称前加运算符 `+ # . / ; ? &` 之一。',
  },
  'resource-contents-array': {
    title: 'resources/read 返回 contents 数组',
    found: '结果的 `contents` 为 {0}。',
    why: '客户端把 `contents` 当作数组遍历，单个对象或字符串会在客户端出错。',
    mend: '即使只有一项，也返回 `{"contents": [{"uri": …, "text": …}]}`。',
  },
  'resource-contents-text-or-blob': {
    title: '每项 contents 只含 text 或 blob 之一',
    found: '`contents` 的一项中，`text` 为 {0}，`blob` 为 {1}。',
    why: '客户端根据出现的成员把它当作文本或字节，两者都没有或都有时只能报错或猜测。',
    mend: '设置 `text`（可以是空字符串）或 base64 的 `blob`，省略另一个。',
  },
  'resource-not-found-code-legacy': {
    title: '资源不存在时返回 -32002',
    found: '资源不存在，错误码却是 {0}。',
    why: '2025-11-25 及更早版本的客户端凭 `-32002` 识别资源不存在，其他错误码看起来像服务器故障。',
    mend: 'URI 不存在时返回错误 `-32002`，并带上 `data: {"uri": …}`。',
  },
  'resource-not-found-code': {
    title: '资源不存在时返回 -32602',
    found: '资源不存在，错误码却是 {0}。',
    why: '自 2026-07-28 起资源不存在用 `-32602`；`-32002` 已停用，新客户端不认识它。',
    mend: 'URI 不存在时返回错误 `-32602`，并带上 `data: {"uri": …}`。',
  },
  'resource-updated-unsubscribed': {
    title: '只为已订阅的 URI 发送 resources/updated',
    found: '客户端没有订阅 {0}。',
    why: '客户端会丢弃该通知，或去读取已不需要的资源。',
    mend: '按会话记录已订阅的 URI，收到 `resources/unsubscribe` 时移除。',
  },
  'resource-uri-unique': {
    title: '每个资源 URI 只列出一次',
    found: 'URI {0} 在列表中出现多次。',
    why: '客户端按 URI 保存资源，其中一项会覆盖另一项。',
    mend: '去掉重复项，或给它单独的 URI。',
  },
  'resource-contents-uri': {
    title: '返回所请求 URI 的内容',
    found: '请求的是 {0}，返回的内容属于 {1}。',
    why: '客户端按 URI 存放内容，会找不到所请求的资源。',
    mend: '把请求的 `uri` 写入该项；只有它的子资源才使用其下级 URI。',
  },
  'resource-mime-format': {
    title: 'mimeType 写作 type/subtype',
    found: '`mimeType` 为 {0}。',
    why: '客户端据此决定如何显示资源，无法解析时按未知类型处理。',
    mend: '使用完整的媒体类型，例如 `text/markdown`，或省略该成员。',
  },
  'resource-binary-as-text': {
    title: '二进制类型用 blob 发送',
    found: '类型为 {0} 的一项带有 `text`。',
    why: '字节经过文本转换通常会损坏，客户端也不会到那里去读取。',
    mend: '按字节读取文件，以 base64 放入 `blob`。',
  },
  'resource-size-mismatch': {
    title: '列出资源的实际大小',
    found: '列出的 `size` 为 {0} 字节，实际收到 {1} 字节。',
    why: '宿主根据大小判断资源能否放入上下文。',
    mend: '把 `size` 设为 base64 编码前的字节数；大小会变化时省略它。',
  },
  'resource-empty-contents': {
    title: '资源不存在时不要返回空的 contents',
    found: '{0} 的内容为空，且不在任何列表中。',
    why: '客户端会以为资源为空，察觉不到 URI 有误。',
    mend: 'URI 不存在时返回错误 `-32602`。',
  },
  'resource-unsubscribe-unknown': {
    title: '只取消已有的订阅',
    found: '没有对 {0} 的订阅。',
    why: '通常是 URI 的写法与订阅时不同，原订阅仍然有效。',
    mend: '原样保存订阅时的 URI，取消时使用同一个。',
  },
  'resource-https-scheme': {
    title: 'https:// 只用于客户端可自行获取的资源',
    found: '{0} 经由服务器读取。',
    why: '`https://` URI 表示客户端可以不经服务器，直接从网络加载。',
    mend: '若只有服务器能读取，则使用自定义方案。',
  },
  'resource-read-unlisted': {
    title: '只读取服务器提供的资源',
    found: '{0} 不在列表中，不匹配任何模板，也未以链接形式出现过。',
    why: '该 URI 很可能是编造的，服务器应当拒绝。',
    mend: '先与列表、模板和结果中的链接核对 URI。',
  },
};
