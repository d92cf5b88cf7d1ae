/** What is chosen for a server beyond its connection, as a member of its entry in a configuration that was exported. */
import { AUTOMATIC_STEPS, DEFAULT_POLICY, type Policy } from '#shared/driver';
import { isObject } from '#shared/jsonrpc';
import { fullPolicy } from '../../base/full-policy.ts';
import type { SavedServer } from '../../session/servers.svelte.ts';

type Fields = { readonly [name: string]: unknown };
type Chosen = Pick<SavedServer, 'route' | 'policy'>;

/** What differs from a server that was just typed in; an empty object when nothing does. A server that is kept has no key of a model in its policy. */
export function settingsOf({ route, policy, spec }: SavedServer): Fields {
  const usual = DEFAULT_POLICY as unknown as Fields;
  const changed = Object.entries(policy).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(usual[name]),
  );
  return {
    ...(route === 'direct' && spec.transport !== 'stdio' ? { route } : {}),
    ...(changed.length > 0 ? { policy: Object.fromEntries(changed) } : {}),
  };
}

/** An entry's settings. Wrong types become defaults, and so do automatic answers: no foreign file may choose those. */
export function savedSettings(settings: Fields | undefined): Chosen {
  const route = settings?.['route'] === 'direct' ? 'direct' : 'relay';
  const given = isObject(settings?.['policy']) ? settings['policy'] : {};
  return { route, policy: fullPolicy(policyOf(given)) };
}

function policyOf(given: Fields): Partial<Policy> {
  const { revision, probeMs, roots, timeouts, logLevel, capabilities, meta, goodbye } = given;
  const steps = AUTOMATIC_STEPS.filter((step) => typeof given[step] === 'boolean').map((step) => [step, given[step]]);
  return {
    ...(Object.fromEntries(steps) as Partial<Policy>),
    ...(typeof revision === 'string' ? { revision } : {}),
    ...(typeof goodbye === 'boolean' ? { goodbye } : {}),
    ...(isMilliseconds(probeMs) ? { probeMs } : {}),
    ...(Array.isArray(roots)
      ? { roots: roots.filter(isRoot).map(({ uri, name }) => ({ uri, ...(name === undefined ? {} : { name }) })) }
      : {}),
    ...(isObject(timeouts) ? { timeouts: timeoutsOf(timeouts) } : {}),
    ...(typeof logLevel === 'string' ? { logLevel } : {}),
    ...(isObject(capabilities) ? { capabilities } : {}),
    ...(isObject(meta) ? { meta } : {}),
  };
}

const isMilliseconds = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= 0x7fffffff;

function isRoot(value: unknown): value is { readonly uri: string; readonly name?: string } {
  return isObject(value) && typeof value['uri'] === 'string' && ['string', 'undefined'].includes(typeof value['name']);
}

function timeoutsOf({ idleMs, totalMs, progressExtends }: Fields): Policy['timeouts'] {
  const usual = DEFAULT_POLICY.timeouts;
  return {
    idleMs: isMilliseconds(idleMs) ? idleMs : usual.idleMs,
    totalMs: isMilliseconds(totalMs) ? totalMs : usual.totalMs,
    progressExtends: typeof progressExtends === 'boolean' ? progressExtends : usual.progressExtends,
  };
}
