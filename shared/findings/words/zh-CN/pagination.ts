export const PAGINATION = {
  'page-cursor-string': {
    title: '游标须为字符串，没有时省略',
    found: '{0} 为 {1}。',
    why: '许多客户端把 `null` 当作还有下一页而无限请求，严格的客户端会拒绝整个列表。',
    fix: '最后一页省略 `nextCursor`，第一页省略 `cursor`；数字转换为字符串。',
  },
  'page-cursor-invented': {
    title: '只发送服务器给出的游标',
    found: '服务器没有为该列表给出过游标 {0}。',
    why: '游标的内容对客户端没有意义。自造或改动的游标会漏掉条目，或导致失败。',
    fix: '原样发回上一页的 `nextCursor`。',
  },
  'page-cursor-cross-method': {
    title: '游标只能用于给出它的列表',
    found: '游标 {0} 来自 `{1}`。',
    why: '在另一个列表中，该游标没有意义，或指向别的位置。',
    fix: '把游标保存在读取单个列表的循环中。',
  },
  'page-cursor-invalid-code': {
    title: '对未知游标返回 -32602',
    found: '服务器没有给出过游标 {0}，得到的响应是 {1}。',
    why: '错误的游标也得到一页内容，客户端会漏掉条目而不自知。',
    fix: '使用前检查游标，无效时返回错误 `-32602`。',
  },
  'page-cursor-loop': {
    title: '每一页给出新的游标',
    found: '游标 {0} 在本次读取中已经出现过。',
    why: '要读到末尾的客户端永远读不完。',
    fix: '让游标越过本页的条目；没有更多条目时省略 `nextCursor`。',
  },
  'page-not-followed': {
    title: '读取列表直到最后一页',
    found: '游标 {0} 对应的页从未被请求。',
    why: '后面各页的工具、提示词和资源永远看不到。',
    fix: '用 `nextCursor` 继续请求，直到某页没有它为止。空字符串也是游标。',
  },
};
