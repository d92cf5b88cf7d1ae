export * from './bytes.ts';
export * from './header.ts';
export * from './line.ts';
export * from './reader.ts';
export * from './wire-event.ts';
