/**
 * The page's worker for recordings. Each instance has one task, so that none waits for another: the file `NAME.task.ts` with the
 * instance's name, whose functions answer the page. What tasks have in common is in the build once.
 */
import { answerRequests, type Calls } from './answer-requests.ts';

for (const [path, load] of Object.entries(import.meta.glob<Calls>('../**/*.task.ts')))
  if (path.endsWith(`/${self.name}.task.ts`)) answerRequests(load());
