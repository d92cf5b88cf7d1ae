/** What an exercise does next: scripts of a server's lists, and of what was done. */
import { describe, expect, test } from 'vitest';
import { sendReason } from '../../../../shared/rerun/consent.ts';
import {
  itemOf,
  learnedFrom,
  nextStep,
  planned,
  type Answers,
  type PlanFacts,
  type Step,
  type StepResult,
} from '#shared/exercise';
import type { EventBody } from '#shared/recording';
import { toolMarks } from '#shared/session';
import { c2s, handshake, logOf, OPEN, request, result, s2c } from '../../script.ts';

interface Server {
  readonly revision?: string;
  readonly capabilities?: object;
  readonly tools?: readonly object[];
  readonly resources?: readonly object[];
  readonly templates?: readonly object[];
  readonly prompts?: readonly object[];
}

/** Lists that were read to the end. */
function listings({ tools, resources, templates, prompts }: Server): EventBody[] {
  const lists = [
    ['tools/list', 'tools', tools],
    ['resources/list', 'resources', resources],
    ['resources/templates/list', 'resourceTemplates', templates],
    ['prompts/list', 'prompts', prompts],
  ] as const;
  return lists.flatMap(([method, member, items], at) =>
    items ? [c2s(request(at + 10, method), { by: 'auto' }), s2c(result(at + 10, { [member]: items }))] : [],
  );
}

/** A session with the server, in the era of its revision. */
function stateOf(server: Server): PlanFacts['state'] {
  const { revision = '2025-11-25', capabilities = { tools: {}, resources: {}, prompts: {} } } = server;
  if (revision < '2026') return logOf(...handshake(revision, capabilities), ...listings(server)).state;
  const discover = request(1, 'server/discover', { _meta: { 'io.modelcontextprotocol/protocolVersion': revision } });
  return logOf(
    ...OPEN,
    c2s(discover, { by: 'auto' }),
    s2c(result(1, { resultType: 'complete', supportedVersions: [revision], capabilities })),
    { k: 'connection', event: 'era', reason: 'discovered', detail: revision },
    ...listings(server),
  ).state;
}

type Options = Partial<Pick<PlanFacts, 'answers' | 'yes' | 'http' | 'without'>> & {
  /** What completions give, by the argument's name. */
  readonly completes?: { readonly [name: string]: string };
  /** Methods that the server refuses. */
  readonly refuses?: readonly string[];
};

/** Every step to the end, each with a result. */
function stepsOf(
  server: Server,
  { answers = {}, yes = true, http = false, completes = {}, refuses = [], without = new Set() }: Options = {},
): Step[] {
  const state = stateOf(server);
  const done = new Map<string, StepResult>();
  const steps: Step[] = [];
  for (;;) {
    const step = nextStep({ state, done, answers, yes, http, without });
    if (!step) return steps;
    steps.push(step);
    const { argument } = JSON.parse(step.params ?? '{}') as { readonly argument?: { readonly name: string } };
    const value = argument && completes[argument.name];
    done.set(step.key, {
      outcome: step.skip ? 'skipped' : refuses.includes(step.method) ? 'error' : 'result',
      ...learnedFrom(step, { completion: { values: value === undefined ? [] : [value] } }),
    });
  }
}

const tool = (name: string, more: object = {}): object => ({ name, inputSchema: { type: 'object' }, ...more });
const methods = (steps: readonly Step[]): string[] =>
  steps.map(({ method, about = '' }) => `${method} ${about}`.trim());
const paramsOf = (steps: readonly Step[], method: string): unknown[] =>
  steps.filter((step) => step.method === method).map(({ params }) => JSON.parse(params ?? '{}') as unknown);

