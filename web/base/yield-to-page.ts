/** Long work in short pieces, so that the page draws and answers in between; also in a hidden tab, where timers are slowed. */

const SLICE_MS = 8;

let began = 0;
let next: Promise<void> | undefined;

/** Those who wait for a task of their own. A channel of its own for each would cost more than most of what is waited for. */
const waiting: (() => void)[] = [];
let channel: MessageChannel | undefined;

/** Let the page load, draw and answer before more is done. A timer would wait four milliseconds each time. */
export function nextTask(): Promise<void> {
  if ('scheduler' in globalThis) return scheduler.postTask(() => undefined, { priority: 'background' });
  if (!channel) {
    channel = new MessageChannel();
    channel.port1.onmessage = () => waiting.shift()?.();
  }
  const { port2 } = channel;
  return new Promise((resolve) => {
    waiting.push(resolve);
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

/** Take the steps of long work that nobody waits for, each short, until one gives false. */
export async function inBackground(step: () => boolean): Promise<void> {
  while (step()) await yieldToPage();
}
