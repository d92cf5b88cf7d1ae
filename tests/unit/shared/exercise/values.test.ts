/** What an exercise calls with: values that the server told of before those that are made up, and where each is from. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  countsOf,
  exercise,
  learnedFrom,
  nextStep,
  type Answers,
  type PlanFacts,
  type Step,
  type StepReport,
  type StepResult,
} from '#shared/exercise';
import { boundedExample } from '#shared/mcp';
import { patternExample } from '../../../../shared/mcp/example-pattern.ts';
import { c2s, handshake, logOf, request, result, s2c } from '../../script.ts';

const READS = { readOnlyHint: true };
const text = (value: string): object => ({ content: [{ type: 'text', text: value }] });

interface Tool {
  readonly name: string;
  /** Schemas of the arguments, all of them required. */
  readonly takes?: { readonly [name: string]: object };
  readonly annotations?: object;
  readonly gives?: object;
}

/** The calls that are made of tools, in their order, when each gives its result. */
function callsOf(
  tools: readonly Tool[],
  answers: Answers = {},
  resources: readonly string[] = [],
): (Step & { args: unknown })[] {
  const listed = tools.map(({ name, takes = {}, annotations = READS }) => ({
    name,
    annotations,
    inputSchema: { type: 'object', properties: takes, required: Object.keys(takes) },
  }));
  const { state } = logOf(
    ...handshake('2025-11-25', { tools: {}, resources: {} }),
    c2s(request(10, 'tools/list'), { by: 'auto' }),
    s2c(result(10, { tools: listed })),
    c2s(request(11, 'resources/list'), { by: 'auto' }),
    s2c(result(11, { resources: resources.map((uri) => ({ uri, name: uri })) })),
  );
  const done = new Map<string, StepResult>();
  const calls: (Step & { args: unknown })[] = [];
  for (;;) {
    const step = nextStep({ state, done, answers, yes: true, http: false } satisfies PlanFacts);
    if (!step) return calls;
    const { gives } = tools.find(({ name }) => name === step.about) ?? {};
    done.set(step.key, { outcome: 'result', ...learnedFrom(step, gives) });
    if (step.method !== 'tools/call') continue;
    const { arguments: args } = JSON.parse(step.params ?? '{}') as { readonly arguments?: unknown };
    calls.push({ ...step, args });
  }
}

const STRING = { type: 'string' };

