export * from './archive.ts';
export * from './encoding.ts';
export * from './import-text.ts';
export * from './recognise.ts';
export * from './types.ts';
export * from './zip.ts';
export { unpackedFrom } from './gunzip.ts';
