/** Calls of tools: which are made, and with which arguments. */
import { isObject } from '#shared/jsonrpc';
import { boundedExample, headerParams, isShort } from '#shared/mcp';
import { hasCapability } from '#shared/session';
import { named, offers, unfinished, type PlanFacts, type Unkeyed } from './facts.ts';
import type { SkipReason, Step } from './step.ts';

type JsonObject = { readonly [name: string]: unknown };

/** Text that a header carries only in its base64 form: outside of ASCII, with blanks at both ends. */
const NEEDS_BASE64 = ' naïve … 名 ';

/** Milliseconds that the server is asked to keep a task. */
const TASK_TTL = 60_000;

/** A call of each tool; several where the person gives several arguments, or where there is more than one way to call it. */
export function toolSteps(facts: PlanFacts): Iterable<Step> {
  if (!offers(facts, 'tools/call')) return [];
  const tools = named(facts.state.lists.tools.items, 'name');
  return unfinished(facts, 'tool', tools, (name, tool) => callsOf(facts, name, tool));
}

function callsOf(facts: PlanFacts, name: string, tool: JsonObject): Unkeyed[] {
  const { tools } = facts.answers;
  const given = tools && Object.hasOwn(tools, name) ? tools[name] : undefined;
  const skip = skipReason(facts, tool, given);
  if (skip) return [{ method: 'tools/call', about: name, skip }];
  const call = (args: unknown, more: JsonObject): Unkeyed => ({
    method: 'tools/call',
    about: name,
    params: JSON.stringify({ name, arguments: args, ...more }),
    ...(given ? {} : { madeUp: true }),
  });
  const task = taskSupport(facts, tool);
  const asTask: JsonObject = { task: { ttl: TASK_TTL } };
  const usual = task === 'required' ? asTask : {};
  const example = given ? undefined : boundedExample(tool['inputSchema'] ?? { type: 'object' });
  const argumentsOf = given ? given : [isObject(example?.value) ? example.value : {}];
  if (example?.cut === true || (!given && !isShort(argumentsOf[0])))
    return [{ method: 'tools/call', about: name, skip: 'too-long' }];
  const steps = argumentsOf.map((args) => call(args, usual));
  const [first] = argumentsOf;
  if (task === 'optional') steps.push(call(first, asTask));
  const encoded = given ? undefined : withEncodedHeaders(facts, tool, first);
  return encoded ? [...steps, call(encoded, usual)] : steps;
}

/** A tool that may change something needs a yes (server/tools#annotations: without a hint a tool counts as destructive). */
function skipReason(facts: PlanFacts, tool: JsonObject, given: unknown): SkipReason | undefined {
  if (given === false) return 'left-out';
  // server/tools#x-mcp-header: a definition with invalid marks is not to be used over HTTP.
  if (mirrors(facts) && headerParams(tool['inputSchema']).faults.length > 0) return 'invalid-header-marks';
  const annotations = isObject(tool['annotations']) ? tool['annotations'] : {};
  const harmless = annotations['readOnlyHint'] === true || annotations['destructiveHint'] === false;
  return harmless || facts.yes || given !== undefined ? undefined : 'needs-yes';
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

/** True for a schema that accepts any short text. */
function isFreeText(schema: unknown): boolean {
  const limits = [
    'enum',
    'const',
    'format',
    'pattern',
    'minLength',
    'maxLength',
    '$ref',
    'allOf',
    'anyOf',
    'oneOf',
    'not',
  ];
  return isObject(schema) && schema['type'] === 'string' && limits.every((name) => schema[name] === undefined);
}
