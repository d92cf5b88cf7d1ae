export * from './frame.ts';
export * from './hosts.ts';
export * from './messages.ts';
export * from './network-settings.ts';
export * from './origins.ts';
