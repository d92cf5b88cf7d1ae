/** A session in which a person types, as the maker of the samples scripts it. */
import { tmpdir } from 'node:os';
import { DEFAULT_POLICY, type Policy } from '#shared/driver';
import type { WireEvent } from '#shared/recording';
import type { ConnectSpec } from '#shared/relay-protocol';
import { RecordedSession } from '../../relay/headless/index.ts';

/** Time for whatever a sample waits for, in milliseconds. */
const LIMIT = 20_000;

/** What a session by hand is written with. */
export interface Hands {
  readonly session: RecordedSession;
  /** Send as the person, and wait until the server has answered or asked something, `answers` messages in all. */
  say(text: string, answers?: number): Promise<void>;
  /** The newest message of the server that contains `part`. */
  heard(part: string): string;
  /** Wait until the server has sent a message that contains `part`. */
  hear(part: string): Promise<string>;
}

/** The recording of a session in which `script` types; `more` is what its policy has beside the usual. Rejects when it waits in vain. */
export function byHand(
  spec: ConnectSpec,
  more: Partial<Policy>,
  script: (hands: Hands) => Promise<void>,
): (out: string) => Promise<void> {
  return async (out) => {
    const session = new RecordedSession({
      spec,
      policy: { ...DEFAULT_POLICY, ...more },
      folder: tmpdir(),
      out,
    });
    if (session.unrecorded) throw new Error(session.unrecorded.detail);
    const said: string[] = [];
    session.watch((event: WireEvent) => {
      if (event.k === 'message' && event.dir === 's2c') said.push(event.raw ?? '');
    });
    const reach = async (holds: () => boolean): Promise<void> => {
      if (!(await session.until(holds, LIMIT))) throw new Error(`waited in vain; the last message was ${said.at(-1)}`);
    };
    session.host.open();
    await reach(
      () => session.state.initialized && session.state.phase === 'operation' && session.state.pending.size === 0,
    );
    const heard = (part: string): string => said.findLast((text) => text.includes(part)) ?? '';
    await script({
      session,
      heard,
      async say(text, answers = 1) {
        const before = said.length;
        session.host.send(text, 'user');
        await reach(() => said.length >= before + answers);
      },
      async hear(part) {
        await reach(() => heard(part) !== '');
        return heard(part);
      },
    });
    await session.host.close('finished');
  };
}
