/** Tools: names, schemas, arguments and results of calls. */
import { client, failure, request, result } from '../examples/messages.ts';
import { discovered, type ExamplesOf } from '../examples/script.ts';
import * as tools from '../examples/tool-script.ts';
import { describeRules, must, should } from '../rule.ts';
import type { WordsOf } from '../words/types.ts';

export const RULES = describeRules('tools', 'any', {
  'tool-name-charset': should('server', 'D-E', 'server/tools#tool-names'),
  'tool-name-length': should('server', 'D-E', 'server/tools#tool-names'),
  'tool-name-unique': should('server', 'A-E', { A: 'server/tools#tool', D: 'server/tools#tool-names' }),
  'tool-input-schema-object': must('server', 'A-E', 'server/tools#tool'),
  'tool-input-schema-valid': must('server', 'D-E', 'basic/index#schema-validation'),
  'tool-output-schema-object': must('server', 'C-D', 'schema#tool'),
  'tool-output-schema-valid': must('server', 'D-E', 'basic/index#schema-validation'),
  'tool-structured-missing': must('server', 'C-E', 'server/tools#output-schema'),
  'tool-structured-mismatch': must('server', 'C-E', 'server/tools#output-schema'),
  'tool-structured-object': must('server', 'C-D', 'server/tools#structured-content'),
  'tool-structured-text-mirror': should('server', 'C-E', 'server/tools#structured-content'),
  'tool-result-content-array': must('server', 'A-E', 'server/tools#tool-result'),
  'tool-content-block-type': must('server', 'A-E', 'server/tools#tool-result'),
  'content-base64': must('server', 'A-E', 'server/prompts#image-content'),
  'content-mime-type': must('server', 'A-E', 'server/prompts#image-content'),
  'tool-unknown-protocol-error': should('server', 'A-E', 'server/tools#error-handling'),
  'tool-arguments-object': must('client', 'A-E', 'server/tools#calling-tools'),
  'tool-list-order': should('server', 'E', 'server/tools#capabilities'),
});

