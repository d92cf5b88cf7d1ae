/** Work that follows events of a session. */
import type { SessionView } from './session-view.svelte.ts';

/**
 * Calls `listener` after events came, and `first` also without any, in a task of its own: a host that is told of events takes its
 * automatic steps first, and timers are slow in a hidden tab. Gives what ends it.
 */
export function afterEvents(view: SessionView, listener: () => void, first = false): () => void {
  const { port1, port2 } = new MessageChannel();
  let told = false;
  const tell = (): void => {
    if (!told) port2.postMessage(undefined);
    told = true;
  };
  port1.onmessage = () => {
    told = false;
    listener();
  };
  const unwatch = view.onEvents(tell);
  if (first) tell();
  return () => {
    unwatch();
    port1.close();
  };
}