describe('values that a server proposes', () => {
  const capabilities = { tools: {}, resources: {}, prompts: {}, completions: {} };
  const read = (template: string, options: Options = {}): unknown =>
    stepsOf({ capabilities, templates: [{ uriTemplate: template, name: 't' }] }, options).find(
      ({ method }) => method === 'resources/read',
    );

  test('are taken while they are short, and no address is made of megabytes', () => {
    expect(read('x://{id}', { completes: { id: 'a'.repeat(256) } })).toMatchObject({ about: `x://${'a'.repeat(256)}` });
    expect(read('x://{id}', { completes: { id: 'a'.repeat(9_000_000) } })).toMatchObject({
      about: 'x://1',
      madeUp: true,
    });
    const often = read(`x://${'{id}'.repeat(100)}`, { completes: { id: 'a'.repeat(200) } });
    expect(often).toMatchObject({ skip: 'too-long' });
    expect(often).not.toHaveProperty('params');
    const long = read(`x://${'a'.repeat(1_000_000)}{id}`);
    expect(long).toMatchObject({ skip: 'too-long', about: `x://${'a'.repeat(196)}…` });
    const wide = `x://${Array.from({ length: 100_000 }, (_, at) => `{v${at}}`).join('')}`;
    expect(stepsOf({ capabilities, templates: [{ uriTemplate: wide, name: 't' }] }).length).toBe(2);
  });

  test('what a person gives may be of any length', () => {
    const given = { templates: { 'x://{id}': { id: 'a'.repeat(5000) } } };
    expect(read('x://{id}', { answers: given })).toMatchObject({ about: `x://${'a'.repeat(5000)}` });
  });
});

describe('the plan', () => {
  test('has nothing but a ping for a server without capabilities, and not even that without a handshake', () => {
    expect(methods(stepsOf({ capabilities: {} }))).toEqual(['ping']);
    expect(methods(stepsOf({ revision: '2026-07-28', capabilities: {} }))).toEqual([]);
  });

  test('goes through everything the server declares, by theme', () => {
    const capabilities = {
      tools: {},
      resources: { subscribe: true },
      prompts: {},
      logging: {},
      completions: {},
      tasks: { list: {} },
    };
    const steps = stepsOf({
      capabilities,
      tools: [tool('a'), tool('b')],
      resources: [{ uri: 'x://1', name: '1' }],
      templates: [{ uriTemplate: 'x://{id}', name: 't' }],
      prompts: [{ name: 'p', arguments: [{ name: 'who', required: true }] }],
    });
    expect(methods(steps)).toEqual([
      'ping',
      'logging/setLevel',
      'completion/complete p who',
      'completion/complete x://{id} id',
      'tools/call a',
      'tools/call b',
      'resources/read x://1',
      'resources/read x://1',
      'prompts/get p',
      'resources/subscribe x://1',
      'resources/unsubscribe x://1',
      'tasks/list',
    ]);
  });

  test('takes each name once, whatever else is in the lists', () => {
    const tools = [tool('a'), tool('a'), {}, null as unknown as object, { name: 5 }];
    const steps = stepsOf({ tools });
    expect(methods(steps.filter(({ skip }) => skip === undefined))).toEqual(['ping', 'tools/call a']);
    expect(steps.slice(2).map(({ skip }) => skip)).toEqual(['same-name', 'no-name', 'no-name', 'no-name']);
  });
});

