/** Bundle relay/cli.ts into one executable file. */
export function bundleRelay(file: string): Promise<void>;
/** The repository's folder. */
export const ROOT: string;
