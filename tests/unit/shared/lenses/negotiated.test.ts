/** What was negotiated: offered, answered, in force, and what was made use of. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { negotiatedAt } from '#shared/lenses';
import { META } from '#shared/mcp';
import { capabilityText, comparedRows, ENGLISH, wordsIn } from '#shared/words';
import { anyEvents, sessionBody } from '../../arbitraries.ts';
import { sample } from '../../export-samples.ts';
import { c2s, logOf, logOfEvents, notification, OPEN, request, result, s2c } from '../../script.ts';

const CHINESE = await wordsIn('zh-CN');

/** Every capability that is told at the end of some events, with how it was used. */
const told = (log: ReturnType<typeof logOf>): string[] => {
  const negotiated = negotiatedAt(log, log.length - 1);
  return negotiated.capabilities.map((each) => {
    const { path, used, odd } = capabilityText(each, negotiated.answered[0] ?? '', ENGLISH);
    return `${each.side} ${path}: ${used}${odd ? ' !' : ''}`;
  });
};

test('any log has a comparison in both languages', () => {
  fc.assert(
    fc.property(fc.oneof(anyEvents(), anyEvents(sessionBody)), (events) => {
      const log = logOfEvents(events);
      const cursor = log.cursor();
      for (const { s } of events) {
        const negotiated = negotiatedAt(log, s);
        expect(negotiatedAt(cursor, s)).toEqual(negotiated);
        for (const words of [ENGLISH, CHINESE]) {
          for (const { name, offered, answered, inForce } of comparedRows(negotiated, words))
            expect(`${name}|${offered}|${answered}|${inForce}`).toMatch(/^.+$/u);
          for (const each of negotiated.capabilities)
            expect(capabilityText(each, '2025-11-25', words).allows).toMatch(/^.+$/u);
        }
      }
    }),
  );
});

test('a handshake that agrees on an older revision', () => {
  const log = logOf(
    ...OPEN,
    c2s(
      request(1, 'initialize', {
        protocolVersion: '2025-11-25',
        capabilities: { roots: {}, elicitation: {} },
        clientInfo: { name: 'client', version: '1' },
      }),
    ),
    s2c(
      result(1, {
        protocolVersion: '2025-03-26',
        capabilities: { tools: { listChanged: true }, own: {} },
        serverInfo: { name: 'server' },
        instructions: 'Hi',
      }),
    ),
  );
  expect(negotiatedAt(log, log.length - 1).inForce).toBeUndefined();
  log.append({ k: 'message', dir: 'c2s', raw: JSON.stringify(notification('notifications/initialized')), s: 4, t: 4 });
  log.append({ k: 'message', dir: 'c2s', raw: JSON.stringify(request(2, 'tools/list')), s: 5, t: 5 });
  log.append({ k: 'message', dir: 's2c', raw: JSON.stringify(request(1, 'sampling/createMessage')), s: 6, t: 6 });
  expect(comparedRows(negotiatedAt(log, log.length - 1), ENGLISH)).toEqual([
    { name: 'Protocol version', offered: '2025-11-25', answered: '2025-03-26', inForce: '2025-03-26', differs: true },
    { name: 'Name and version', offered: 'client 1', answered: 'server', inForce: '' },
    { name: 'Instructions', offered: '', answered: 'provided', inForce: '' },
  ]);
  expect(told(log)).toEqual([
    'client roots: not used',
    'client sampling: used 1×, not declared !',
    'client elicitation: not in 2025-03-26 !',
    'server tools: 1×',
    'server tools.listChanged: not used',
    'server own: not in 2025-03-26 !',
  ]);
  expect(negotiatedAt(log, log.length - 1).notDeclared).toEqual(['resources', 'prompts', 'logging', 'completions']);
});

test('a server without a handshake answers with all that it supports', () => {
  const _meta = {
    [META.protocolVersion]: '2026-07-28',
    [META.clientInfo]: { name: 'client', version: '1' },
    [META.clientCapabilities]: { sampling: {} },
  };
  const log = logOf(
    ...OPEN,
    c2s(request(1, 'server/discover', { _meta })),
    s2c(
      result(1, {
        resultType: 'complete',
        supportedVersions: ['2026-07-28', '2025-11-25'],
        capabilities: { tools: {} },
      }),
    ),
  );
  const [versions] = comparedRows(negotiatedAt(log, log.length - 1), ENGLISH);
  expect(versions).toMatchObject({
    offered: '2026-07-28',
    answered: '2026-07-28 and 2025-11-25',
    inForce: '2026-07-28',
  });
  expect(told(log)).toEqual(['client sampling: not used', 'server tools: not used']);
});

test('what a server asked in its results counts as use', () => {
  const log = logOfEvents(sample('modern-stdio.mcprec').events);
  expect(told(log)).toContainEqual(expect.stringMatching(/^client sampling: \d+×$/));
});

test('what a question needs counts as use of that part of the capability', () => {
  const capabilities = { sampling: { tools: {} }, elicitation: { form: {}, url: {} } };
  const asked = (...questions: readonly object[]): string[] =>
    told(
      logOf(
        ...OPEN,
        c2s(request(1, 'initialize', { protocolVersion: '2025-11-25', capabilities })),
        s2c(result(1, { protocolVersion: '2025-11-25', capabilities: {} })),
        ...questions.map((params, id) =>
          s2c(request(`q${id}`, 'mode' in params ? 'elicitation/create' : 'sampling/createMessage', params)),
        ),
      ),
    );
  expect(asked({ tools: [{ name: 'add' }] }, {}, { mode: 'form' }, { mode: 'url' })).toEqual([
    'client sampling: 2×',
    'client sampling.tools: 1×',
    'client elicitation: 2×',
    'client elicitation.form: 1×',
    'client elicitation.url: 1×',
  ]);
  expect(asked({ tools: [] })).toContain('client sampling.tools: not used');
});
