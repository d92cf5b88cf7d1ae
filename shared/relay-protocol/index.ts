export * from './frame.ts';
export * from './messages.ts';
export * from './server-list.ts';