describe('values of earlier answers', () => {
  test('allowed folders come before “text”, and what a folder lists is read', () => {
    const calls = callsOf([
      { name: 'read_text_file', takes: { path: STRING } },
      { name: 'list_directory', takes: { path: STRING }, gives: text('[DIR] src\n[FILE] notes.txt') },
      { name: 'list_allowed_directories', gives: text('Allowed directories:\n/tmp/allowed') },
    ]);
    expect(calls.map(({ about, args }) => [about, args])).toEqual([
      ['list_allowed_directories', {}],
      ['list_directory', { path: '/tmp/allowed' }],
      ['read_text_file', { path: '/tmp/allowed/notes.txt' }],
    ]);
    expect(calls[1]?.values).toEqual([{ at: '/path', from: 'answer', of: 'tools/call list_allowed_directories' }]);
  });

  test('a listing with sizes names files of the folder that it is of, in a text and in a structured result', () => {
    const listing =
      '[FILE] notes.txt                      18 B\n[FILE] a-name-of-more-than-thirty-chars 1023.45 KB\n\nTotal: 2 files';
    for (const gives of [text(listing), { ...text(listing), structuredContent: { content: listing } }]) {
      const calls = callsOf([
        { name: 'list_allowed_directories', gives: text('Allowed directories:\n/tmp/allowed') },
        { name: 'list_directory_with_sizes', takes: { path: STRING }, gives },
        { name: 'read_file', takes: { path: STRING } },
      ]);
      expect(calls.at(-1)?.args).toEqual({ path: '/tmp/allowed/notes.txt' });
      const params = JSON.stringify({ name: 'ls', arguments: { path: '/tmp/allowed' } });
      const { learned = [] } = learnedFrom({ key: '', item: '', method: 'tools/call', about: 'ls', params }, gives);
      expect(learned.filter(({ kind }) => kind === 'file').map(({ value }) => value)).toEqual([
        '/tmp/allowed/notes.txt',
        '/tmp/allowed/a-name-of-more-than-thirty-chars',
      ]);
    }
  });

  test('an id is no address and a pattern no path, whatever they are of', () => {
    const calls = callsOf(
      [
        { name: 'list_allowed_directories', gives: text('/tmp/allowed') },
        { name: 'show', takes: { resourceId: STRING, pathPattern: STRING, file_name: STRING } },
      ],
      {},
      ['note://1'],
    );
    expect(calls.at(-1)?.args).toEqual({ resourceId: 'text', pathPattern: 'text', file_name: '/tmp/allowed' });
  });

  test('a list that is required gets one item, unless its schema refers to itself', () => {
    const entity = { type: 'object', properties: { name: STRING, note: { default: null } }, required: ['name'] };
    const tree = { type: 'object', properties: { below: { $ref: '#/$defs/tree' } }, required: ['below'] };
    const [made] = callsOf([
      {
        name: 'create',
        takes: { entities: { type: 'array', items: entity }, none: { type: 'array', maxItems: 0, items: STRING } },
      },
    ]);
    expect(made?.args).toEqual({ entities: [{ name: 'text', note: null }], none: [] });
    const recursive = { $defs: { tree }, type: 'array', items: { $ref: '#/$defs/tree' } };
    expect(boundedExample(recursive, () => undefined)).toMatchObject({ value: [], cut: false });
    // What stands for a value in a form stays empty.
    expect(boundedExample({ type: 'array', items: entity }).value).toEqual([]);
  });

  test('a tool that may overwrite is pointed at nothing that exists', () => {
    const changes = { readOnlyHint: false, destructiveHint: true };
    const calls = callsOf([
      { name: 'list_allowed_directories', gives: text('/tmp/allowed') },
      { name: 'list_directory', takes: { path: STRING }, gives: text('[FILE] notes.txt') },
      { name: 'list_users', gives: { structuredContent: { users: [{ id: 'u-7', name: 'Ada' }] } } },
      { name: 'write_file', takes: { path: STRING }, annotations: changes },
      { name: 'create_directory', takes: { path: STRING }, annotations: { readOnlyHint: false } },
      { name: 'delete_user', takes: { user_id: STRING }, annotations: changes },
    ]);
    const args = Object.fromEntries(calls.map(({ about, args: each }) => [about, each]));
    expect(args).toMatchObject({
      write_file: { path: '/tmp/allowed/lifeline-exercise.txt' },
      create_directory: { path: '/tmp/allowed/lifeline-exercise' },
      delete_user: { user_id: 'text' },
    });
  });

  test('ids and names are taken where they belong to the same thing', () => {
    const structuredContent = { users: [{ id: 'u-7', name: 'Ada', city: 'Paris' }] };
    const calls = callsOf([
      { name: 'list_users', gives: { structuredContent } },
      { name: 'list_orders', gives: text(JSON.stringify([{ id: 42, total: 9 }])) },
      { name: 'get_user', takes: { userId: STRING } },
      { name: 'get_order', takes: { id: { type: 'integer' } } },
      { name: 'get_invoice', takes: { id: STRING } },
      { name: 'get_weather', takes: { city: STRING } },
    ]);
    expect(Object.fromEntries(calls.map(({ about, args }) => [about, args]))).toMatchObject({
      get_user: { userId: 'u-7' },
      get_order: { id: 42 },
      get_invoice: { id: 'text' },
      get_weather: { city: 'Paris' },
    });
    expect(calls.find(({ about }) => about === 'get_invoice')?.values).toEqual([{ at: '/id', from: 'made-up' }]);
  });

  test('roots, listed resources and links are known without an answer', () => {
    const roots = { roots: [{ uri: 'file:///home/me/project' }] };
    const [list, open] = callsOf(
      [
        { name: 'open', takes: { uri: { type: 'string', format: 'uri' } } },
        { name: 'list_files', takes: { folder: STRING } },
      ],
      roots,
      ['note://1'],
    );
    expect(list?.args).toEqual({ folder: '/home/me/project' });
    expect(open?.args).toMatchObject({ uri: 'file:///home/me/project' });
    const [only] = callsOf([{ name: 'open', takes: { uri: STRING } }], {}, ['note://1']);
    expect(only).toMatchObject({
      args: { uri: 'note://1' },
      values: [{ at: '/uri', from: 'answer', of: 'resources/list' }],
    });
  });

  test('whatever the server answers, learning ends and keeps values short', () => {
    const step = {
      key: 'k',
      item: 'k',
      method: 'tools/call',
      about: 'list_things',
      params: '{"name":"x","arguments":{"a":"/b"}}',
    };
    fc.assert(
      fc.property(fc.jsonValue(), fc.string(), (structuredContent, said) => {
        const { learned = [] } = learnedFrom(step, {
          structuredContent,
          content: [{ type: 'text', text: said }, structuredContent],
        });
        expect(learned.length).toBeLessThanOrEqual(64);
        for (const { value } of learned) expect(String(value).length).toBeLessThanOrEqual(300);
      }),
    );
    expect(learnedFrom(step, { isError: true, structuredContent: { id: 1 } })).toEqual({});
  });
});

