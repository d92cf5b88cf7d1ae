/** Names and schemas of tools. */
import type { ExamplesOf } from '../examples/script.ts';
import { before, COUNT, listed, listing, tool } from '../examples/tool-script.ts';
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
};

export const EXAMPLES: ExamplesOf<typeof RULES> = {
  'tool-name-charset': listed(tool({ name: 'count/words' }), tool({ name: 'count-words' })),
  'tool-name-length': listed(tool({ name: 'w'.repeat(129) }), tool({ name: 'w'.repeat(128) })),
  'tool-name-unique': {
    before: before('2025-06-18'),
    violates: listing('l1', tool(), tool()),
    conforms: listing('l1', tool(), tool({ name: 'Count_words' })),
  },
  'tool-input-schema-object': listed({ name: 'count_words' }, tool(), '2024-11-05'),
  'tool-input-schema-valid': listed(
    tool({ inputSchema: { type: 'object', properties: { text: { type: 'string', required: true } } } }),
    tool({ inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] } }),
  ),
  'tool-output-schema-object': listed(
    tool({ outputSchema: { type: 'integer' } }),
    tool({ outputSchema: COUNT }),
    '2025-06-18',
  ),
  'tool-output-schema-valid': listed(
    tool({ outputSchema: { type: 'object', properties: { words: { type: 'int' } } } }),
    tool({ outputSchema: COUNT }),
  ),
};
