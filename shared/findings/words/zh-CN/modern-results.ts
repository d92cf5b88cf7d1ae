export const MODERN_RESULTS = {
  'result-type-missing': {
    title: '每个结果都须带 resultType',
    found: '`resultType` 为 {0}。',
    why: '客户端靠它判断结果是最终结果、任务还是询问，缺少它只能猜测。',
    fix: '无需进一步输入的结果都加上 `"resultType": "complete"`。',
  },
  'result-type-unknown': {
    title: '只使用客户端认识的 resultType',
    found: '`resultType` 为 {0}，没有任何已声明的扩展定义它。',
    why: '客户端必须把未知类型当作错误，结果因此丢失。',
    fix: '使用 `complete` 或 `input_required`；其他值仅在双方都声明了定义它的扩展时使用。',
  },
  'no-server-requests': {
    title: '服务器不得发送请求',
    found: '服务器发送了请求 `{0}`。',
    why: '在 2026-07-28 中客户端不响应请求，服务器会一直等待。',
    fix: '返回 `resultType: "input_required"`，把问题放在 `inputRequests` 中。`ping` 没有替代方法。',
  },
  'no-client-responses': {
    title: '客户端不得发送响应',
    found: '客户端发送了响应。',
    why: '2026-07-28 的服务器不发送请求，收到的响应会被丢弃或拒绝。',
    fix: '把回复放入 `inputResponses`，重新发送请求。',
  },
  'cache-ttl': {
    title: '可缓存的结果须带非负整数 ttlMs',
    found: '`ttlMs` 为 {0}。',
    why: '客户端不知道结果能用多久：要么每次都重新获取，要么保留过久。',
    fix: '把 `ttlMs` 设为非负整数毫秒；`0` 表示不缓存。',
  },
  'cache-scope': {
    title: 'cacheScope 须为 public 或 private',
    found: '`cacheScope` 为 {0}。',
    why: '共享缓存必须知道结果能否提供给其他用户。',
    fix: '与用户有关的内容设为 `"private"`，否则设为 `"public"`。',
  },
  'cache-scope-pages': {
    title: '同一列表各页的 cacheScope 须一致',
    found: '上一页的 `cacheScope` 为 {0}，本页为 {1}。',
    why: '缓存会把面向不同用户的页拼成一个列表。',
    fix: '为整个列表确定 `cacheScope`：只要有一页是 private，所有页都是。',
  },
  'cache-interim': {
    title: 'input_required 结果不带缓存提示',
    found: '请求输入的结果带有 {0}。',
    why: '询问只属于一个调用，缓存后会问到其他用户。',
    fix: '仅当 `resultType` 为 `complete` 时设置 `ttlMs` 和 `cacheScope`。',
  },
};
