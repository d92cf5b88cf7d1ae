export const ROOTS = {
  'roots-file-uri': {
    title: '根（roots）使用 file:// URI',
    found: '某个根的 URI 为 {0}。',
    why: '服务器会把根转换为文件系统路径，遇到其他方案或裸路径时会出错或忽略它。',
    fix: '由路径生成 URI，例如 Node 的 `pathToFileURL(path).href` 或 Python 的 `Path.as_uri()`。',
  },
  'roots-change-announced': {
    title: '根（roots）变化时发送通知',
    found: '之前有 {0} 个根，现在有 {1} 个，内容不同，但没有发送通知。',
    why: '服务器在收到通知前一直使用旧的根，会在已关闭的目录中工作，或看不到新目录。',
    fix: '变化时发送 `notifications/roots/list_changed`，或不要声明 `roots.listChanged`。',
  },
};
