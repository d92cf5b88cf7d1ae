export { readClientText } from './client-text.ts';
export { faultProblem, readFault } from './faults.ts';
export { Mock } from './mock.ts';
export { planMock } from './plan.ts';
export type { LiveCall } from './running.ts';
export { serve, servedBySession, type Served } from './served.ts';
export * from './types.ts';
export { Usage } from './usage.ts';
