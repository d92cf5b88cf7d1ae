import type { errorCodes as english } from '../en/errors.ts';

export const errorCodes: typeof english = {
  meanings: {
    parse: '收到的内容不是 JSON，无法读出其中的 id，因此响应也没有 id。',
    invalidRequest: '是 JSON，但不是接收方能接受的 JSON-RPC 消息。',
    methodNotFound: '接收方不支持这个方法，或者没有声明它所属的能力。',
    invalidParams: '参数与方法不符：工具、提示词、游标或任务未知，或者某个参数缺失或有误。',
    invalidParamsPerRequest:
      '参数与方法不符：指定的对象不存在（包括缺失的资源）、参数有误，或者 _meta 缺少必需的成员。',
    internal: '接收方在处理请求时失败。',
    resourceNotFound: '没有这个 URI 的资源。',
    resourceNotFoundRetired: '到 2025-11-25 为止表示资源不存在。从 2026-07-28 起，服务器必须改用 −32602。',
    urlElicitation: '先访问 data.elicitations 中列出的页面，请求才能继续。',
    urlElicitationRetired: '在 2025-11-25 中用来要求访问网页。从 2026-07-28 起改用 input_required 结果。',
    headerMismatch: '与正文对应的 HTTP 请求头缺失、格式错误，或者与正文不一致。',
    missingCapability: '请求没有声明所需的客户端能力；data 中有它的名称。',
    unsupportedVersion: '服务器不支持请求所用的版本；data.supported 列出它支持的版本。',
    rejected: '用户拒绝了采样请求。',
    serverDefined: '由服务器定义的错误码。',
    serverDefinedLegacy: '旧实现随意使用过的错误码：含义不确定。',
    reserved: '由规范保留的错误码，此协议版本没有定义它。',
    jsonRpcReserved: '由 JSON-RPC 保留、没有定义的错误码。',
  },
  advice: {
    parse: '请检查实际发送的文本。',
    invalidRequest: '请对照规范检查消息。',
    methodNotFound: '请检查拼写，以及接收方声明的能力。',
    invalidParams: '请对照列表及其 schema 检查参数。',
    invalidParamsPerRequest: '请对照列表及其 schema 检查参数，对照规范检查 _meta。',
    internal: '接收方的日志或 stderr 可能有更多信息。',
    resourceNotFound: '请对照资源列表检查 URI。',
    urlElicitation: '请访问这些页面，然后重复请求。',
    headerMismatch: '请对照正文检查请求头。',
    missingCapability: '请声明该能力，然后重复请求。',
    unsupportedVersion: '请用所列版本之一重复请求。',
  },
};
