import type { EventBody } from '#shared/recording';
import { client, notification, request, result, server } from './messages.ts';
import { examples, afterHandshake } from './script.ts';

const given = afterHandshake('2025-03-26', { client: { roots: { listChanged: true } } });
const told = (id: string, ...uris: readonly string[]): readonly EventBody[] => [
  server(request(id, 'roots/list')),
  client(result(id, { roots: uris.map((uri) => ({ uri })) })),
];

export const ROOTS = examples([], {
  'roots-file-uri': { given, breaks: told('q1', '/home/ada/shop'), keeps: told('q1', 'file:///home/ada/shop') },
  'roots-change-announced': {
    given: [...given, ...told('q1', 'file:///home/ada/shop')],
    breaks: told('q2', 'file:///home/ada/garden'),
    keeps: [client(notification('notifications/roots/list_changed')), ...told('q2', 'file:///home/ada/garden')],
  },
});
