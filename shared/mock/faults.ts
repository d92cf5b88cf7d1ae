/** Faults, as the command line names them: `delay:500@tools/call#2`, `error:-32000:Busy@tool=search`. */
import { defined } from '#shared/base';
import { aboutOf } from './client-text.ts';
import {
  WIRE_FAULTS,
  type ClientCall,
  type FaultRule,
  type MockError,
  type MockPlan,
  type WireFault,
} from './types.ts';

const RULE = /^([a-z-]+)(?::([^@]*?))?(?:@([^=]+?)(?:=(.+?))?)?(?:#([1-9]\d{0,6}))?$/s;
const DEFAULT_DELAY_MS = 1000;
/** JSON-RPC 2.0 section 5.1: an internal error. */
const INTERNAL: MockError = { code: -32603, message: 'Internal error: the mock was told to answer so' };

const METHODS: { readonly [kind: string]: string } = {
  tool: 'tools/call',
  prompt: 'prompts/get',
  resource: 'resources/read',
};

/** Read `FAULT[:VALUE][@METHOD[=NAME]][#N]`; undefined when it is none. Never throws. */
export function readFault(text: string): FaultRule | undefined {
  const [, name, value, target, about, nth] = RULE.exec(text) ?? [];
  const fault = WIRE_FAULTS.find((each) => each === name);
  const read = fault && readValue(fault, value);
  if (!fault || !read) return undefined;
  const method =
    target !== undefined && about !== undefined && Object.hasOwn(METHODS, target) ? METHODS[target] : target;
  return {
    fault,
    ms: DEFAULT_DELAY_MS,
    ...read,
    ...defined({ method, about, nth: nth === undefined ? undefined : Number(nth) }),
  };
}

function readValue(fault: WireFault, value: string | undefined): Partial<FaultRule> | undefined {
  switch (fault) {
    case 'delay':
      if (value === undefined) return {};
      return /^\d{1,7}$/.test(value) ? { ms: Number(value) } : undefined;
    case 'error': {
      if (value === undefined) return { error: INTERNAL };
      const [, code, message = INTERNAL.message] = /^(-?\d{1,9})(?::(.+))?$/s.exec(value) ?? [];
      return code === undefined ? undefined : { error: { code: Number(code), message } };
    }
    case 'status':
      return /^[2-5]\d\d$/.test(value ?? '') ? { status: Number(value) } : undefined;
    default:
      return value === undefined ? {} : undefined;
  }
}

const MAX_NAME_COUNT = 20;

/** Says what a fault names but the recording lacks, and what it has; else undefined. A `ping` need not be recorded. */
export function faultProblem({ method, about }: FaultRule, { calls }: MockPlan): string | undefined {
  if (method === undefined) return undefined;
  const ofMethod = calls.filter((call) => call.method === method);
  if (ofMethod.length === 0 && method !== 'ping') {
    const methods = namesOf(calls.map((call) => call.method ?? ''));
    return `the recording has no ${method}; it has ${methods}`;
  }
  if (about === undefined || ofMethod.some(({ params }) => aboutOf(params) === about)) return undefined;
  const names = namesOf(ofMethod.map(({ params }) => aboutOf(params)));
  return `the recording has no ${method} of ${about}${names === '' ? '' : `; it has ${names}`}`;
}

function namesOf(all: readonly string[]): string {
  const names = [...new Set(all)].filter((name) => name !== '').sort();
  const more = names.length > MAX_NAME_COUNT ? ` and ${names.length - MAX_NAME_COUNT} more` : '';
  return `${names.slice(0, MAX_NAME_COUNT).join(', ')}${more}`;
}

/** What happens to the answer to one call. */
export interface FaultEffect {
  readonly faults: ReadonlySet<WireFault>;
  /** Milliseconds by which it is late. */
  readonly ms: number;
  readonly error?: MockError;
  readonly status?: number;
}
export const NO_FAULTS: FaultEffect = { faults: new Set(), ms: 0 };

export class Faults {
  readonly #rules: readonly FaultRule[];
  readonly #counts: number[];

  constructor(rules: readonly FaultRule[]) {
    this.#rules = rules;
    this.#counts = rules.map(() => 0);
  }

  /** Faults of the next call; one without an answer can only be refused by HTTP. Of two errors or statuses the last counts. */
  next({ method, params }: Pick<ClientCall, 'method' | 'params'>, answered: boolean): FaultEffect {
    const faults = new Set<WireFault>();
    let ms = 0;
    let effect: Pick<FaultEffect, 'error' | 'status'> = {};
    for (const [index, rule] of this.#rules.entries()) {
      if (!answered && rule.fault !== 'status') continue;
      if (rule.method !== undefined && rule.method !== method) continue;
      if (rule.about !== undefined && rule.about !== aboutOf(params)) continue;
      const count = (this.#counts[index] ?? 0) + 1;
      this.#counts[index] = count;
      if (rule.nth !== undefined && rule.nth !== count) continue;
      faults.add(rule.fault);
      if (rule.fault === 'delay') ms += rule.ms;
      if (rule.error) effect = { ...effect, error: rule.error };
      if (rule.status !== undefined) effect = { ...effect, status: rule.status };
    }
    return { faults, ms, ...effect };
  }
}
