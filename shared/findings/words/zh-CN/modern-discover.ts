export const MODERN_DISCOVER = {
  'discover-implemented': {
    title: '实现 server/discover',
    found: '服务器能处理 2026-07-28 的其他请求，却以 {0} 拒绝了 `server/discover`。',
    why: '客户端会以为这是旧服务器而尝试握手，握手也会失败。',
    fix: '用 `supportedVersions` 和 `capabilities` 响应 `server/discover`。',
  },
  'discover-result': {
    title: 'server/discover 须返回 supportedVersions 和 capabilities',
    found: '{0} 为 {1}。',
    why: '缺少任何一项，客户端都不知道该用哪个版本、能请求什么。',
    fix: '`supportedVersions` 为字符串数组，`capabilities` 为对象，没有能力时为 `{}`。',
  },
  'discover-modern-error-fallback': {
    title: '收到 2026-07-28 的错误后不要回退到 initialize',
    found: '错误 {0} 只有新版服务器才会返回，客户端随后却发送了 `initialize`。',
    why: '服务器支持 2026-07-28，并已说明问题所在。改用握手会掩盖问题，或被拒绝。',
    fix: '按错误所指修正（请求头、能力或版本），然后重新发送请求。',
  },
  'discover-modern-initialize': {
    title: '服务器只支持无握手的版本时不要发送 initialize',
    found: '`server/discover` 返回的 `supportedVersions` 为 {0}，客户端仍发送了 `initialize`。',
    why: '这些版本没有握手：服务器会拒绝 `initialize`，客户端则误报服务器故障或版本过旧。',
    fix: '`server/discover` 成功后，从 `supportedVersions` 中选用一个版本，在请求的 `_meta` 中带上它，不发送 `initialize`。客户端都不支持时，应说明原因并停止。',
  },
  'discover-lists-current': {
    title: 'supportedVersions 应包含请求所用的版本',
    found: '请求的版本为 {0}，`supportedVersions` 为 {1}。',
    why: '服务器以自己未列为支持的版本作出响应，客户端会因此改用其他版本。',
    fix: '`supportedVersions` 与判断是否处理请求应使用同一份版本列表。',
  },
  'discover-probe-fallback': {
    title: '收到非 2026-07-28 特有的错误后都应尝试握手',
    found: '探测以 {0} 被拒绝，之后没有 `initialize`。',
    why: '旧服务器对未知方法返回的错误码各不相同，只认其中一种的客户端无法使用其他旧服务器。',
    fix: '除 `-32020`、`-32021`、`-32022` 外的任何错误，以及没有响应时，都发送 `initialize`。',
  },
};
