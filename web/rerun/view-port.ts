/** A session of this page as what a run needs of one. */
import type { Policy } from '#shared/driver';
import type { RerunPort } from '#shared/rerun';
import { CLIENT } from '../base/client.ts';
import { afterEvents } from '../session/after-events.ts';
import type { SessionView } from '../session/session-view.svelte.ts';

/** The port of `view`, whose session was opened with `policy`. */
export function viewPort(view: SessionView, policy: Policy): RerunPort {
  return {
    log: view.log,
    header: view.header,
    client: CLIENT,
    get policy() {
      return view.source.policy ?? policy;
    },
    send: (text, details) => view.source.send(text, details),
    cancel: (op, reason) => view.source.cancel(op, reason, 'rerun'),
    close: () => view.source.close(),
    onEvents: (listener) => afterEvents(view, listener),
  };
}
