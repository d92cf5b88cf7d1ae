import type { EventBody } from '#shared/recording';
import { answered, client, failure, fresh, meta, notification, request, result, server } from './messages.ts';
import { discovered, type Example, examples, afterHandshake } from './script.ts';

const given = afterHandshake('2025-06-18', { server: { resources: { subscribe: true } } });
const MEMO = { uri: 'memo://today', name: 'today' };
const listing = (...resources: readonly object[]): readonly EventBody[] =>
  answered(request('l1', 'resources/list'), result('l1', { resources }));
const listed = (broken: object, kept: object): Example => ({ given, breaks: listing(broken), keeps: listing(kept) });
const templates = (uriTemplate: string): readonly EventBody[] =>
  answered(
    request('l1', 'resources/templates/list'),
    result('l1', { resourceTemplates: [{ name: 'day', uriTemplate }] }),
  );
const read = (outcome: object, uri = MEMO.uri): readonly EventBody[] =>
  answered(request('r1', 'resources/read', { uri }), outcome);
const contents = (...entries: readonly object[]): readonly EventBody[] => read(result('r1', { contents: entries }));
const refused = (code: number): readonly EventBody[] => read(failure('r1', code, 'No such resource'), 'memo://gone');
const modernRead = (outcome: object): readonly EventBody[] =>
  answered(request('r1', 'resources/read', { uri: 'memo://gone', _meta: meta() }), outcome);
const modern = discovered({ server: { resources: {} } });
const subscription = (id: string, method: string, uri: string): readonly EventBody[] =>
  answered(request(id, method, { uri }), result(id));
const updated = (uri: string): EventBody => server(notification('notifications/resources/updated', { uri }));
const TEXT = { uri: MEMO.uri, text: 'milk' };

export const RESOURCES = examples(given, {
  'resource-uri-absolute': listed({ ...MEMO, uri: 'notes/today.md' }, MEMO),
  'resource-template-syntax': { breaks: templates('memo://{day'), keeps: templates('memo://{day}{?part}') },
  'resource-contents-array': {
    breaks: read(result('r1', { contents: TEXT })),
    keeps: read(result('r1', { contents: [TEXT] })),
  },
  'resource-contents-text-or-blob': {
    breaks: contents({ ...TEXT, blob: 'bWlsaw==' }),
    keeps: contents({ uri: MEMO.uri, blob: 'bWlsaw==' }),
  },
  'resource-not-found-code-legacy': { breaks: refused(-32603), keeps: refused(-32002) },
  'resource-not-found-code': {
    given: modern,
    breaks: modernRead(failure('r1', -32002, 'Missing', { uri: 'memo://gone' })),
    keeps: modernRead(failure('r1', -32602, 'Missing', { uri: 'memo://gone' })),
  },
  'resource-updated-unsubscribed': {
    given: [...given, ...subscription('s1', 'resources/subscribe', 'memo://week')],
    breaks: [updated('memo://today')],
    keeps: [updated('memo://week/monday')],
  },
  'resource-uri-unique': {
    breaks: listing(MEMO, { ...MEMO, name: 'again' }),
    keeps: listing(MEMO, { uri: 'memo://later', name: 'later' }),
  },
  'resource-contents-uri': {
    breaks: contents({ ...TEXT, uri: 'memo://later' }),
    keeps: contents({ ...TEXT, uri: 'memo://today/1' }),
  },
  'resource-mime-format': listed(
    { ...MEMO, mimeType: 'plain text' },
    { ...MEMO, mimeType: 'text/plain; charset=utf-8' },
  ),
  'resource-binary-as-text': {
    breaks: contents({ ...TEXT, mimeType: 'image/png' }),
    keeps: contents({ ...TEXT, mimeType: 'image/svg+xml' }),
  },
  'resource-size-mismatch': {
    given: [...given, ...listing({ ...MEMO, size: 4 })],
    breaks: contents({ ...TEXT, text: 'milk and eggs' }),
    keeps: contents(TEXT),
  },
  'resource-empty-contents': {
    given: modern,
    breaks: modernRead(fresh('r1', { contents: [] })),
    keeps: modernRead(failure('r1', -32602, 'Missing')),
  },
  'resource-unsubscribe-unknown': {
    given: [...given, ...subscription('s1', 'resources/subscribe', 'memo://week')],
    breaks: [client(request('u1', 'resources/unsubscribe', { uri: 'memo://weeks' }))],
    keeps: [client(request('u1', 'resources/unsubscribe', { uri: 'memo://week' }))],
  },
  'resource-https-scheme': {
    given: [...given, ...listing(MEMO, { uri: 'https://memo.example/today', name: 'web' })],
    breaks: read(
      result('r1', { contents: [{ ...TEXT, uri: 'https://memo.example/today' }] }),
      'https://memo.example/today',
    ),
    keeps: contents(TEXT),
  },
  'resource-read-unlisted': {
    given: [...given, ...listing(MEMO)],
    breaks: [client(request('r1', 'resources/read', { uri: 'memo://yesterday' }))],
    keeps: [client(request('r1', 'resources/read', { uri: 'memo://today' }))],
  },
});
