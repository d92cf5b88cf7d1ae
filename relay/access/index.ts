export { Access, TOKEN_LIFE_MS } from './access.ts';
export { AddressFile, sweepAddressFiles } from './address-file.ts';
export { AddressPrinter } from './address-printer.ts';
export { addressOf, cacheHeaders } from './fresh-address.ts';
export { makeOwnFolder, ownFolder, readOwnFile } from './own-folder.ts';
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
