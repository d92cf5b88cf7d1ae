/** What a recording is handed on as: held to golden files, to bounds, and to the rule that nothing in it does harm. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  eventsOfPart,
  filteredPart,
  messageAs,
  partOf,
  SNIPPET_FORMATS,
  toRows,
  toTerminal,
  toTerminalExplained,
  toTerminalOperations,
  WRITERS,
} from '#shared/export';
import { findingsReport, judgeRecording } from '#shared/findings';
import { findingsWordsIn } from '#shared/findings/words';
import { formatsWith, isTextFormat } from '#shared/formats';
import {
  readRecorded,
  recordingLines,
  selectEvents,
  type EventBody,
  type HeldRecording as Recorded,
} from '#shared/recording';
import { planRedaction, redact } from '#shared/redact';
import { wordsIn } from '#shared/words';
import { anyEvents, eventBody, HEADER, mutatedJson, sessionBody } from '../../arbitraries.ts';
import { exportAs, HOSTILE, recordedOf, sample } from '../../export-samples.ts';
import { leakOf, planted } from '../../redact-planted.ts';
import { runs } from '../../seed.ts';

const golden = (name: string): string => `../../../golden/export/${name}`;

/** Everything that is made of a recording. */
function everything(recorded: Recorded): string[] {
  const snippets = recorded.events.flatMap(({ s }) => SNIPPET_FORMATS.map((format) => messageAs(recorded, s, format)));
  return [
    ...Object.values(WRITERS).map((write) => write(recorded, {}) ?? ''),
    exportAs('svg', recorded, { theme: 'dark', width: 500 }),
    ...formatsWith('operations')
      .filter(isTextFormat)
      .map((format) => exportAs(format, recorded, { operations: true })),
    toTerminal(recorded, { color: true, width: 80 }),
    toTerminalOperations(recorded, { color: true, width: 80 }),
    toTerminalExplained(recorded, { color: true, width: 80 }),
    JSON.stringify(toRows(recorded)),
    ...snippets.filter((snippet) => snippet !== undefined),
  ];
}

describe('the stored samples', () => {
  test.each(['typed', 'broken', 'later'])('%s as a diagram, a report and a picture', async (name) => {
    const recorded = sample(`${name}.mcprec`);
    await expect(exportAs('mermaid', recorded)).toMatchFileSnapshot(golden(`${name}.mmd`));
    await expect(exportAs('markdown', recorded)).toMatchFileSnapshot(golden(`${name}.md`));
    await expect(toTerminal(recorded, { color: false, width: 100 })).toMatchFileSnapshot(golden(`${name}.txt`));
  });

  test.each([
    ['broken', 'en', ['stdio-utf8']],
    ['typed', 'zh-CN', ['rpc-version-field', 'tool-unknown-protocol-error']],
  ] as const)('the report of %s tells broken rules once, in %s', async (name, language, rules) => {
    const recorded = sample(`${name}.mcprec`);
    const sentences = await findingsWordsIn(language);
    const findings = findingsReport(judgeRecording(recorded, { only: new Set(rules) }), sentences);
    const text = exportAs('markdown', recorded, { words: await wordsIn(language), findings });
    await expect(text).toMatchFileSnapshot(golden(`${name}.findings.${language}.md`));
  });

  test.each(['en', 'zh-CN'] as const)(
    'HTTP as a lane, and the relay between client and server, in %s',
    async (language) => {
      const recorded = sample('handshake-http.mcprec');
      const options = { words: await wordsIn(language), most: 40 };
      const name = `http.${language}`;
      await expect(exportAs('mermaid', recorded, options)).toMatchFileSnapshot(golden(`${name}.mmd`));
      await expect(exportAs('svg', recorded, options)).toMatchFileSnapshot(golden(`${name}.svg`));
      const terminal = toTerminal(recorded, { ...options, color: false, width: 120 });
      await expect(terminal).toMatchFileSnapshot(golden(`${name}.txt`));
      // Where there is little room, the words have it.
      expect(toTerminal(recorded, { ...options, color: false, width: 80 })).not.toContain('HTTP');
    },
  );

  test.each([
    ['asked', 110, 'en'],
    ['broken', 100, 'en'],
    ['asked', 50, 'zh-CN'],
  ] as const)('the operations of %s in %i columns, in %s', async (name, columns, language) => {
    const words = await wordsIn(language);
    const text = toTerminalOperations(sample(`${name}.mcprec`), { color: false, width: columns, words });
    await expect(text).toMatchFileSnapshot(golden(`${name}.operations.${language}.txt`));
  });

  test.each([
    ['asked', 90, 'en'],
    ['tasks-2026', 70, 'zh-CN'],
  ] as const)('%s explained in %i columns, in %s', async (name, columns, language) => {
    const words = await wordsIn(language);
    const text = toTerminalExplained(sample(`${name}.mcprec`), { color: false, width: columns, words });
    await expect(text).toMatchFileSnapshot(golden(`${name}.explained.${language}.txt`));
  });

  test.each(['light', 'dark'] as const)('broken.mcprec as a picture, %s', async (theme) => {
    await expect(exportAs('svg', sample('broken.mcprec'), { theme })).toMatchFileSnapshot(
      golden(`broken.${theme}.svg`),
    );
  });

  test.each([
    ['asked', 'light', 'en', 960],
    ['tasks-2026', 'dark', 'zh-CN', 560],
  ] as const)('the operations of %s as a picture and as Mermaid, %s, in %s', async (name, theme, language, width) => {
    const recorded = sample(`${name}.mcprec`);
    const options = { operations: true, theme, width, words: await wordsIn(language) };
    await expect(exportAs('svg', recorded, options)).toMatchFileSnapshot(golden(`${name}.operations.${theme}.svg`));
    await expect(exportAs('mermaid', recorded, options)).toMatchFileSnapshot(golden(`${name}.operations.mmd`));
  });

  test.each(SNIPPET_FORMATS)('a typed tool call as %s', async (format) => {
    const recorded = sample(format === 'curl' ? 'handshake-http.mcprec' : 'typed.mcprec');
    const call = recorded.events.find((event) => event.k === 'message' && /tools\/call/.test(event.raw ?? ''));
    const snippet = messageAs(recorded, call?.s ?? -1, format);
    await expect(snippet).toMatchFileSnapshot(golden(`call.${format}.txt`));
  });
});

