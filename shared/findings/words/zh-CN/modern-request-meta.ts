export const MODERN_REQUEST_META = {
  'req-meta-version': {
    title: '每个请求的 _meta 都须写明协议版本',
    found: '`io.modelcontextprotocol/protocolVersion` 为 {0}。',
    why: '没有握手，每个请求都要说明自己使用的版本，否则服务器会拒绝。',
    fix: '在统一构造请求的地方，为 `params._meta` 加上 `"io.modelcontextprotocol/protocolVersion": "2026-07-28"`。',
  },
  'req-meta-capabilities': {
    title: '每个请求的 _meta 都须声明客户端能力',
    found: '`io.modelcontextprotocol/clientCapabilities` 为 {0}。',
    why: '服务器不会跨请求保存信息，缺少声明的请求会被拒绝。',
    fix: '在 `params._meta` 中加上 `"io.modelcontextprotocol/clientCapabilities": {}` 并写明客户端的能力；空对象也有效。',
  },
  'req-meta-client-info': {
    title: '每个请求的 _meta 都应标明客户端',
    found: '`io.modelcontextprotocol/clientInfo` 为 {0}。',
    why: '服务器运维人员无法判断负载或错误来自哪个客户端。',
    fix: '在 `params._meta` 中加上 `"io.modelcontextprotocol/clientInfo": { "name": …, "version": … }`。',
  },
  'req-meta-missing-accepted': {
    title: '拒绝缺少必需 _meta 成员的请求',
    found: '请求缺少 `{0}`，响应却是 {1}。',
    why: '客户端只是碰巧能用这个服务器，换一个就会失败。',
    fix: '调用方法之前先检查 `_meta`；缺少时返回错误 `-32602`，HTTP 状态为 400。',
  },
  'req-meta-client-info-demanded': {
    title: '不得拒绝没有 clientInfo 的请求',
    found: '没有 `clientInfo` 的请求被拒绝，错误码 {0}：{1}。',
    why: '`clientInfo` 是可选的，不带它的合规客户端将无法使用该服务器。',
    fix: '只要求 `protocolVersion` 和 `clientCapabilities`。',
  },
  'req-undeclared-capability-use': {
    title: '缺少客户端能力时返回 -32021',
    found: '请求因缺少能力而失败，错误码为 {0}：{1}。',
    why: '客户端看到 `-32021` 才知道可以声明该能力后重试，其他错误码看起来像服务器故障。',
    fix: '返回错误 `-32021`，并附上 `data.requiredCapabilities`。',
  },
  'err-32021-data': {
    title: '错误 -32021 须以对象列出缺少的能力',
    found: '错误中缺失或不正确：{0}。',
    why: '客户端会把该对象并入自己的能力后重试，数组或字符串无法合并。',
    fix: '写成 `"data": { "requiredCapabilities": { "sampling": {} } }`，HTTP 状态为 400。',
  },
  'err-32022-data': {
    title: '错误 -32022 须列出支持的版本和请求的版本',
    found: '错误中缺失或不正确：{0}。',
    why: '没有版本列表，客户端无法选择可用的版本。',
    fix: '写成 `"data": { "supported": ["2026-07-28"], "requested": … }`，其中 requested 为请求中的版本，HTTP 状态为 400。',
  },
  'unsupported-version-served': {
    title: '拒绝未列出的版本',
    found: '版本 {0} 不在 {1} 中，响应却是 {2}。',
    why: '客户端会按服务器并不支持的版本来解释结果。',
    fix: '首先把 `_meta` 中的版本与支持列表比较，不在列表中时返回错误 `-32022`。',
  },
  'version-retry-choice': {
    title: '用服务器支持的版本重试',
    found: '被拒绝后客户端使用了 {0}，服务器支持 {1}。',
    why: '这样的重试要么再次失败，要么放弃双方本来都有的功能。',
    fix: '从 `data.supported` 中选择客户端支持的最新版本；没有时才使用 `initialize`。',
  },
  'res-meta-server-info': {
    title: '结果的 _meta 应标明服务器',
    found: '结果中没有 `io.modelcontextprotocol/serverInfo`。',
    why: '没有握手来说明服务器名称，日志和缺陷报告中便缺少它。',
    fix: '在每个结果的 `_meta` 中加上 `"io.modelcontextprotocol/serverInfo": { "name": …, "version": … }`。',
  },
  'modern-init-error-names-versions': {
    title: '拒绝 initialize 时说明支持的版本',
    found: '对 `initialize` 的拒绝没有提到任何版本：{0}。',
    why: '旧客户端只能显示这个错误。没有版本信息，用户不知道该升级什么。',
    fix: '在错误消息中写明版本，例如“本服务器仅支持 2026-07-28”。',
  },
};
