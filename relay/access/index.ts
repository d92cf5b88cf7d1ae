export { Access, TOKEN_LIFE_MS } from './access.ts';
export { AddressFile, sweepAddressFiles } from './address-file.ts';
export { AddressPrinter } from './address-printer.ts';
export { cacheHeaders, freshAddress } from './fresh-address.ts';
export { makeOwnFolder, ownFolder, readOwnFile } from './own-folder.ts';
export { DEPARTING_WORKER, isWorkerScript } from './departing-worker.ts';
export {
  cookieFor,
  refuseSocket,
  refuseStranger,
  refuseUnknown,
  refuseWithoutCookie,
  refuseWithoutOrigin,
  securityHeaders,
  SUBPROTOCOL,
  type Secrets,
} from './guards.ts';
