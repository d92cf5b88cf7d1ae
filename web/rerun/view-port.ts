/** A session of this page as what a run needs of one. */
import type { Policy } from '#shared/driver';
import type { RerunPort } from '#shared/rerun';
import { CLIENT } from '../base/client.ts';
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
    onEvents: (listener) => {
      // A task of its own: a host that is told of events takes its automatic steps first. Timers are slow in a hidden tab.
      const { port1, port2 } = new MessageChannel();
      let told = false;
      port1.onmessage = () => {
        told = false;
        listener();
      };
      const unwatch = view.onEvents(() => {
        if (!told) port2.postMessage(undefined);
        told = true;
      });
      return () => {
        unwatch();
        port1.close();
      };
    },
  };
}
