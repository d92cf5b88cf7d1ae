/** Which operations are about one tool, resource or prompt, and which the server began. */
import { subjectOf } from '#shared/mcp';
import { copyTables, Sequence, type Fold, type Pending } from '#shared/session';
import { paramsByKey } from './params.ts';

const METHODS: ReadonlySet<string> = new Set([
  'tools/call',
  'resources/read',
  'resources/subscribe',
  'resources/unsubscribe',
  'prompts/get',
]);
/** Methods of which the latest request matters, whatever it is about. */
const LATEST: ReadonlySet<string> = new Set(['logging/setLevel', 'server/discover']);
/** Of one subject. */
const MAX_OPERATION_COUNT = 100;

/** Operations are given by their indices, oldest first. */
export interface Exchanges {
  readonly bySubject: Map<string, readonly number[]>;
  readonly fromServer: Sequence<number>;
}

export const EXCHANGES: Fold<Exchanges> = {
  ignoresPassing: true,
  init: () => ({ bySubject: new Map(), fromServer: new Sequence() }),
  step({ bySubject, fromServer }, _event, decoded, { opened }) {
    const paramsOf = paramsByKey(decoded);
    for (const pending of opened) {
      if (pending.dir === 's2c') fromServer.push(pending.op);
      const subject = aboutOf(pending, paramsOf);
      if (subject === undefined) continue;
      const key = `${pending.method ?? ''} ${subject}`;
      bySubject.set(key, [...(bySubject.get(key) ?? []).slice(1 - MAX_OPERATION_COUNT), pending.op]);
    }
  },
  copy: copyTables,
};

export const operationsAbout = ({ bySubject }: Readonly<Exchanges>, method: string, subject: string) =>
  bySubject.get(`${method} ${subject}`) ?? [];

/** The latest request of a method for which that is kept: `logging/setLevel` and `server/discover`. */
export function latestOf(exchanges: Readonly<Exchanges>, method: string): number | undefined {
  return operationsAbout(exchanges, method, '').at(-1);
}

function aboutOf({ dir, method, key }: Pending, paramsOf: ReturnType<typeof paramsByKey>): string | undefined {
  if (dir !== 'c2s' || method === undefined) return undefined;
  if (LATEST.has(method)) return '';
  return METHODS.has(method) ? subjectOf(method, paramsOf(key)) : undefined;
}
