export { Access, TOKEN_LIFE_MS, AddressPrinter } from './access.ts';
export { AddressFile, sweepAddressFiles, makeOwnFolder, ownFolder, readOwnFile } from './address-file.ts';
export { addressOf, cacheHeaders } from './fresh-address.ts';
export { DEPARTING_WORKER, isWorkerScript } from './departing-worker.ts';
export {
  cookieFor,
  isElsewhere,
  originOf,
  refuseSocket,
  refuseStranger,
  refuseUnknown,
  refuseWithoutCookie,
  refuseWithoutOrigin,
  securityHeaders,
  SUBPROTOCOL,
  type Secrets,
} from './guards.ts';
