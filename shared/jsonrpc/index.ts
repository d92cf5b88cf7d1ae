export * from './decode.ts';
export * from './faults.ts';
export * from './format.ts';
export * from './ids.ts';
export * from './is-decoded.ts';
export type { LargePart } from './large-part.ts';
export * from './scan.ts';
export * from './member.ts';
export * from './weigh.ts';
