/** The parameters of one message of a text. */
import { isObject, MessagesByKey, type Decoded, type IdKey } from '#shared/jsonrpc';

export type Params = { readonly [name: string]: unknown };

/** Looks up parameters of the requests of a text by their ids; undefined for those that have none or are too large to read. */
export function paramsByKey(decoded: Decoded | undefined): (key: IdKey | undefined) => Params | undefined {
  const batch = decoded?.kind === 'batch' ? new MessagesByKey() : undefined;
  return (key) => {
    const request = batch ? batch.request(decoded, key) : decoded;
    return request?.kind === 'request' && request.key === key && isObject(request.params) ? request.params : undefined;
  };
}

/** Parameters of the request with this id, of a batch that of its items; undefined when there are none or they are too large to read. */
export function requestParams(decoded: Decoded | undefined, key: IdKey | undefined): Params | undefined {
  return paramsByKey(decoded)(key);
}

export function noticeParams(decoded: Decoded | undefined): Params | undefined {
  return decoded?.kind === 'notification' && isObject(decoded.params) ? decoded.params : undefined;
}
