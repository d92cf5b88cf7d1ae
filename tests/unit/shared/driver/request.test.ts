/** Every method of every revision, in both directions: sent as its example, opened, and ended by its example result. */
import { describe, expect, test } from 'vitest';
import { answerText, requestText } from '#shared/driver';
import { eraOf, methodsOf, REVISIONS } from '#shared/mcp';
import { checkMessage, exampleMessage, exampleResult } from '#shared/mcp/schema';
import { result } from '../../script.ts';
import { host } from '../../scripted-host.ts';

/** A session of a revision in which nothing happens by itself any more; the next free id is 2. */
function session(revision: string) {
  const policy = { revision, discover: false, answerRoots: false, ping: false, retryInput: false, followTasks: false };
  const script = host(policy);
  const welcome =
    eraOf(revision) === 'per-request'
      ? { supportedVersions: [revision], capabilities: {}, resultType: 'complete' }
      : { protocolVersion: revision, capabilities: {}, serverInfo: { name: 's', version: '1' } };
  script.receive(result(1, welcome));
  return script;
}

describe.each(REVISIONS)('%s', (revision) => {
  const own = methodsOf(revision, 'client');
  const theirs = methodsOf(revision, 'server');

  test.each(own.map((facts) => [facts.method, facts] as const))('%s is sent', (method, { kind }) => {
    const script = session(revision);
    const example = exampleMessage(method, revision, { id: 7 }) as { readonly params?: object };
    expect(checkMessage(revision, example, { sender: 'client' })).toEqual([]);
    const before = script.session.log.operations.length;
    script.session.send(JSON.stringify(example));
    const { log } = script.session;
    expect(log.notes.at(-1)?.method).toBe(method);
    expect(log.faulty).toEqual([]);
    if (kind === 'notification') {
      expect(log.operations).toHaveLength(before);
      return;
    }
    expect(log.operations.at(-1)).toMatchObject({ method, dir: 'c2s' });
    const answer = { jsonrpc: '2.0', id: 7, result: exampleResult(method, revision) };
    expect(checkMessage(revision, answer, { sender: 'server', answers: method })).toEqual([]);
    script.receive(answer);
    expect(log.operations.get(before)?.outcome).toBe('result');
    expect(log.faulty).toEqual([]);
  });

  test.each(own.filter(({ kind }) => kind === 'request').map(({ method }) => method))(
    '%s as the program makes it is valid',
    (method) => {
      const { session: host } = session(revision);
      const facts = { state: host.log.state, policy: host.policy, client: { name: 'lifeline', version: '0' } };
      const { params } = exampleMessage(method, revision) as { readonly params?: { readonly _meta?: unknown } };
      const { _meta: _left, ...rest } = params ?? {};
      const text = requestText(facts, method, params === undefined ? undefined : JSON.stringify(rest));
      expect(checkMessage(revision, JSON.parse(text), { sender: 'client' })).toEqual([]);
    },
  );

  if (theirs.length === 0) return;
  test.each(theirs.map((facts) => [facts.method, facts] as const))('%s is received', (method, { kind }) => {
    const script = session(revision);
    const { log } = script.session;
    const example = exampleMessage(method, revision, { id: 'ask' });
    expect(checkMessage(revision, example, { sender: 'server' })).toEqual([]);
    script.receive(example as object);
    expect(log.notes.at(-1)?.method).toBe(method);
    expect(log.faulty).toEqual([]);
    if (kind === 'notification') return;
    const [asked] = [...log.state.pending.values()].filter(({ dir }) => dir === 's2c');
    expect(asked).toMatchObject({ method });
    script.session.send(answerText(asked?.key ?? '', 'result', JSON.stringify(exampleResult(method, revision))));
    const sent = JSON.parse(script.transport.texts.at(-1) ?? '') as unknown;
    expect(checkMessage(revision, sent, { sender: 'client', answers: method })).toEqual([]);
    expect(log.operations.at(-1)).toMatchObject({ method, dir: 's2c', outcome: 'result' });
  });
});
