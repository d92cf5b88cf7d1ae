/** The page's one animation-frame loop. A hidden tab gets no frames: what waits is run when it becomes visible. */
type Task = () => void;

/** Updates take one of so many parts of the time while they come without end, so that what they show gets on. */
const SHARE = 10;
/** So much of that time may be taken in advance: what comes now and then is shown at once (milliseconds). */
const ADVANCE_MS = 120;
/** More than that is not the page's own work (milliseconds). */
const MAX_UPDATE_MS = 40;

const waiting = new Set<Task>();
const updates = new Set<Task>();
let requested = false;
/** When the time of the updates so far is over. */
let paidUntil = -Infinity;

function run(): void {
  requested = false;
  const tasks = [...waiting];
  waiting.clear();
  for (const task of tasks) task();
  const began = performance.now();
  if (updates.size > 0 && paidUntil - began <= ADVANCE_MS) {
    const due = [...updates];
    updates.clear();
    for (const update of due) update();
    // What they change is drawn in microtasks that were asked for meanwhile.
    queueMicrotask(() => {
      const took = Math.min(performance.now() - began, MAX_UPDATE_MS);
      paidUntil = Math.max(paidUntil, began) + took * SHARE;
    });
  }
  if (waiting.size + updates.size > 0) request();
}

function request(): void {
  if (requested) return;
  requested = true;
  requestAnimationFrame(run);
}

/** Run `task` in the next frame, once however often it is asked for before then. */
export function nextFrame(task: Task): void {
  waiting.add(task);
  request();
}

/** The same for what shows that something grew: in a later frame while such updates take much of the time. */
export function nextUpdate(update: Task): void {
  updates.add(update);
  request();
}

document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible' && waiting.size + updates.size > 0) run();
});