describe('tools', () => {
  const annotated = [
    tool('reads', { annotations: { readOnlyHint: true } }),
    tool('adds', { annotations: { destructiveHint: false } }),
    tool('deletes', { annotations: { destructiveHint: true } }),
    tool('unknown'),
  ];

  test('that may change something need a yes', () => {
    const skips = (options: Options): unknown[] =>
      stepsOf({ tools: annotated }, options).flatMap(({ about, skip }) => (about ? [[about, skip]] : []));
    expect(skips({ yes: false })).toEqual([
      ['reads', undefined],
      ['adds', 'needs-yes'],
      ['deletes', 'needs-yes'],
      ['unknown', 'needs-yes'],
    ]);
    expect(skips({ yes: true }).map((each) => (each as unknown[])[1])).toEqual(Array(4).fill(undefined));
    const only = new Set([itemOf('tool', 'adds')]);
    expect(skips({ yes: only }).filter((each) => (each as unknown[])[1] === undefined)).toEqual([
      ['reads', undefined],
      ['adds', undefined],
    ]);
  });

  test('that may change something are those that a rerun asks for, whatever their hints and wherever they are listed', () => {
    const hints = [true, false, undefined];
    const tools = hints.flatMap((readOnlyHint) =>
      hints.flatMap((destructiveHint) =>
        hints.map((idempotentHint) =>
          tool(`t${[readOnlyHint, destructiveHint, idempotentHint].join('-')}`, {
            annotations: { readOnlyHint, destructiveHint, idempotentHint },
          }),
        ),
      ),
    );
    const twice = [tool('twice', { annotations: { readOnlyHint: true } }), tool('twice')];
    const state = stateOf({ tools: [...tools, ...twice] });
    const skipped = stepsOf({ tools: [...tools, ...twice] }, { yes: false }).filter(({ skip }) => skip === 'needs-yes');
    const names = [...new Set([...tools, ...twice].map((each) => (each as { readonly name: string }).name))];
    const asked = names.filter((name) => {
      const raw = JSON.stringify(request(99, 'tools/call', { name }));
      return sendReason({}, raw, toolMarks(state.lists.tools)) !== undefined;
    });
    expect(skipped.map(({ about }) => about).toSorted()).toEqual(asked.toSorted());
    expect(asked).toContain('twice');
    expect(asked).toContain('tfalse-false-true');
  });

  test('are not known to read while their list is not whole', () => {
    const listed = (more: object): PlanFacts['state'] =>
      logOf(
        ...handshake('2025-11-25', { tools: {} }),
        c2s(request(10, 'tools/list'), { by: 'auto' }),
        s2c(result(10, { tools: [tool('reads', { annotations: { readOnlyHint: true } })], ...more })),
      ).state;
    const stepOf = (state: PlanFacts['state']): Step | undefined =>
      planned({ state, done: new Map(), answers: {}, yes: false, http: false }).steps.at(-1);
    expect(stepOf(listed({}))).not.toHaveProperty('skip');
    expect(stepOf(listed({ nextCursor: 'more' }))).toMatchObject({ about: 'reads', skip: 'needs-yes' });
  });

  test('methods that many servers keep for all sessions need a yes, too', () => {
    const capabilities = { logging: {}, resources: { subscribe: true } };
    const server = { capabilities, resources: [{ uri: 'x://1', name: '1' }] };
    const skipped = stepsOf(server, { yes: false }).flatMap(({ method, skip }) => (skip ? [method] : []));
    expect(skipped).toEqual(['logging/setLevel', 'resources/subscribe', 'resources/unsubscribe']);
  });

  test('are left out as a person says, once each', () => {
    const without = new Set([itemOf('tool', 'a'), 'ping']);
    const capabilities = { tools: {}, tasks: { requests: { tools: { call: {} } } } };
    const tools = [tool('a', { execution: { taskSupport: 'optional' } }), tool('b')];
    const steps = stepsOf({ capabilities, tools }, { without });
    expect(steps.map(({ method, about, skip }) => [about ?? method, skip])).toEqual([
      ['ping', 'left-out'],
      ['a', 'left-out'],
      ['b', undefined],
    ]);
    expect(steps[1]).not.toHaveProperty('params');
  });

  test('get arguments that their schema accepts, or those that were given, one call each', () => {
    const schema = { type: 'object', properties: { n: { type: 'integer', minimum: 3 } }, required: ['n'] };
    const tools = [tool('made', { inputSchema: schema }), tool('given'), tool('twice'), tool('never')];
    const answers: Answers = { tools: { given: [{ a: 1 }], twice: [{ b: 1 }, { b: 2 }], never: false } };
    const steps = stepsOf({ tools }, { answers, yes: false });
    expect(paramsOf(steps, 'tools/call')).toEqual([
      { name: 'given', arguments: { a: 1 } },
      { name: 'twice', arguments: { b: 1 } },
      { name: 'twice', arguments: { b: 2 } },
      {},
      {},
    ]);
    expect(steps.filter(({ skip }) => skip).map(({ about, skip }) => [about, skip])).toEqual([
      ['never', 'left-out'],
      ['made', 'needs-yes'],
    ]);
    const made = stepsOf({ tools }).find(({ about }) => about === 'made');
    expect(made).toMatchObject({ madeUp: true, params: '{"name":"made","arguments":{"n":3}}' });
  });

  test('are left out where what their schema demands would be too long, unless it is given', () => {
    const wants = (name: string, text: object): object =>
      tool(name, { inputSchema: { type: 'object', properties: { text }, required: ['text'] } });
    const many = Array.from({ length: 5000 }, (_, at) => `property-number-${at}`);
    const deep = (levels: number): object => JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`) as object;
    const tools = [
      wants('plain', { type: 'string' }),
      wants('longer', { type: 'string', minLength: 4096 }),
      wants('too-long', { type: 'string', minLength: 4097 }),
      wants('default', { type: 'string', default: 'x'.repeat(5000) }),
      wants('deep', { default: deep(500) }),
      tool('many', { inputSchema: { type: 'object', required: many } }),
    ];
    const steps = stepsOf({ tools }).filter(({ method }) => method === 'tools/call');
    expect(steps.map(({ about, skip }) => [about, skip])).toEqual([
      ['plain', undefined],
      ['longer', undefined],
      ...['too-long', 'default', 'deep', 'many'].map((name) => [name, 'too-long']),
    ]);
    expect(steps[1]?.params?.length).toBeLessThan(4200);
    const given = { tools: { 'too-long': [{ text: 'x'.repeat(5000) }] } };
    expect(stepsOf({ tools }, { answers: given }).find(({ about }) => about === 'too-long')?.skip).toBeUndefined();
  });

  test('are called as tasks where they must be, and both ways where they can be', () => {
    const capabilities = { tools: {}, tasks: { requests: { tools: { call: {} } } } };
    const tools = ['required', 'optional', 'forbidden'].map((taskSupport) =>
      tool(taskSupport, { execution: { taskSupport } }),
    );
    const calls = (server: Server): unknown[] =>
      (paramsOf(stepsOf(server), 'tools/call') as { readonly name: string; readonly task?: object }[]).map(
        ({ name, task }) => `${name}${task ? ' as a task' : ''}`,
      );
    expect(calls({ capabilities, tools })).toEqual([
      'required as a task',
      'optional',
      'optional as a task',
      'forbidden',
    ]);
    expect(calls({ tools })).toEqual(['required', 'optional', 'forbidden']);
  });

  describe('with marked arguments', () => {
    const marked = (type: string): object => ({ type, 'x-mcp-header': 'Region' });
    const good = tool('good', {
      inputSchema: {
        type: 'object',
        properties: { region: marked('string'), size: { type: 'integer', 'x-mcp-header': 'Size' } },
        required: ['region', 'size'],
      },
    });
    const bad = tool('bad', { inputSchema: { type: 'object', properties: { region: marked('object') } } });
    const server = { revision: '2026-07-28', capabilities: { tools: {} }, tools: [good, bad] };

    test('are called a second time with texts that a header cannot carry as they are', () => {
      const [, plain, encoded] = paramsOf(stepsOf(server, { http: true }), 'tools/call') as {
        readonly arguments: { readonly region: string; readonly size: number };
      }[];
      expect(plain?.arguments).toEqual({ region: 'text', size: 1 });
      expect(encoded?.arguments).toMatchObject({ size: 1, region: expect.stringMatching(/^ .*[^\x20-\x7e].* $/) });
    });

    test('are left out when the marks are invalid, over HTTP alone', () => {
      const skipped = (options: Options): unknown[] =>
        stepsOf(server, options).flatMap(({ about, skip }) => (skip ? [[about, skip]] : []));
      expect(skipped({ http: true })).toEqual([['bad', 'invalid-header-marks']]);
      expect(skipped({ http: false })).toEqual([]);
      expect(methods(stepsOf(server, { http: false }))).toEqual(['tools/call bad', 'tools/call good']);
    });
  });
});

describe('resources', () => {
  test('are read as listed, and as the person names them', () => {
    const answers: Answers = { resources: ['x://more', 'x://1'] };
    const steps = stepsOf({ resources: [{ uri: 'x://1', name: '1' }] }, { answers });
    expect(paramsOf(steps, 'resources/read')).toEqual([{ uri: 'x://1' }, { uri: 'x://more' }]);
    expect(steps.every(({ madeUp }) => madeUp === undefined)).toBe(true);
  });

  test('of a template come from the person, from completion, or are made up', () => {
    const templates = [{ uriTemplate: 'x://{given}/{completed}/{unknown}', name: 't' }];
    const capabilities = { resources: {}, completions: {} };
    const answers: Answers = { templates: { 'x://{given}/{completed}/{unknown}': { given: 'g' } } };
    const options = { answers, completes: { given: 'no', completed: 'c' } };
    const steps = stepsOf({ capabilities, templates }, options);
    expect(steps.at(-1)).toMatchObject({ about: 'x://g/c/1', madeUp: true });
    const known = stepsOf({ capabilities, templates: [{ uriTemplate: 'x://{completed}', name: 't' }] }, options);
    expect(known.at(-1)).toMatchObject({ about: 'x://c' });
    expect(known.at(-1)).not.toHaveProperty('madeUp');
  });

  test('are subscribed to in the way of the revision', () => {
    const server = { capabilities: { resources: { subscribe: true } }, resources: [{ uri: 'x://1', name: '1' }] };
    expect(stepsOf({ ...server, revision: '2026-07-28' }).at(-1)).toMatchObject({
      method: 'subscriptions/listen',
      params: '{"notifications":{"resourceSubscriptions":["x://1"]}}',
      cancel: true,
    });
    expect(methods(stepsOf({ ...server, capabilities: { resources: {} } }))).toEqual(['ping', 'resources/read x://1']);
    // What was refused has nothing to end.
    expect(methods(stepsOf(server, { refuses: ['resources/subscribe'] })).at(-1)).toBe('resources/subscribe x://1');
  });
});

describe('prompts', () => {
  const prompts = [{ name: 'p', arguments: [{ name: 'a', required: true }, { name: 'b' }, { name: 'c' }] }];
  const capabilities = { prompts: {}, completions: {} };

  test('get what completion proposes, each value the context of the next, and what is required beside it', () => {
    const steps = stepsOf({ capabilities, prompts }, { completes: { b: 'two' } });
    expect(paramsOf(steps, 'completion/complete')).toEqual([
      { ref: { type: 'ref/prompt', name: 'p' }, argument: { name: 'a', value: '' } },
      { ref: { type: 'ref/prompt', name: 'p' }, argument: { name: 'b', value: '' } },
      {
        ref: { type: 'ref/prompt', name: 'p' },
        argument: { name: 'c', value: '' },
        context: { arguments: { b: 'two' } },
      },
    ]);
    expect(steps.at(-1)).toMatchObject({ madeUp: true });
    expect(paramsOf(steps, 'prompts/get')).toEqual([{ name: 'p', arguments: { b: 'two', a: '1' } }]);
  });

  test('get no context before the revision that has it', () => {
    const steps = stepsOf({ capabilities, prompts, revision: '2025-03-26' }, { completes: { a: 'one' } });
    expect(paramsOf(steps, 'completion/complete').filter((each) => 'context' in (each as object))).toEqual([]);
  });

  test('get the arguments that were given, and no others', () => {
    const steps = stepsOf({ capabilities: { prompts: {} }, prompts }, { answers: { prompts: { p: { a: 'mine' } } } });
    expect(paramsOf(steps, 'prompts/get')).toEqual([{ name: 'p', arguments: { a: 'mine' } }]);
    expect(steps.at(-1)).not.toHaveProperty('madeUp');
  });
});
