/** The parameters of one message of a text. */
import { isObject, type Decoded, type IdKey } from '#shared/jsonrpc';

export type Params = { readonly [name: string]: unknown };

/** Parameters of the request with this id, of a batch that of its items; undefined when there are none or they are too large to read. */
export function requestParams(decoded: Decoded | undefined, key: IdKey | undefined): Params | undefined {
  const items = decoded?.kind === 'batch' ? decoded.items : [decoded];
  const request = items.find((item) => item?.kind === 'request' && item.key === key);
  return request?.kind === 'request' && isObject(request.params) ? request.params : undefined;
}

/** Parameters of a notification; undefined for everything else. */
export function noticeParams(decoded: Decoded | undefined): Params | undefined {
  return decoded?.kind === 'notification' && isObject(decoded.params) ? decoded.params : undefined;
}