describe('values of the schema', () => {
  const sourceOf = (schema: object): unknown => {
    const { value, origins } = boundedExample(schema);
    return [value, origins[0]?.from];
  };

  test.each([
    [{ type: 'string', enum: ['a', 'b'] }, 'a', 'enum'],
    [{ type: 'string', const: 'c' }, 'c', 'const'],
    [{ type: 'string', default: 'd' }, 'd', 'default'],
    [{ type: 'string', examples: ['e'] }, 'e', 'examples'],
    [{ type: 'string', description: 'The town, e.g. "Oslo" or "Rome"' }, 'Oslo', 'description'],
    [{ type: 'string', format: 'ipv4' }, '127.0.0.1', 'format'],
    [{ type: 'string', format: 'duration' }, 'P1D', 'format'],
    [{ type: 'string', pattern: '^[A-Z]{3}-\\d+$' }, 'AAA-1', 'pattern'],
    [{ type: 'integer', minimum: 5 }, 5, 'limits'],
    [{ type: 'integer', minimum: 5, exclusiveMinimum: true }, 6, 'limits'],
    [{ type: 'string' }, 'text', 'made-up'],
  ])('%j gives %j by its %s', (schema, value, source) => {
    expect(sourceOf(schema)).toEqual([value, source]);
  });

  test('a text of a pattern matches it, within its lengths, and is never made by running it', () => {
    const parts = fc.constantFrom('a', '\\d', '[a-f]', '[^a-z]', '\\w', '\\.', '(?:x|yz)', '(ab)?', '[\\w.-]', '.');
    const counts = fc.constantFrom('', '*', '+', '?', '{2}', '{1,3}', '{2,}', '*?');
    const patterns = fc
      .array(fc.tuple(parts, counts), { minLength: 1, maxLength: 6 })
      .map((each) => `^${each.map(([part, count]) => part + count).join('')}$`);
    fc.assert(
      fc.property(patterns, fc.nat(12), (pattern, least) => {
        const made = patternExample(pattern, least, 40);
        if (made === undefined) return;
        expect(made).toMatch(new RegExp(pattern, 'u'));
        expect(made.length).toBeGreaterThanOrEqual(least);
      }),
    );
    expect(patternExample('^(a+)+$', 20)).toMatch(/^a{20,}$/);
    for (const unknown of ['(?=a)b', '\\1', '\\bword', 'a^b', '(', '[', '\\p{L}', 'x'.repeat(600)])
      expect(patternExample(unknown)).toBeUndefined();
    fc.assert(fc.property(fc.string(), (pattern) => void patternExample(pattern, 3, 60)));
  });

  test('a refusal of what the server itself said is a failure, of what was made up it is none', () => {
    const madeUp = (schema: object): unknown => callsOf([{ name: 't', takes: { a: schema } }])[0]?.madeUp;
    expect([{ enum: ['x'] }, { default: 1 }, { const: 'y' }].map(madeUp)).toEqual([undefined, undefined, undefined]);
    expect([STRING, { type: 'string', format: 'date' }].map(madeUp)).toEqual([true, true]);
    expect(callsOf([{ name: 't' }])[0]?.madeUp).toBeUndefined();
  });
});