export const EN: WordsOf<typeof RULES> = {
  'tool-name-charset': {
    title: 'Use only A-Z a-z 0-9 _ - . in tool names',
    found: 'The tool name {0} contains {1}.',
    why: 'Hosts hand tool names to model APIs, which refuse other characters: the whole request to the model fails.',
    fix: 'Rename the tool with letters, digits, `_`, `-` and `.`; put the readable name in `title`.',
  },
  'tool-name-length': {
    title: 'Keep tool names between 1 and 128 characters',
    found: 'The tool name has {0} characters.',
    why: 'Clients cut long names or refuse the tool, and a tool without a name cannot be called.',
    fix: 'Give the tool a name of 1 to 128 characters.',
  },
  'tool-name-unique': {
    title: 'Give every tool a unique name',
    found: 'The name {0} is in the list more than once.',
    why: 'A call identifies the tool only by its name. With duplicates, either of them may run.',
    fix: 'Rename one of the tools, or register it once.',
  },
  'tool-input-schema-object': {
    title: 'Give each tool an inputSchema of type object',
    found: 'The `inputSchema` of {0} is {1}.',
    why: 'Clients build the arguments from this schema. Many SDKs reject the whole list for one tool without it.',
    fix: 'Set `inputSchema` to an object with `"type": "object"`; for a tool without parameters add `"additionalProperties": false`.',
  },
  'tool-input-schema-valid': {
    title: 'Publish inputSchemas that are valid JSON Schema',
    found: 'The `inputSchema` of {0} is not a valid schema: at `{1}` it has {2}.',
    why: 'A validator refuses to compile such a schema, so the tool cannot be called, or its arguments are not checked.',
    fix: 'Correct the keyword, or name the dialect it is written for in `$schema` (2020-12 is assumed).',
  },
  'tool-output-schema-object': {
    title: 'Give outputSchema the root type object',
    found: 'The `outputSchema` of {0} is {1}.',
    why: 'In this protocol version `structuredContent` is always an object. Clients reject a tool that promises something else.',
    fix: 'Wrap the value: `{"type": "object", "properties": {"result": …}, "required": ["result"]}`.',
  },
  'tool-output-schema-valid': {
    title: 'Publish outputSchemas that are valid JSON Schema',
    found: 'The `outputSchema` of {0} is not a valid schema: at `{1}` it has {2}.',
    why: 'Clients compile this schema to check results. When that fails they drop the tool or every result of it.',
    fix: 'Correct the keyword, or name the dialect it is written for in `$schema` (2020-12 is assumed).',
  },
  'tool-structured-missing': {
    title: 'Return structuredContent when the tool has an outputSchema',
    found: '{0} declares an `outputSchema`, and its result has no `structuredContent`.',
    why: 'SDK clients raise an error for such a result, although the tool has worked.',
    fix: 'Return `structuredContent` in addition to `content`, or remove `outputSchema` from the tool.',
  },
  'tool-structured-mismatch': {
    title: 'Return structuredContent that fits the outputSchema',
    found: '`structuredContent` at `{0}` breaks `{1}` of the declared `outputSchema`.',
    why: 'Clients that validate discard the result; those that do not pass on data of a shape nobody expects.',
    fix: 'Return what the schema promises, or correct `outputSchema`. Validate the value in your own tests.',
  },
  'tool-structured-object': {
    title: 'Make structuredContent a JSON object',
    found: '`structuredContent` is {0}.',
    why: 'In this protocol version it has to be an object. Typed clients fail to parse the whole response.',
    fix: 'Wrap the value in an object: `{"result": …}`.',
  },
  'tool-structured-text-mirror': {
    title: 'Repeat structured content as JSON in a text block',
    found: 'No text block holds `structuredContent` as JSON.',
    why: 'Clients that do not know `structuredContent` show the model only `content`: it sees nothing, or something else.',
    fix: 'Add `{"type": "text", "text": JSON.stringify(structuredContent)}` to `content`.',
  },
  'tool-result-content-array': {
    title: 'Return a content array from tools/call',
    found: '`content` of the tool result is {0}.',
    why: 'Clients go through `content` as an array. Without one the call fails on their side.',
    fix: 'Return `{"content": [{"type": "text", "text": …}]}`; an empty result has `"content": []`.',
  },
  'tool-content-block-type': {
    title: 'Use only content block types of the protocol version in force',
    found: 'The type of a content block is {0}; {1} defines {2}.',
    why: 'Clients parse blocks by their type. An unknown one makes many of them reject the whole result.',
    fix: 'Send other data as a `text` block (JSON as text), or as `structuredContent`.',
  },
  'content-base64': {
    title: 'Encode binary data as standard base64',
    found: '`{0}` is not base64: {1}.',
    why: 'Clients decode it with a strict decoder: the image, the sound or the file is lost.',
    fix: 'Encode with the alphabet `A-Z a-z 0-9 + /` and with `=` padding, without line breaks and without a `data:` prefix.',
  },
  'content-mime-type': {
    title: 'Give image and audio blocks a fitting mimeType',
    found: 'The `mimeType` of a block of type `{0}` is {1}.',
    why: 'Model APIs accept only certain media types. Without a fitting one the block is dropped or the request fails.',
    fix: 'Set `mimeType` to the real one, for example `image/png` or `audio/wav`.',
  },
  'tool-unknown-protocol-error': {
    title: 'Respond to calls of unknown tools with error -32602',
    found: '{0} is not in the list of tools, and the response is: {1}.',
    why: 'A client reloads its list of tools on this error. Any other outcome looks as if the tool itself had failed.',
    fix: 'Return the JSON-RPC error `-32602` for a name that is not registered, not a result with `isError`.',
  },
  'tool-arguments-object': {
    title: 'Pass tool arguments as an object',
    found: '`arguments` is {0}.',
    why: 'Servers look up arguments by name. A JSON string or an array fails validation before the tool runs.',
    fix: 'Send an object; parse the text that the model produced first. For no arguments send `{}` or leave the member out.',
  },
  'tool-list-order': {
    title: 'List tools in the same order each time',
    found: 'At position {0} the list had {1} before and has {2} now.',
    why: 'Hosts put the list in the prompt. A different order makes the prompt cache miss, and every turn costs more.',
    fix: 'Sort the tools by name, or keep them in the order of registration.',
  },
};

