/** A session over Streamable HTTP as the page hosts it by itself: the shared host and transport, and the platform's `fetch`. */
import { onTestFinished } from 'vitest';
import { SessionHost, type Policy, type SendDetails } from '#shared/driver';
import { SessionLog } from '#shared/session';
import { StreamableHttp, type Fetch } from '#shared/transport';
import { PROGRAM } from '../../../relay/base/program.ts';
import { HANDSHAKE } from '../../relay/support/page.ts';

/** The platform's `fetch`, which takes and gives more than the transport needs. */
const platformFetch = (url: string, init: object): Promise<Response> => fetch(url, init);

/** What direct and relayed sessions have in common for a test. */
export interface Hosted {
  readonly log: SessionLog;
  send(text: string, details?: SendDetails): void;
  cancel(op: number): void;
  setPolicy(policy: Partial<Policy>): void;
  end(): Promise<unknown>;
}

/** Open a session to `url` without a relay. */
export function openDirect(url: string, policy: Partial<Policy> = {}): Hosted {
  const log = new SessionLog();
  const start = performance.now();
  const host = new SessionHost({
    openTransport: (emit) => new StreamableHttp({ url, headers: [], fetch: platformFetch as Fetch }, emit),
    policy: { ...HANDSHAKE, ...policy },
    client: PROGRAM,
    log,
    now: () => Math.round((performance.now() - start) * 1000),
    record: () => undefined,
  });
  host.open();
  onTestFinished(() => host.close('closed-by-user'));
  return {
    log,
    send: (text, details) => host.send(text, 'user', details),
    cancel: (op) => host.cancel(op, 'test'),
    setPolicy: (next) => host.setPolicy({ ...host.policy, ...next }),
    end: () => host.close('closed-by-user'),
  };
}
