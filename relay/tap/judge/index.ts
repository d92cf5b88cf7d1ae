export { cameBy, goesBy, MAX_JUDGED_BYTES, type Act, type Arrived, type Handled } from './arrived.ts';
export { FILE } from './in-force.ts';
export { Judge, type OwnMessage } from './judge.ts';