test('requests end at the limit, which is said, and arguments beyond a few are not completed', async () => {
  const many = Array.from({ length: 20_000 }, (_, at) => ({ name: `a${at}`, required: true }));
  const { state } = logOf(
    ...handshake('2025-11-25', { prompts: {}, completions: {} }),
    c2s(request(10, 'prompts/list'), { by: 'auto' }),
    s2c(result(10, { prompts: [{ name: 'p', arguments: many }] })),
  );
  const sent: string[] = [];
  const reports: unknown[] = [];
  const port = {
    state: { ...state, connection: 'open' as const, initialized: true },
    policy: { timeouts: { totalMs: 1, idleMs: 1, progressExtends: true } } as never,
    client: { name: 'test', version: '1' },
    attended: false,
    lagMs: 0,
    now: () => 0,
    takeId: () => 7,
    send: (message: string) => sent.push(message),
    cancel: () => undefined,
    watch: () => () => undefined,
    until: (holds: () => boolean) => Promise.resolve(holds()),
  };
  const options = { answers: {}, yes: true, http: false, report: (step: unknown) => reports.push(step) };
  expect(await exercise(port, { ...options, most: 5 })).toEqual({ more: true });
  expect(sent).toHaveLength(5);
  // What its turn never came for is told, and counted: completions, those beyond them, and the prompt.
  expect(reports.slice(5)).toMatchObject([
    ...Array.from({ length: 12 }, () => ({ method: 'completion/complete', detail: 'limit' })),
    { detail: 'too-many', count: 20_000 - 16 },
    { method: 'prompts/get', detail: 'too-long' },
  ]);
  sent.length = 0;
  expect(await exercise(port, options)).toEqual({ more: false });
  expect(sent.length).toBeLessThan(25);
  expect(reports).toContainEqual(expect.objectContaining({ detail: 'too-many', count: 20_000 - 16 }));
  expect(sent.filter((each) => each.includes('prompts/get')).every((each) => each.includes('"progressToken":'))).toBe(
    true,
  );
});

test('of very many tools that are left at the end a thousand are named, and the others counted', async () => {
  const tools = Array.from({ length: 3000 }, (_, at) => ({ name: `t${at}`, inputSchema: { type: 'object' } }));
  const { state } = logOf(
    ...handshake('2025-11-25', { tools: {} }),
    c2s(request(10, 'tools/list'), { by: 'auto' }),
    s2c(result(10, { tools })),
  );
  const reports: StepReport[] = [];
  const port = { state: { ...state, connection: 'closed' as const }, policy: { timeouts: {} }, until: () => true };
  const report = (step: StepReport): unknown => reports.push(step);
  expect(await exercise(port as never, { answers: {}, yes: true, http: false, report })).toEqual({ more: false });
  expect(countsOf(reports)).toMatchObject({ steps: 3001, skipped: 3001 });
  expect(reports).toHaveLength(1001);
});

test('nothing is sent while the server’s own stream is being opened: what it asks would be lost', async () => {
  const { state } = logOf(...handshake('2025-11-25', {}));
  const opening = { method: 'GET', url: 'u', status: 0, stream: false, attempts: 0, standalone: true };
  const exchanges = new Map([['x3', opening]]);
  const order: string[] = [];
  const port = {
    state: { ...state, connection: 'open' as const, initialized: true, exchanges },
    policy: { timeouts: { totalMs: 1, idleMs: 1, progressExtends: true } } as never,
    client: { name: 'test', version: '1' },
    attended: false,
    lagMs: 0,
    now: () => 0,
    takeId: () => 7,
    send: () => order.push('sent'),
    cancel: () => undefined,
    watch: () => () => undefined,
    until: (holds: () => boolean) => {
      if (holds()) return Promise.resolve(true);
      // The head of the stream comes while it is waited for.
      exchanges.set('x3', { ...opening, status: 200, stream: true });
      if (holds()) order.push('opened');
      return Promise.resolve(holds());
    },
  };
  await exercise(port, { answers: {}, yes: true, http: true, report: () => undefined });
  expect(order.slice(0, 2)).toEqual(['opened', 'sent']);
});
