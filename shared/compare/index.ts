export * from './calibrate.ts';
export * from './compare.ts';
export { likeness } from './likeness.ts';
export { isIdName, type LiveValue, type RunOnPurpose } from './live-values.ts';
export * from './line-parts.ts';
export * from './masks.ts';
export * from './text-difference.ts';
export * from './types.ts';
export * from './words.ts';