const any = fc
  .oneof(anyEvents(eventBody, 30), anyEvents(sessionBody, 60))
  .map((events) => ({ header: HEADER, events }));
const hostileBody: fc.Arbitrary<EventBody> = fc
  .tuple(fc.constantFrom(...HOSTILE), fc.oneof(fc.constantFrom(...HOSTILE), mutatedJson))
  .chain(([text, other]) =>
    fc.constantFrom<EventBody>(
      { k: 'message', dir: 'c2s', raw: other },
      {
        k: 'message',
        dir: 'c2s',
        raw: JSON.stringify({ jsonrpc: '2.0', id: text, method: other, params: { [text]: other } }),
      },
      {
        k: 'message',
        dir: 's2c',
        raw: JSON.stringify({ jsonrpc: '2.0', id: text, error: { code: 1, message: other } }),
      },
      { k: 'stderr', text: other },
      { k: 'note', at: 0, text },
      { k: 'http', x: text, phase: 'request', method: text, url: `http://h/?${text}`, headers: [[text, other]] },
      { k: 'gap', why: text },
    ),
  );
const hostile = fc
  .tuple(anyEvents(hostileBody, 30), fc.constantFrom(...HOSTILE))
  .map(([events, title]): Recorded => ({ header: { ...HEADER, title }, events }));

/** What stands in a message where text should be. */
const WRONG_TYPES = ['{"toString":1,"valueOf":2}', '['.repeat(9000) + ']'.repeat(9000), 'null', '-1e999'];

test('a note that stands at its event does not part the idle time around it', () => {
  const ping = (id: number): string => JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' });
  const second = 1_000_000;
  const recorded: Recorded = {
    header: HEADER,
    events: [
      { s: 0, t: 0, k: 'message', dir: 'c2s', raw: ping(1) },
      { s: 1, t: 30 * second, k: 'note', at: 0, text: 'look' },
      { s: 2, t: 70 * second, k: 'message', dir: 'c2s', raw: ping(2) },
    ],
  };
  const rows = toRows(recorded).rows.filter(({ kind }) => kind !== 'phase');
  expect(rows.map(({ s, kind, text }) => [s, kind, kind === 'gap' ? text : ''])).toEqual([
    [0, 'request', ''],
    [1, 'note', ''],
    [2, 'gap', 'waited 1:10'],
    [2, 'request', ''],
  ]);
});

