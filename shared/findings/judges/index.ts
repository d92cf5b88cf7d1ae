/** Every judge. Within an event they are asked in this order. */
import type { Judge } from '../judging.ts';
import { BASICS } from './basics.ts';
import { FEATURES } from './features.ts';
import { PATTERNS } from './patterns.ts';
import { SCHEMAS } from './schemas.ts';
import { TRANSPORTS } from './transports.ts';

export const JUDGES: readonly Judge[] = [
  // Messages of any kind.
  ...BASICS,
  SCHEMAS,
  ...FEATURES,
  ...PATTERNS,
  ...TRANSPORTS,
];
