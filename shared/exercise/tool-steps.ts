/** Calls of tools: which are made, and with which arguments. */
import { defined } from '#shared/base';
import { isObject, type JsonObject } from '#shared/jsonrpc';
import { boundedExample, headerParams, isShort } from '#shared/mcp';
import { changeReason, hasCapability, type ToolMarks } from '#shared/session';
import { isAgreed, itemOf, listedTools, offers, unfinished, type PlanFacts, type Unkeyed } from './facts.ts';
import type { SkipReason, Step, StepValue, ValueSource } from './step.ts';
import { givenValues, knownValues, suggestFor } from './suggest.ts';

/** Text that a header carries only in its base64 form: outside of ASCII, with blanks at both ends. */
const NEEDS_BASE64 = ' naïve … 名 ';

/** Milliseconds that the server is asked to keep a task. */
const TASK_TTL = 60_000;

/** A call of each tool, several for several arguments or ways to call. Tools that tell go first, destructive ones last. */
export function* toolSteps(facts: PlanFacts): Iterable<Step> {
  if (!offers(facts, 'tools/call')) return;
  const { ordered, unreachable, marks } = (facts.tools ?? listedTools)(facts.state.lists.tools);
  yield* unfinished(facts, 'tool', ordered, (name, tool) => callsOf(facts, name, tool, marks));
  yield* unreachable;
}

function callsOf(facts: PlanFacts, name: string, tool: JsonObject, marks: ToolMarks): Unkeyed[] {
  const { tools } = facts.answers;
  const given = tools && Object.hasOwn(tools, name) ? tools[name] : undefined;
  const skip = skipReason(facts, tool, given);
  if (skip) return [{ method: 'tools/call', about: name, skip }];
  // Who gives arguments has agreed to the call.
  const reason = given ? undefined : changeReason('tools/call', name, marks);
  const change = defined({ change: reason });
  const isAllowed = reason === undefined || isAgreed(facts, itemOf('tool', name));
  if (!isAllowed) return [{ method: 'tools/call', about: name, ...change }];
  const call = (args: unknown, values: readonly StepValue[], more: JsonObject): Unkeyed => ({
    method: 'tools/call',
    about: name,
    params: JSON.stringify({ name, arguments: args, ...more }),
    ...(values.length > 0 ? { values } : {}),
    ...(values.every(({ from }) => CERTAIN.has(from)) ? {} : { madeUp: true }),
    ...change,
  });
  const task = taskSupport(facts, tool);
  const asTask: JsonObject = { task: { ttl: TASK_TTL } };
  const usual = task === 'required' ? asTask : {};
  const chosen = given
    ? given.map((args): Chosen => ({ args, values: givenValues(args) }))
    : madeArguments(facts, name, tool, reason !== undefined);
  if (!chosen) return [{ method: 'tools/call', about: name, skip: 'too-long', ...change }];
  const steps = chosen.map(({ args, values }) => call(args, values, usual));
  const [first] = chosen;
  if (task === 'optional' && first) steps.push(call(first.args, first.values, asTask));
  const encoded = given ? undefined : withEncodedHeaders(facts, tool, first?.args);
  return encoded && first ? [...steps, call(encoded, [{ at: '', from: 'made-up' }], usual)] : steps;
}

/** What a server that is told these has no reason to refuse: its own words, or the person's. */
const CERTAIN: ReadonlySet<ValueSource> = new Set(['given', 'default', 'const', 'enum', 'examples']);

interface Chosen {
  readonly args: JsonObject;
  readonly values: readonly StepValue[];
}

/** Arguments that the schema accepts; undefined where what it demands is too long. */
function madeArguments(facts: PlanFacts, name: string, tool: JsonObject, changes: boolean): [Chosen] | undefined {
  const hints = isObject(tool['annotations']) ? tool['annotations'] : {};
  const mayDestroy = changes && hints['destructiveHint'] !== false;
  const suggest = suggestFor(name, () => knownValues(facts), mayDestroy);
  const { value, cut, origins } = boundedExample(tool['inputSchema'] ?? { type: 'object' }, suggest);
  const args = isObject(value) ? value : {};
  if (cut || !isShort(args)) return undefined;
  const values = origins.map(({ at, from, of }): StepValue => ({
    at,
    from: from === 'suggested' ? 'answer' : from,
    ...defined({ of }),
  }));
  return [{ args, values }];
}

function skipReason(facts: PlanFacts, tool: JsonObject, given: unknown): SkipReason | undefined {
  if (given === false) return 'left-out';
  // server/tools#x-mcp-header: a definition with invalid marks is not to be used over HTTP.
  return mirrors(facts) && headerParams(tool['inputSchema']).faults.length > 0 ? 'invalid-header-marks' : undefined;
}

const mirrors = ({ http, state }: PlanFacts): boolean => http && state.era?.era === 'per-request';

/** Whether a tool can be called as a task of the handshake era (2025-11-25, basic/utilities/tasks); later the server decides. */
function taskSupport({ state }: PlanFacts, tool: JsonObject): unknown {
  const execution = isObject(tool['execution']) ? tool['execution'] : {};
  return hasCapability(state.server, 'tasks.requests.tools.call') ? execution['taskSupport'] : undefined;
}

/** The same arguments, with texts that need the base64 form where they are repeated as headers; undefined when none are. */
function withEncodedHeaders(facts: PlanFacts, tool: JsonObject, args: JsonObject | undefined): JsonObject | undefined {
  if (!mirrors(facts)) return undefined;
  const schema = isObject(tool['inputSchema']) ? tool['inputSchema'] : {};
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  const free = headerParams(schema).params.flatMap(({ path: [name = '', ...deeper] }) =>
    deeper.length === 0 && args && Object.hasOwn(args, name) && isFreeText(properties[name]) ? [name] : [],
  );
  return free.length > 0 ? { ...args, ...Object.fromEntries(free.map((name) => [name, NEEDS_BASE64])) } : undefined;
}

function isFreeText(schema: unknown): boolean {
  const limits = 'enum const format pattern minLength maxLength $ref allOf anyOf oneOf not'.split(' ');
  return isObject(schema) && schema['type'] === 'string' && limits.every((name) => schema[name] === undefined);
}
