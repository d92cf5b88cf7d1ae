/** 2026-07-28, basic/versioning: a version error is answered once, with a version that the server names. */
import { expect, test } from 'vitest';
import { host } from '../../scripted-host.ts';

const unsupported = (id: number, supported: readonly string[]): object => ({
  jsonrpc: '2.0',
  id,
  error: { code: -32022, message: 'Unsupported protocol version', data: { supported, requested: '2026-07-28' } },
});
const asked = (sent: readonly unknown[]): unknown[] =>
  sent.map((each) => (each as { readonly method?: string }).method);

test('even when it names the one that was asked for', () => {
  const { receive, transport } = host({ revision: 'auto' });
  expect(asked(transport.sent)).toEqual(['server/discover']);
  expect(asked(receive(unsupported(1, ['2026-07-28'])))).toEqual(['server/discover']);
});

test('and a second error ends the connection, or leads to the handshake where the server names one', () => {
  const modern = host({ revision: 'auto' });
  modern.receive(unsupported(1, ['2026-07-28']));
  expect(modern.receive(unsupported(2, ['2026-07-28']))).toEqual([]);
  expect(modern.session.log.state.problem).toMatchObject({ reason: 'unsupported-revision', detail: '2026-07-28' });

  const dual = host({ revision: 'auto' });
  dual.receive(unsupported(1, ['2026-07-28', '2025-06-18']));
  expect(dual.receive(unsupported(2, ['2026-07-28', '2025-06-18']))).toMatchObject([
    { method: 'initialize', params: { protocolVersion: '2025-06-18' } },
  ]);
});
