/** Long work in short pieces, so that the page draws and answers in between; also in a hidden tab, where timers are slowed. */

const SLICE_MS = 8;

let began = 0;
let next: Promise<void> | undefined;

/** Let the page draw and answer before more is done. A timer would wait four milliseconds each time. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}

/** To be asked between two steps of long work: undefined while the present slice lasts, then what to wait for. */
export function yieldToPage(): Promise<void> | undefined {
  if (!next && performance.now() - began >= SLICE_MS)
    next = nextTask().then(() => {
      next = undefined;
      began = performance.now();
    });
  return next;
}
