import type { EventBody } from '#shared/recording';
import { client, notification, request, result, server } from '../examples/messages.ts';
import { afterHandshake, type ExamplesOf } from '../examples/script.ts';
import { describeRules, must } from '../rule.ts';
import type { WordsOf } from '../words/types.ts';

export const RULES = describeRules('roots', 'any', {
  'roots-file-uri': must('client', 'A-E', 'client/roots#root'),
  'roots-change-announced': must('client', 'A-D', 'client/roots#root-list-changes'),
});

export const EN: WordsOf<typeof RULES> = {
  'roots-file-uri': {
    title: 'Expose roots as file:// URIs',
    found: 'The URI of a root is {0}.',
    why: 'Servers turn roots into paths of the file system. With another scheme or a bare path they fail or ignore it.',
    fix: 'Build the URI from the path, for example with `pathToFileURL(path).href` in Node or `Path.as_uri()` in Python.',
  },
  'roots-change-announced': {
    title: 'Announce that the roots changed',
    found: 'The roots changed (count before: {0}, now: {1}), but no notification was sent.',
    why: 'Servers keep the roots until they are told. They work in a folder that is no longer open, or miss the new one.',
    fix: 'Send `notifications/roots/list_changed` when the set changes, or do not declare `roots.listChanged`.',
  },
};

export const ZH: WordsOf<typeof RULES> = {
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

const before = afterHandshake('2025-03-26', { client: { roots: { listChanged: true } } });
const told = (id: string, ...uris: readonly string[]): readonly EventBody[] => [
  server(request(id, 'roots/list')),
  client(result(id, { roots: uris.map((uri) => ({ uri })) })),
];

export const EXAMPLES: ExamplesOf<typeof RULES> = {
  'roots-file-uri': { before, violates: told('q1', '/home/ada/shop'), conforms: told('q1', 'file:///home/ada/shop') },
  'roots-change-announced': {
    before: [...before, ...told('q1', 'file:///home/ada/shop')],
    violates: told('q2', 'file:///home/ada/garden'),
    conforms: [client(notification('notifications/roots/list_changed')), ...told('q2', 'file:///home/ada/garden')],
  },
};
