/** What client and server agreed on: what each offered or declared, what is in force, and what was made use of. */
import { isObject, type JsonObject } from '#shared/jsonrpc';
import { CAPABILITIES, eraOf, type CapabilityFacts } from '#shared/mcp';
import { hasCapability, SESSION, type Fold, type Party, type SessionState } from '#shared/session';
import { USES, type Uses } from './uses.ts';

export interface NegotiatedParty {
  readonly name?: string;
  readonly version?: string;
}

export interface NegotiatedCapability {
  readonly side: 'client' | 'server';
  /** `tools.listChanged`; a name that no revision knows as it is. */
  readonly path: string;
  /** False for one that was used although it was not declared. */
  readonly declared: boolean;
  /** The revision has it; false for names of another revision or of nobody's. */
  readonly defined: boolean;
  /** Messages that made use of it; absent where none tells. */
  readonly uses?: number;
  /** What it holds by name, where it is a collection: extensions, experimental features. */
  readonly names?: readonly string[];
}

export interface Negotiated {
  /** The revision that the client offered or names in its requests; those that the server answered; the one that holds. */
  readonly offered?: string;
  readonly answered: readonly string[];
  readonly inForce?: string;
  readonly client: NegotiatedParty;
  readonly server: NegotiatedParty & { readonly instructions?: string };
  /** Of the client, then of the server, in the order of the specification. Empty until declared. */
  readonly capabilities: readonly NegotiatedCapability[];
  readonly notDeclared: readonly string[];
}

interface States {
  asOf<State extends object>(fold: Fold<State>, s: number): Readonly<State>;
}

/** What was agreed on just after event `s`, as far as it was: plain data that no later event changes. Never throws. */
export function negotiatedAt(states: States, s: number): Negotiated {
  const { counts } = states.asOf(USES, s);
  return negotiatedOf(states.asOf(SESSION, s), { counts });
}

export function negotiatedOf(state: Readonly<SessionState>, { counts }: Readonly<Uses>): Negotiated {
  const { offered, revision, initialized, supported, client, server } = state;
  const judged = revision ?? offered;
  const perRequest = eraOf(judged ?? '') === 'per-request';
  const answered = perRequest ? (supported ?? []) : revision === undefined ? [] : [revision];
  const capabilities =
    judged === undefined
      ? []
      : [...ofSide('client', client, judged, counts), ...ofSide('server', server, judged, counts)];
  return {
    ...(offered === undefined ? {} : { offered }),
    answered,
    ...(initialized && revision !== undefined ? { inForce: revision } : {}),
    client: named(client),
    server: { ...named(server), ...(server.instructions === undefined ? {} : { instructions: server.instructions }) },
    capabilities,
    notDeclared: notDeclared(server, judged),
  };
}

const isDefined = ({ since, until }: CapabilityFacts, revision: string): boolean =>
  since <= revision && (until === undefined || revision <= until);

function ofSide(
  side: CapabilityFacts['side'],
  party: Party,
  revision: string,
  counts: ReadonlyMap<string, number>,
): NegotiatedCapability[] {
  const { capabilities } = party;
  if (!capabilities) return [];
  const known = CAPABILITIES.filter((each) => each.side === side);
  const rows = known.flatMap((facts): NegotiatedCapability[] => {
    const declared = hasCapability(party, facts.path);
    const defined = isDefined(facts, revision);
    const uses = facts.methods.reduce((sum, method) => sum + (counts.get(method) ?? 0), 0);
    // A client that names no mode can be asked with a form (2025-11-25, client/elicitation).
    if (!declared && (!defined || uses === 0 || facts.path === 'elicitation.form')) return [];
    const names = namesIn(facts.path, capabilities);
    return [
      {
        side,
        path: facts.path,
        declared,
        defined,
        ...(facts.methods.length === 0 ? {} : { uses }),
        ...(names === undefined ? {} : { names }),
      },
    ];
  });
  const others = Object.keys(capabilities)
    .filter((path) => !known.some((facts) => facts.path === path))
    .slice(0, MAX_OTHER_COUNT)
    .map((path) => ({ side, path, declared: true, defined: false }));
  return [...rows, ...others];
}

const MAX_OTHER_COUNT = 20;
const COLLECTIONS: readonly string[] = ['extensions', 'experimental'];

function namesIn(path: string, capabilities: JsonObject): readonly string[] | undefined {
  const value = COLLECTIONS.includes(path) ? capabilities[path] : undefined;
  return isObject(value) ? Object.keys(value).slice(0, MAX_OTHER_COUNT) : undefined;
}

function notDeclared(server: Party, revision: string | undefined): string[] {
  if (!server.capabilities || revision === undefined) return [];
  return CAPABILITIES.filter(
    (facts) =>
      facts.side === 'server' &&
      !facts.path.includes('.') &&
      !COLLECTIONS.includes(facts.path) &&
      isDefined(facts, revision) &&
      !hasCapability(server, facts.path),
  ).map(({ path }) => path);
}

function named({ info }: Party): NegotiatedParty {
  const { name, version } = info ?? {};
  return { ...(typeof name === 'string' ? { name } : {}), ...(typeof version === 'string' ? { version } : {}) };
}
