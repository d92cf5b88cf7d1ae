/** How the next messages go over HTTP: what is sent by itself, and what a person changes, leaves out or adds. */
import { POST_HEADERS, type HeaderPairs } from '#shared/recording';
import type { HttpDetails } from '#shared/transport';

/** A header as it will be sent. Without a value where the page does not know it: the relay has it. */
export interface PlannedHeader {
  readonly name: string;
  readonly value?: string;
  readonly from: 'transport' | 'protocol' | 'connection';
}

/** What differs from the plan. Keys of `values` and entries of `without` are lower-case names. */
export interface HttpDraft {
  readonly method: string;
  readonly values: { readonly [name: string]: string };
  readonly without: readonly string[];
  readonly added: HeaderPairs;
  readonly exact: boolean;
}

export const AS_PLANNED: HttpDraft = { method: 'POST', values: {}, without: [], added: [], exact: false };

/** Every header of a POST, in order. What is set for the connection goes before what is usual. */
export function plannedHeaders(protocol: HeaderPairs, connection: readonly string[]): PlannedHeader[] {
  const own = new Set(connection.map((name) => name.toLowerCase()));
  const usual: PlannedHeader[] = [
    ...POST_HEADERS.map(([name, value]): PlannedHeader => ({ name, value, from: 'transport' })),
    ...protocol.map(([name, value]): PlannedHeader => ({ name, value, from: 'protocol' })),
  ];
  return [
    ...usual.filter(({ name }) => !own.has(name.toLowerCase())),
    ...connection.map((name): PlannedHeader => ({ name, from: 'connection' })),
  ];
}

export function httpDetails(draft: HttpDraft, planned: readonly PlannedHeader[]): HttpDetails | undefined {
  const { method, values, without, added, exact } = draft;
  if (changes(draft) === 0) return undefined;
  const kept = planned.filter(({ name }) => !without.includes(name.toLowerCase()));
  const headers = kept.flatMap(({ name, value, from }): [string, string][] => {
    const typed = values[name.toLowerCase()];
    // What the transport and the connection set by themselves is only said where it differs.
    const sent = typed ?? (from === 'protocol' || exact ? value : undefined);
    return sent === undefined ? [] : [[name, sent]];
  });
  return {
    headers: [...headers, ...added.filter(([name]) => isHeaderName(name))],
    ...(method === 'POST' ? {} : { method }),
    ...(without.length > 0 && !exact ? { without } : {}),
    ...(exact ? { exact } : {}),
  };
}

export function changes({ method, values, without, added, exact }: HttpDraft): number {
  return (method === 'POST' ? 0 : 1) + Object.keys(values).length + without.length + added.length + (exact ? 1 : 0);
}

/** True for a token (RFC 9110 section 5.6.2). */
export function isHeaderName(name: string): boolean {
  return /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(name);
}

/** The draft with another value for a header: one that is planned, else one that is added. */
export function withValue(draft: HttpDraft, planned: readonly PlannedHeader[], name: string, value: string): HttpDraft {
  const key = name.toLowerCase();
  if (!planned.some((each) => each.name.toLowerCase() === key)) {
    const others = draft.added.filter(([each]) => each.toLowerCase() !== key);
    return { ...draft, added: [...others, [name, value]] };
  }
  return { ...draft, without: draft.without.filter((each) => each !== key), values: { ...draft.values, [key]: value } };
}

export function withSent(draft: HttpDraft, name: string, sent: boolean): HttpDraft {
  const key = name.toLowerCase();
  const values = Object.fromEntries(Object.entries(draft.values).filter(([each]) => each !== key));
  const others = draft.without.filter((each) => each !== key);
  return { ...draft, values: sent ? draft.values : values, without: sent ? others : [...others, key] };
}
