export * from './frame.ts';
export * from './messages.ts';
