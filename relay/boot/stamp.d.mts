export function fingerprint(root: string, sources: readonly string[]): string;
export function isCurrent(stamp: string, result: string, print: string): boolean;
export function writeStamp(stamp: string, print: string): void;
