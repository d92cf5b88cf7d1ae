/** Name and version, as recordings and `initialize` carry them. */
import { name, version } from '../../package.json';

export const PROGRAM = { name, version } as const;
