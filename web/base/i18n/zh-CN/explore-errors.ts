import { errorCodes } from '#shared/words/zh-CN';
import type * as en from '../en/explore-errors.ts';

export const errors: typeof en.errors = {
  message: '错误消息',
  meanings: errorCodes.meanings,
  unknown: '由服务器定义：JSON-RPC 和 MCP 都没有定义这个错误码。',
  retired: (revision) => `协议版本 ${revision} 不再允许此错误码。`,
  requested: '请求的版本',
  supported: '服务器支持的版本',
  required: '请求必须声明的能力',
  missing: '不存在',
  none: '无',
  visit: '请先访问这些页面，然后重试：',
  visited: '服务器表示已完成',
  notWeb: '不是网页地址，无法从这里打开',
  retry: '重新发送请求',
};