describe('any recording', () => {
  test('is taken, and gives the same twice', () => {
    fc.assert(
      fc.property(any, (recorded) => {
        expect(everything(recorded)).toEqual(everything(recorded));
      }),
      { numRuns: runs(30) },
    );
  });

  test.each([...WRONG_TYPES.entries()])('is taken with wrong type %i where text belongs', (_, value) => {
    const recorded = recordedOf(
      {
        k: 'message',
        dir: 'c2s',
        raw: `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":${value}}}`,
      },
      {
        k: 'message',
        dir: 's2c',
        raw: `{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":${value},"serverInfo":{"name":${value}}}}`,
      },
      {
        k: 'message',
        dir: 's2c',
        raw: `{"jsonrpc":"2.0","method":"notifications/message","params":{"level":${value},"data":${value}}}`,
      },
      { k: 'message', dir: 'c2s', raw: `{"jsonrpc":"2.0","id":2,"method":"ping","params":${value}}` },
      { k: 'message', dir: 's2c', raw: `{"jsonrpc":"2.0","id":2,"error":{"code":1,"message":${value}}}` },
    );
    expect(everything(recorded).join('').length).toBeGreaterThan(1000);
  });

  test('is taken when events lie about their types', () => {
    const lies = readRecorded(
      [
        JSON.stringify({
          ...HEADER,
          by: { name: 'x', version: '' },
          connection: { transport: 'stdio', command: '', args: ['\0'] },
        }),
        '{"s":0,"t":0,"k":"message","dir":"c2s","raw":"{\\"method\\":\\"a\\"}","sse":{"block":5,"id":{}},"x":"x"}',
        '{"s":1,"t":0,"k":"process","event":"signal","signal":{"toString":1}}',
        '{"s":2,"t":0,"k":"process","event":"toString","pid":[]}',
        '{"s":3,"t":0,"k":"gap","why":"w","events":{"toString":1},"bytes":{}}',
        '{"s":4,"t":0,"k":"http","x":"x","phase":"request","url":"::","step":"__proto__"}',
        '{"s":5,"t":0,"k":"http","x":"x","phase":"sideways","by":"toString"}',
        '{"s":6,"t":0,"k":"timeout","at":-1,"limit":"x","ms":-5}',
        '{"s":7,"t":9,"k":"note","at":0.5,"text":"t"}',
        '{"s":8,"t":9,"k":"message","dir":"s2c","raw":"x","sse":{"block":5,"id":{},"retry":"1"},"x":"x"}',
      ].join('\n'),
    ).recorded;
    expect(lies?.events.length).toBe(9);
    if (lies) expect(everything(lies).join('').length).toBeGreaterThan(5000);
  });

  test('gives pictures without script, reference or broken markup', () => {
    fc.assert(
      fc.property(hostile, fc.boolean(), (recorded, operations) => {
        const svg = exportAs('svg', recorded, { theme: 'light', operations });
        const elements = svg.match(/<\/?[^>]*>/g) ?? [];
        const names = new Set(elements.map((element) => /^<\/?([^\s/>]*)/.exec(element)?.[1]));
        expect(
          [...names].filter((name) => !['svg', 'title', 'rect', 'path', 'g', 'text', 'tspan'].includes(name ?? '')),
        ).toEqual([]);
        expect(svg.replace('http://www.w3.org/2000/svg', '')).not.toMatch(/<[^>]*(?:href|src|url\(|\bon\w+=|http)/);
        expect(svg.replace(/<[^<>]*>/g, '')).not.toMatch(/[<>]|&(?!(?:amp|lt|gt|quot|#39);)/);
        expect(svg).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u202a-\u202e]|\p{Surrogate}/u);
      }),
    );
  });

  test('gives the terminal nothing but text and the colours of its own', () => {
    fc.assert(
      fc.property(hostile, fc.integer({ min: 20, max: 200 }), (recorded, width) => {
        for (const draw of [toTerminal, toTerminalOperations, toTerminalExplained]) {
          const drawn = draw(recorded, { color: false, width });
          expect(drawn).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u202a-\u202e]/);
          const colored = draw(recorded, { color: true, width });
          expect(colored.replace(/\u001b\[\d{1,2}m/g, '')).toBe(drawn);
        }
      }),
    );
  });

  test('is no wider than the terminal, however narrow that is', () => {
    const recorded = recordedOf(
      ...HOSTILE.flatMap((text): EventBody[] => [
        { k: 'message', dir: 'c2s', by: 'user', raw: JSON.stringify({ jsonrpc: '2.0', id: text, method: text }) },
        { k: 'message', dir: 's2c', raw: `${text} ${'漢字'.repeat(40)}` },
        { k: 'stderr', text },
        { k: 'http', x: 'x1', phase: 'request', step: 'token', url: 'http://authorization.example/token' },
        {
          k: 'message',
          dir: 'c2s',
          raw: JSON.stringify({ jsonrpc: '2.0', id: `call ${text}`, method: 'tools/call', params: { name: text } }),
        },
      ]),
    );
    for (const width of [30, 40, 59, 60, 80])
      for (const line of [toTerminal, toTerminalOperations, toTerminalExplained].flatMap((draw) =>
        draw(recorded, { color: false, width }).split('\n'),
      ))
        expect([...line.replace(/[\u3000-\u9fff]|🔑/gu, '##')].length, line).toBeLessThanOrEqual(width);
  });

  test('gives reports and HAR files that do nothing to a terminal, and mean the same', () => {
    const acts = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;
    fc.assert(
      fc.property(hostile, (recorded) => {
        expect(exportAs('markdown', recorded)).not.toMatch(acts);
        expect(exportAs('har', recorded)).not.toMatch(acts);
      }),
    );
    const raw = '{"jsonrpc":"2.0","method":"\u009b31m\u202e"}';
    const report = exportAs('markdown', recordedOf({ k: 'message', dir: 'c2s', by: 'user', raw }));
    expect(report).toContain('{"jsonrpc":"2.0","method":"\\u009b31m\\u202e"}');
    const noted = exportAs(
      'markdown',
      recordedOf(
        { k: 'gap', why: 'x' },
        { k: 'note', at: 0, text: 'see https://h/a_b?x_y=1&z=2, _not_ &lt; or &#60; _' },
      ),
    );
    // An address is a link as it stands; an escape inside would be part of it.
    expect(noted).toContain('see https://h/a_b?x_y=1&z=2, \\_not\\_ \\&lt; or \\&\\#60; \\_');
    const said = exportAs('markdown', recordedOf({ k: 'stderr', text: 'a\tb\r\n\u001b[31mred\u009b\n' }));
    expect(said).toContain('a\tb\n\u241b[31mred\u2039U+009B\u203a\n');
  });

  test('gives Mermaid lines of its own making alone', () => {
    const label = '[^;#:<>%"\'`$&{}]|#\\d+;';
    const lines = new RegExp(
      `^(?:sequenceDiagram|  (?:  )?(?:participant [CRSA] as (?:${label})+|rect rgba\\(128, 128, 128, 0\\.1\\)|end|(?:de)?activate [CRS]|Note (?:over C,S|over R|left of C|right of S): (?:${label})+|[CRSA](?:->>|-->>|-\\)|-x)[CRSA]: (?:${label})+))$`,
      'u',
    );
    fc.assert(
      fc.property(hostile, (recorded) => {
        const text = exportAs('mermaid', recorded);
        expect(
          text
            .trimEnd()
            .split('\n')
            .filter((line) => !lines.test(line)),
        ).toEqual([]);
        expect(text).not.toMatch(/: .*\bend\b/i);
        const count = (pattern: RegExp): number => text.match(pattern)?.length ?? 0;
        expect(count(/^ +activate/gm)).toBe(count(/^ +deactivate/gm));
      }),
    );
  });

  test('gives Mermaid tasks of its own making alone', () => {
    const label = '[^;#:<>%"\'`$&{}]|#\\d+;';
    const lines = new RegExp(
      `^(?:gantt|  (?:title (?:${label})+|dateFormat x|axisFormat %\\S+|todayMarker off|[→←↳…](?:${label})+ :(?:crit, |done, |active, )*\\d+, \\d+ms|(?:${label})+ :\\d+, 1ms))$`,
      'u',
    );
    fc.assert(
      fc.property(hostile, (recorded) => {
        const text = exportAs('mermaid', recorded, { operations: true });
        expect(
          text
            .trimEnd()
            .split('\n')
            .filter((line) => !lines.test(line)),
        ).toEqual([]);
      }),
    );
  });
});

describe('bounds', () => {
  const flood = recordedOf(
    ...Array.from({ length: 3000 }, (_, id): EventBody => ({
      k: 'message',
      dir: id % 2 === 0 ? 'c2s' : 's2c',
      raw: JSON.stringify({ jsonrpc: '2.0', id, method: '#;'.repeat(300) }),
    })),
  );

  test('a long recording gives short exports that say what is left out', () => {
    const mermaid = exportAs('mermaid', flood);
    expect(mermaid.length).toBeLessThan(50_000);
    expect(mermaid).toMatch(/… 2,\d{3} more rows\n$/);
    const svg = exportAs('svg', flood, { theme: 'light', width: 9000 });
    expect(Number(/ height="(\d+)"/.exec(svg)?.[1])).toBeLessThanOrEqual(8000);
    expect(/ width="(\d+)"/.exec(svg)?.[1]).toBe('2400');
    expect(svg).toContain('… 2,7');
    const gantt = exportAs('mermaid', flood, { operations: true });
    expect(gantt.length).toBeLessThan(50_000);
    expect(gantt).toMatch(/… 2,\d{3} more operations :/);
    const drawn = exportAs('svg', flood, { operations: true });
    expect(Number(/ height="(\d+)"/.exec(drawn)?.[1])).toBeLessThanOrEqual(8000);
    expect(drawn).toContain('… 2,7');
    expect(exportAs('markdown', flood).length).toBeLessThan(160_000);
    expect(toTerminal(flood, { color: false, width: 80, most: 5 }).trimEnd().split('\n').length).toBe(8);
  });
});

describe('a part', () => {
  const recorded = sample('handshake-http.mcprec');

  test('has the request of each answer and the HTTP that carried it', () => {
    const answer = recorded.events.find((event) => event.k === 'message' && /"tools":\[/.test(event.raw ?? ''));
    const part = partOf(recorded, ({ s }) => s === answer?.s);
    const messages = part.events.filter(({ k }) => k === 'message');
    expect(messages.map((event) => 'dir' in event && event.dir)).toEqual(['c2s', 's2c']);
    expect(part.events.filter(({ k }) => k === 'http').map((event) => 'phase' in event && event.phase)).toEqual([
      'request',
      'response',
      'end',
    ]);
    expect(toRows(part).rows.some(({ trouble }) => trouble)).toBe(false);
    const har = JSON.parse(exportAs('har', part)) as { log: { entries: unknown[] } };
    expect(har.log.entries.length).toBe(1);
  });

  test('is cut out of the copy without secrets, because it may lack what gives them away', () => {
    const whole = recordedOf(
      { k: 'http', x: 'x1', phase: 'request', headers: [['X-Api-Key', 'k-123456789']] },
      { k: 'stderr', text: 'using k-123456789' },
    );
    const goesAlong = eventsOfPart(whole, ({ s }) => s === 1);
    const part = selectEvents(redact(whole, planRedaction(whole)), goesAlong);
    expect(part.events.at(-1)).toMatchObject({ k: 'stderr', text: 'using ‹secret:1›' });
    expect(partOf(whole, ({ s }) => s === 1)).toEqual(selectEvents(whole, goesAlong));
  });

  test('is what passes a filter, and the whole without one', () => {
    expect(filteredPart(recorded, '')).toBe(recorded);
    const rows = toRows(filteredPart(recorded, 'method:prompts/get')).rows.filter(({ kind }) => kind === 'request');
    expect(rows.length).toBeGreaterThan(0);
    expect(new Set(rows.map(({ method }) => method))).toEqual(new Set(['prompts/get']));
  });
});

describe('a redacted recording', () => {
  test('shows its secret in no export', () => {
    fc.assert(
      fc.property(planted, ({ recorded, secret, rules }) => {
        const clean = redact(recorded, planRedaction(recorded, rules));
        for (const text of [...everything(clean), ...recordingLines(clean)])
          expect(leakOf(text, secret)).toBeUndefined();
      }),
      { numRuns: runs(30) },
    );
  });

  test('the same secret shows where nothing was redacted', () => {
    const recorded = recordedOf({ k: 'stderr', text: 'token: s3cr3t-v4lu3' });
    expect(everything(recorded).some((text) => leakOf(text, 's3cr3t-v4lu3') !== undefined)).toBe(true);
  });
});

test('diagrams and reports speak the chosen language', async () => {
  const words = await wordsIn('zh-CN');
  const recorded = sample('broken.mcprec');
  expect(exportAs('mermaid', recorded, { words })).toContain('participant C as 客户端');
  expect(exportAs('markdown', recorded, { words })).toMatch(/^## 发生了什么$/m);
  expect(exportAs('svg', recorded, { theme: 'light', words })).toContain('已启动，pid');
  expect(toTerminal(recorded, { color: false, width: 100, words })).toContain('初始化');
});
