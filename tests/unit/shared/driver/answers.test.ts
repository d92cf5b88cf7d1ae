/** Answers to input that is asked for more than once, and answers of a model. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { DEFAULT_POLICY, SessionHost, type Policy } from '#shared/driver';
import { SessionLog } from '#shared/session';
import { result, s2c } from '../../script.ts';
import { eventually, host, Scripted } from '../../scripted-host.ts';

const NEVER: Policy['timeouts'] = { idleMs: 0, totalMs: 0, progressExtends: true };

test('input that a task asks for at every look is asked for once', async () => {
  // Looks are seconds apart, however soon the server wants the next.
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const script = host({ revision: '2026-07-28', timeouts: NEVER });
  const capabilities = { extensions: { 'io.modelcontextprotocol/tasks': {} } };
  script.receive(result(1, { supportedVersions: ['2026-07-28'], capabilities, resultType: 'complete' }));
  script.session.send(
    '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"t","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}',
  );
  const task = { resultType: 'task', taskId: 't1', status: 'working', pollIntervalMs: 1 };
  const asking = {
    ...task,
    resultType: 'complete',
    status: 'input_required',
    inputRequests: { k: { method: 'elicitation/create' } },
  };
  script.receive(result(2, task));
  for (const id of [3, 4, 5]) {
    await vi.runOnlyPendingTimersAsync();
    await eventually(() => expect(script.transport.sent.at(-1)).toMatchObject({ id, method: 'tasks/get' }));
    script.receive(result(id, asking));
  }
  // The operation of the first look, so that what a person began to write stays.
  expect([...script.session.log.state.awaited.keys()]).toEqual([2]);
  await script.session.close('user');
});

test('an answer of a model to what was asked before is not one to what is asked now', async () => {
  const asked: ((json: string) => void)[] = [];
  const transports: Scripted[] = [];
  const endpointOf = { url: 'http://model', model: 'm' };
  const log = new SessionLog();
  const session = new SessionHost({
    openTransport: (emit) => {
      const transport = new Scripted(emit);
      transports.push(transport);
      return transport;
    },
    policy: {
      ...DEFAULT_POLICY,
      revision: '2026-07-28',
      listen: false,
      timeouts: NEVER,
      sampling: { mode: 'model', endpoint: endpointOf },
    },
    client: { name: 'lifeline', version: '0' },
    log,
    now: () => 0,
    record: () => {},
    askModel: () => new Promise((resolve) => asked.push(resolve)),
  });
  session.open();
  const [transport] = transports;
  const receive = (message: object): void => transport?.emit([s2c(message)]);
  const asks = (id: number, ...keys: string[]): object =>
    result(id, {
      resultType: 'input_required',
      inputRequests: Object.fromEntries(keys.map((key) => [key, { method: 'sampling/createMessage' }])),
      requestState: `s${id}`,
    });
  receive(result(1, { supportedVersions: ['2026-07-28'], capabilities: {}, resultType: 'complete' }));
  session.send(
    '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"t","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}',
  );
  receive(asks(2, 'a', 'b'));
  asked[0]?.('{"round":1}');
  // The person answers instead; then the server asks for the same again.
  session.send(
    '{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"t","inputResponses":{"a":{},"b":{}},"requestState":"s2","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}',
  );
  receive(asks(3, 'a', 'b'));
  asked[1]?.('{"round":1}');
  asked[3]?.('{"round":2}');
  asked[2]?.('{"round":2}');
  await eventually(() => expect(transport?.sent).toHaveLength(4));
  expect(transport?.sent.at(-1)).toMatchObject({
    params: { inputResponses: { a: { round: 2 }, b: { round: 2 } }, requestState: 's3' },
  });
  await session.close('user');
});