export const ZH: WordsOf<typeof RULES> = {
  'tool-name-charset': {
    title: '工具名只使用 A-Z a-z 0-9 _ - .',
    found: '工具名 {0} 含有字符 {1}。',
    why: '宿主会把工具名传给模型 API，而这些 API 拒绝其他字符，整个模型请求都会失败。',
    fix: '工具名改用字母、数字、`_`、`-` 和 `.`，可读名称放在 `title`。',
  },
  'tool-name-length': {
    title: '工具名长度为 1 到 128 个字符',
    found: '工具名有 {0} 个字符。',
    why: '客户端会截断过长的名称或拒绝该工具；没有名称的工具无法调用。',
    fix: '使用 1 到 128 个字符的名称。',
  },
  'tool-name-unique': {
    title: '工具名不得重复',
    found: '名称 {0} 在列表中出现多次。',
    why: '调用时只有名称可供区分，重名时无法确定执行的是哪个工具。',
    fix: '给其中一个工具改名，或只注册一次。',
  },
  'tool-input-schema-object': {
    title: '每个工具都要有 type 为 object 的 inputSchema',
    found: '{0} 的 `inputSchema` 为 {1}。',
    why: '客户端据此构造参数。缺少它时，许多 SDK 会拒绝整个列表。',
    fix: '把 `inputSchema` 设为含 `"type": "object"` 的对象；无参数的工具再加上 `"additionalProperties": false`。',
  },
  'tool-input-schema-valid': {
    title: 'inputSchema 必须是有效的 JSON Schema',
    found: '{0} 的 `inputSchema` 无效：`{1}` 处的值为 {2}。',
    why: '校验器无法编译这样的 schema，工具因此无法调用，或参数得不到校验。',
    fix: '改正该关键字，或用 `$schema` 写明所用方言（缺省为 2020-12）。',
  },
  'tool-output-schema-object': {
    title: 'outputSchema 的根类型必须是 object',
    found: '{0} 的 `outputSchema` 为 {1}。',
    why: '在此协议版本中 `structuredContent` 只能是对象，客户端会拒绝声明为其他类型的工具。',
    fix: '把值包在对象里：`{"type": "object", "properties": {"result": …}, "required": ["result"]}`。',
  },
  'tool-output-schema-valid': {
    title: 'outputSchema 必须是有效的 JSON Schema',
    found: '{0} 的 `outputSchema` 无效：`{1}` 处的值为 {2}。',
    why: '客户端编译此 schema 来校验结果，编译失败就会丢弃该工具或它的全部结果。',
    fix: '改正该关键字，或用 `$schema` 写明所用方言（缺省为 2020-12）。',
  },
  'tool-structured-missing': {
    title: '声明了 outputSchema 就要返回 structuredContent',
    found: '{0} 声明了 `outputSchema`，但结果中没有 `structuredContent`。',
    why: '即使工具执行成功，SDK 客户端也会对这样的结果报错。',
    fix: '在 `content` 之外返回 `structuredContent`，或从工具中去掉 `outputSchema`。',
  },
  'tool-structured-mismatch': {
    title: 'structuredContent 必须符合 outputSchema',
    found: '`structuredContent` 的 `{0}` 处不满足所声明 `outputSchema` 的 `{1}`。',
    why: '做校验的客户端会丢弃结果，不做校验的则会把结构不符的数据传下去。',
    fix: '返回 schema 所承诺的结构，或修正 `outputSchema`；在自己的测试中校验该值。',
  },
  'tool-structured-object': {
    title: 'structuredContent 必须是 JSON 对象',
    found: '`structuredContent` 为 {0}。',
    why: '在此协议版本中它必须是对象，强类型客户端会无法解析整个响应。',
    fix: '把值包在对象里：`{"result": …}`。',
  },
  'tool-structured-text-mirror': {
    title: '在文本块中以 JSON 重复结构化内容',
    found: '没有文本块包含与 `structuredContent` 相同的 JSON。',
    why: '不支持 `structuredContent` 的客户端只把 `content` 交给模型，模型将看不到数据，或看到别的内容。',
    fix: '在 `content` 中加上 `{"type": "text", "text": JSON.stringify(structuredContent)}`。',
  },
  'tool-result-content-array': {
    title: 'tools/call 的结果必须有 content 数组',
    found: '工具结果的 `content` 为 {0}。',
    why: '客户端把 `content` 当作数组遍历，缺少它时调用会在客户端失败。',
    fix: '返回 `{"content": [{"type": "text", "text": …}]}`；没有内容时返回 `"content": []`。',
  },
  'tool-content-block-type': {
    title: '只使用当前协议版本定义的内容块类型',
    found: '内容块的类型为 {0}；{1} 只有 {2}。',
    why: '客户端按类型解析内容块，遇到未知类型时往往拒绝整个结果。',
    fix: '其他数据用 `text` 块（以文本形式放 JSON）或 `structuredContent` 发送。',
  },
  'content-base64': {
    title: '二进制数据用标准 base64 编码',
    found: '`{0}` 不是 base64：{1}。',
    why: '客户端使用严格的解码器，图像、音频或文件会因此丢失。',
    fix: '使用 `A-Z a-z 0-9 + /` 字母表和 `=` 填充，不含换行，也不带 `data:` 前缀。',
  },
  'content-mime-type': {
    title: '图像和音频块要有匹配的 mimeType',
    found: '类型为 `{0}` 的内容块的 `mimeType` 为 {1}。',
    why: '模型 API 只接受特定的媒体类型，不匹配时内容块会被丢弃，或请求失败。',
    fix: '把 `mimeType` 设为实际类型，例如 `image/png` 或 `audio/wav`。',
  },
  'tool-unknown-protocol-error': {
    title: '调用未知工具时返回错误 -32602',
    found: '工具列表中没有 {0}，响应却是：{1}。',
    why: '客户端收到此错误会重新读取工具列表；其他结果看起来像是工具本身执行失败。',
    fix: '名称未注册时返回 JSON-RPC 错误 `-32602`，不要返回带 `isError` 的结果。',
  },
  'tool-arguments-object': {
    title: '工具参数必须是对象',
    found: '`arguments` 为 {0}。',
    why: '服务器按名称读取参数，JSON 字符串或数组在工具运行前就会校验失败。',
    fix: '发送对象：先解析模型生成的文本。没有参数时发送 `{}` 或省略该成员。',
  },
  'tool-list-order': {
    title: '每次以相同顺序列出工具',
    found: '第 {0} 项之前是 {1}，现在是 {2}。',
    why: '宿主会把列表放进提示词，顺序变化会使提示词缓存失效，每轮成本都会增加。',
    fix: '按名称排序，或保持注册顺序。',
  },
};

