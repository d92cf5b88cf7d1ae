/** What breaks and what keeps the rules of `lifecycle`. */
import type { LIFECYCLE } from '../catalogue/lifecycle.ts';
import { after, client, notification, request, shaken, type Examples } from './script.ts';

const call = (id: number) => client(request(id, 'tools/call', { name: 'report', arguments: { year: 2025 } }));

export const LIFECYCLE_EXAMPLES: Partial<Examples<keyof typeof LIFECYCLE>> = {
  'lifecycle-shutdown-method': {
    given: shaken('2025-11-25'),
    breaks: [client(request(9, 'shutdown'))],
    keeps: [{ k: 'process', event: 'stdin-end' }],
  },
  'request-timeout-cancel': {
    given: shaken('2025-11-25', { server: { tools: {} } }),
    breaks: [after(1, call(5)), after(90, call(6))],
    keeps: [
      after(1, call(5)),
      after(50, client(notification('notifications/cancelled', { requestId: 5 }))),
      after(90, call(6)),
    ],
  },
};
