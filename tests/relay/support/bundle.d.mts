/** Bundle the program into one executable file; gives the folders of the packages in it. */
export function bundleRelay(file: string): Promise<string[]>;
/** The name, version and licence texts of the packages in these folders. Throws for one that has no licence text. */
export function readNotices(folders: Iterable<string>): { name: string; license: string; text: string }[];
/** The repository's folder. */
export const ROOT: string;
export function ruleParts(): import('rolldown').Plugin;