export const EXAMPLES: ExamplesOf<typeof RULES> = {
  'tool-name-charset': tools.listed(tools.tool({ name: 'count/words' }), tools.tool({ name: 'count-words' })),
  'tool-name-length': tools.listed(tools.tool({ name: 'w'.repeat(129) }), tools.tool({ name: 'w'.repeat(128) })),
  'tool-name-unique': {
    before: tools.before('2025-06-18'),
    violates: tools.listing('l1', tools.tool(), tools.tool()),
    conforms: tools.listing('l1', tools.tool(), tools.tool({ name: 'Count_words' })),
  },
  'tool-input-schema-object': tools.listed({ name: 'count_words' }, tools.tool(), '2024-11-05'),
  'tool-input-schema-valid': tools.listed(
    tools.tool({ inputSchema: { type: 'object', properties: { text: { type: 'string', required: true } } } }),
    tools.tool({ inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] } }),
  ),
  'tool-output-schema-object': tools.listed(
    tools.tool({ outputSchema: { type: 'integer' } }),
    tools.tool({ outputSchema: tools.COUNT }),
    '2025-06-18',
  ),
  'tool-output-schema-valid': tools.listed(
    tools.tool({ outputSchema: { type: 'object', properties: { words: { type: 'int' } } } }),
    tools.tool({ outputSchema: tools.COUNT }),
  ),
  'tool-structured-missing': tools.afterList(
    { outputSchema: tools.COUNT },
    tools.called('c1', {}, result('c1', tools.text('7 words'))),
    tools.called('c1', {}, result('c1', { ...tools.text('no text given'), isError: true })),
  ),
  'tool-structured-mismatch': tools.afterList(
    { outputSchema: tools.COUNT },
    tools.called('c1', {}, result('c1', { ...tools.text('{"words":"7"}'), structuredContent: { words: '7' } })),
    tools.called('c1', {}, result('c1', { ...tools.text('{"words":7}'), structuredContent: { words: 7 } })),
  ),
  'tool-structured-object': tools.oneCall(
    { ...tools.text('7'), structuredContent: 7 },
    { ...tools.text('{"words":7}'), structuredContent: { words: 7 } },
    '2025-06-18',
  ),
  'tool-structured-text-mirror': tools.oneCall(
    { ...tools.text('7 words'), structuredContent: { words: 7, lines: 1 } },
    { ...tools.text('{ "lines": 1, "words": 7 }'), structuredContent: { words: 7, lines: 1 } },
  ),
  'tool-result-content-array': tools.oneCall({ text: '7 words' }, tools.text('7 words'), '2024-11-05'),
  'tool-content-block-type': tools.oneCall(
    { content: [{ type: 'audio', data: 'AAAA', mimeType: 'audio/wav' }] },
    { content: [{ type: 'image', data: 'AAAA', mimeType: 'image/png' }] },
    '2024-11-05',
  ),
  'content-base64': tools.oneCall(
    { content: [{ type: 'image', data: 'data:image/png;base64,AAAA', mimeType: 'image/png' }] },
    { content: [{ type: 'image', data: 'AAAA', mimeType: 'image/png' }] },
  ),
  'content-mime-type': tools.oneCall(
    { content: [{ type: 'image', data: 'AAAA', mimeType: 'png' }] },
    { content: [{ type: 'image', data: 'AAAA', mimeType: 'image/png' }] },
  ),
  'tool-unknown-protocol-error': tools.afterList(
    {},
    tools.called('c1', { name: 'count_lines' }, failure('c1', -32603, 'no such tool')),
    tools.called('c1', { name: 'count_lines' }, failure('c1', -32602, 'no such tool')),
  ),
  'tool-arguments-object': {
    before: tools.before('2025-03-26'),
    violates: [client(request('c1', 'tools/call', { name: 'count_words', arguments: ['seven'] }))],
    conforms: [client(request('c1', 'tools/call', { name: 'count_words', arguments: { text: 'seven' } }))],
  },
  'tool-list-order': {
    before: [
      ...discovered({ server: { tools: {} } }),
      ...tools.modernList('l1', tools.tool({ name: 'count' }), tools.tool({ name: 'sort' })),
    ],
    violates: tools.modernList('l2', tools.tool({ name: 'sort' }), tools.tool({ name: 'count' })),
    conforms: tools.modernList('l2', tools.tool({ name: 'count' }), tools.tool({ name: 'sort' })),
  },
};
