import type { Calls } from './answer-requests.ts';
import EngineWorker from './engine.worker.ts?worker';
import { WorkerLink } from './worker-link.ts';

/** Start a worker for one task: `Task` is the module `NAME.task.ts`, whose functions are asked. */
export const startTask = <Task extends Calls>(name: string): WorkerLink<Task> =>
  new WorkerLink(new EngineWorker({ name }));
