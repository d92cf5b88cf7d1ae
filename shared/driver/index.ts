export * from './policy.ts';
export * from './react.ts';
export * from './session-host.ts';
