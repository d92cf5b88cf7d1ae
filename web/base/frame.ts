/** The page's one animation-frame loop. A hidden tab gets no frames: what waits is run when it becomes visible. */
type Task = () => void;

const waiting = new Set<Task>();
let requested = false;

function run(): void {
  requested = false;
  const tasks = [...waiting];
  waiting.clear();
  for (const task of tasks) task();
}

/** Run `task` in the next frame, once however often it is asked for before then. */
export function nextFrame(task: Task): void {
  waiting.add(task);
  if (requested) return;
  requested = true;
  requestAnimationFrame(run);
}

document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible' && waiting.size > 0) run();
});
