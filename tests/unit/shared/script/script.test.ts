/** Scripts: what their lines mean, and how a run goes on. */
import { nextAction, parseScript, scriptLine, scriptStart, withId, type ScriptFacts } from '#shared/script';
import { describe, expect, it } from 'vitest';

describe('reading a script', () => {
  it('takes every line that is no comment as a step', () => {
    const text = [
      '# a comment',
      '',
      '{"id":"auto","method":"ping"}',
      '  {"broken": ',
      '@send "# not a comment\\n"',
      '@bytes 7b 22 FF',
      '@wait 500',
      '@wait answer',
      '@wait answers within 2000',
      '@wait notifications/progress within 10',
    ].join('\n');
    expect(parseScript(text)).toEqual({
      problems: [],
      steps: [
        { line: 3, do: 'send', text: '{"id":"auto","method":"ping"}', autoId: true },
        { line: 4, do: 'send', text: '  {"broken": ', autoId: false },
        { line: 5, do: 'send', text: '# not a comment\n', autoId: false },
        { line: 6, do: 'bytes', bytes: Uint8Array.of(0x7b, 0x22, 0xff) },
        { line: 7, do: 'pause', ms: 500 },
        { line: 8, do: 'answer', limitMs: 30_000 },
        { line: 9, do: 'answers', limitMs: 2000 },
        { line: 10, do: 'method', method: 'notifications/progress', limitMs: 10 },
      ],
    });
  });

  it.each([
    ['@nothing', 'unknown-directive'],
    ['@send plain', 'not-a-string'],
    ['@send {"a":1}', 'not-a-string'],
    ['@bytes 7', 'not-hex'],
    ['@bytes xy', 'not-hex'],
    ['@wait', 'no-wait'],
    ['@wait 1.5', 'not-a-time'],
    ['@wait 99999999999', 'not-a-time'],
    ['@wait answer within long', 'not-a-time'],
    ['@wait answer soon', 'not-a-time'],
  ] as const)('%s is a problem: %s', (line, code) => {
    expect(parseScript(`\n${line}`)).toEqual({ steps: [], problems: [{ line: 2, code }] });
  });

  it('fills in the outermost id and nothing else', () => {
    const text = '{ "id" : "auto", "params":{"id":"auto","n":9007199254740993} }';
    expect(withId(text, 7)).toBe('{ "id" : 7, "params":{"id":"auto","n":9007199254740993} }');
    expect(withId('{"id":"auto ","x":"auto"}', 7)).toBe('{"id":"auto ","x":"auto"}');
  });

  it.each(['{"id":1}', '{"id":"auto"}', '# x', '@wait 1', 'two\nlines', '', '  ', ' {"a":1} '])(
    'a line made of %j sends exactly that',
    (text) => {
      expect(parseScript(scriptLine(text)).steps).toEqual([{ line: 1, do: 'send', text, autoId: false }]);
    },
  );
});

describe('running a script', () => {
  const facts = (more: Partial<ScriptFacts> = {}): ScriptFacts => ({
    now: 0,
    events: 0,
    answered: () => false,
    seen: () => undefined,
    ...more,
  });

  it('sends until a wait, and goes on when the answer is there', () => {
    const { steps } = parseScript('{"id":"auto"}\n@wait answer\n{"b":1}');
    const sent = nextAction(steps, scriptStart(3), facts({ events: 3 }));
    expect(sent.action).toMatchObject({ do: 'send', step: { text: '{"id":"auto"}' } });
    const waits = nextAction(steps, sent.run, facts({ now: 10 }));
    expect(waits.action).toEqual({ do: 'wait', ms: 30_000 });
    expect(nextAction(steps, waits.run, facts({ now: 1010 })).action).toEqual({ do: 'wait', ms: 29_000 });
    expect(nextAction(steps, waits.run, facts({ now: 30_010 })).action).toEqual({ do: 'late' });
    const last = nextAction(steps, waits.run, facts({ now: 20, answered: (index) => index === 0 }));
    expect(last.action).toMatchObject({ do: 'send', step: { text: '{"b":1}' } });
    expect(last.run.sent).toBe(2);
    expect(nextAction(steps, last.run, facts()).action).toEqual({ do: 'end' });
  });

  it('pauses for its time', () => {
    const { steps } = parseScript('@wait 100');
    const { run, action } = nextAction(steps, scriptStart(0), facts({ now: 5 }));
    expect(action).toEqual({ do: 'wait', ms: 100 });
    expect(nextAction(steps, run, facts({ now: 104 })).action).toEqual({ do: 'wait', ms: 1 });
    expect(nextAction(steps, run, facts({ now: 105 })).action).toEqual({ do: 'end' });
  });

  it('waits for all answers', () => {
    const { steps } = parseScript('a\nb\n@wait answers');
    let run = scriptStart(0);
    for (let sent = 0; sent < 2; sent++) run = nextAction(steps, run, facts()).run;
    expect(nextAction(steps, run, facts({ answered: (index) => index === 1 })).action.do).toBe('wait');
    expect(nextAction(steps, run, facts({ answered: () => true })).action.do).toBe('end');
  });

  it('counts a method from the last message on, and each one once', () => {
    const { steps } = parseScript('a\n@wait answer\n@wait m\n@wait m');
    const begun = nextAction(steps, scriptStart(2), facts({ events: 4 })).run;
    const asked: number[] = [];
    const seen = (_: string, from: number): number | undefined => {
      asked.push(from);
      return from <= 6 ? 6 : undefined;
    };
    const { action } = nextAction(steps, begun, facts({ events: 9, answered: () => true, seen }));
    expect(asked).toEqual([4, 7]);
    expect(action.do).toBe('wait');
  });
});
