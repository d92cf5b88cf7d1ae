/** Judges of what every session has: JSON-RPC, errors, pings, the handshake, capabilities, metadata. */
import type { Judge } from '../judging.ts';
import { BATCHES } from './batches.ts';
import { CAPABILITIES_ANSWERED } from './capabilities-answered.ts';
import { CAPABILITIES_DECLARED } from './capabilities-declared.ts';
import { CAPABILITIES_USED } from './capabilities-used.ts';
import { DEPRECATIONS } from './deprecated.ts';
import { ENVELOPE } from './envelope.ts';
import { ERROR_CODES } from './error-codes.ts';
import { ERROR_SHAPE } from './error-shape.ts';
import { HANDSHAKE } from './handshake.ts';
import { INPUT_ASKED } from './input-asked.ts';
import { METADATA_JUDGE } from './metadata.ts';
import { METHOD_NAMES } from './methods.ts';
import { NEWER_FIELDS } from './newer-fields.ts';
import { PINGS } from './ping.ts';
import { REQUEST_IDS } from './request-ids.ts';
import { RESPONSE_IDS } from './response-ids.ts';
import { INIT_VERSIONS } from './init-versions.ts';
import { WAITS } from './waits.ts';

export const BASICS: readonly Judge[] = [
  ENVELOPE,
  REQUEST_IDS,
  RESPONSE_IDS,
  ERROR_SHAPE,
  ERROR_CODES,
  BATCHES,
  METHOD_NAMES,
  HANDSHAKE,
  INIT_VERSIONS,
  CAPABILITIES_DECLARED,
  CAPABILITIES_USED,
  CAPABILITIES_ANSWERED,
  INPUT_ASKED,
  PINGS,
  WAITS,
  METADATA_JUDGE,
  DEPRECATIONS,
  NEWER_FIELDS,
];
