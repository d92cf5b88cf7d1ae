/** The servers that were connected to. The values of their variables and headers are kept apart; here are the names. */
import type { Policy } from '#shared/driver';
import { isObject } from '#shared/jsonrpc';
import type { RecordingHeader } from '#shared/recording';
import type { ConnectSpec } from '#shared/relay-protocol';
import { fullPolicy } from '../base/full-policy.ts';
import { namesOnly, valuesOf, withValues } from '../base/secret-values.ts';
import { keepState, keptUnder } from '../base/kept-state.ts';
import { values } from '../base/values.svelte.ts';

/** A server as the connect form knows it. `route` matters for HTTP only. */
export interface SavedServer {
  readonly name: string;
  readonly spec: ConnectSpec;
  readonly route: 'direct' | 'relay';
  readonly policy: Policy;
  /** Its name in the list of servers, or that of the one there whose place it takes. */
  readonly listedAs?: string;
}

/** As it is stored: without values; `withheld` when there are some. */
interface StoredServer extends SavedServer {
  readonly withheld?: true;
  /** When it was connected to last (milliseconds). */
  readonly used: number;
}

/** More than a person keeps; whoever pastes a longer list has the first of it. */
const MAX_SERVER_COUNT = 200;
/** Under this name the server is kept, and its values under the same as a value. */
const nameOf = (server: string): string => `server ${server}`;

/** The same program with the same words in the same folder, or the same address. */
export function isSameTarget(spec: ConnectSpec, connection: RecordingHeader['connection'] | ConnectSpec): boolean {
  if (spec.transport === 'stdio')
    return (
      connection.transport === 'stdio' &&
      spec.command === connection.command &&
      spec.cwd === connection.cwd &&
      spec.args.length === connection.args.length &&
      spec.args.every((arg, at) => arg === connection.args[at])
    );
  return connection.transport === 'streamable-http' && spec.url === connection.url;
}

class Servers {
  readonly #stored = $derived(
    keptUnder(nameOf(''))
      .filter(([, value]) => isObject(value) && isObject(value['spec']))
      .map(([name, value]) => ({ ...(value as unknown as StoredServer), name }))
      .map((server) => ({ ...server, policy: fullPolicy(server.policy) }))
      .sort((a, b) => b.used - a.used),
  );
  /** Most recently used first. */
  readonly all: readonly SavedServer[] = $derived(
    this.#stored.map(({ withheld: _, used: __, ...server }) => ({
      ...server,
      listedAs: server.name,
      spec: withValues(server.spec, values.get(nameOf(server.name))),
    })),
  );

  /** True when the values of a server were given once and are not here: it can't be connected as it was. */
  lacksValues(name: string): boolean {
    const server = this.#stored.find((each) => each.name === name);
    return server?.withheld === true && values.get(nameOf(name)) === undefined;
  }
  /** Remember a server at the top of the list; one of the same name is replaced, and the one whose place it takes. */
  remember({ name, spec, route, policy, listedAs = name }: SavedServer): void {
    if (listedAs !== name) this.forget(listedAs);
    const others = this.#stored.filter((server) => server.name !== name);
    for (const server of others.slice(MAX_SERVER_COUNT - 1)) this.forget(server.name);
    const given = valuesOf(spec);
    if (given === undefined) this.#dropValues(name);
    else void values.put({ [nameOf(name)]: given }, true);
    const used = Math.max(Date.now(), ...others.map((server) => server.used + 1));
    const withheld = given === undefined ? {} : { withheld: true };
    keepState({ [nameOf(name)]: { spec: namesOnly(spec), route, policy, ...withheld, used } });
  }
  /** Keep the policy of a server that is remembered; its place in the list stays. */
  keepPolicy(name: string, policy: Policy): void {
    const server = this.#stored.find((each) => each.name === name);
    if (server) keepState({ [nameOf(name)]: { ...server, policy } });
  }
  forget(name: string): void {
    this.#dropValues(name);
    keepState({ [nameOf(name)]: undefined });
  }

  #dropValues(name: string): void {
    if (values.get(nameOf(name)) !== undefined) void values.put({ [nameOf(name)]: null }, true);
  }
}

export const servers = new Servers();
