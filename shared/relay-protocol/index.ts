export * from './messages.ts';
export * from './server-list.ts';
