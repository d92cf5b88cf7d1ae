/** Whether a value from elsewhere is what `decodeText` gives. */
import { isObject, type Decoded } from './decode.ts';
import { isFault } from './faults.ts';

const isText = (value: unknown): value is string => typeof value === 'string';
const isId = (value: unknown): boolean => isText(value) || typeof value === 'number';

/** True for any value with the members that those who read a decoded message rely on. Never throws. */
export function isDecoded(value: unknown, inBatch = false): value is Decoded {
  if (!isObject(value) || !Array.isArray(value['faults']) || !value['faults'].every(isFault)) return false;
  const { kind, id, key, method, outcome, items, at } = value;
  switch (kind) {
    case 'request':
      return isId(id) && isText(key) && isText(method);
    case 'notification':
      return isText(method);
    case 'response':
      return (outcome === 'result' || outcome === 'error') && (key === undefined || (isText(key) && isId(id)));
    case 'batch':
      return !inBatch && Array.isArray(items) && items.every((item) => isDecoded(item, true));
    case 'invalid':
      return true;
    case 'malformed':
      return typeof at === 'number';
    default:
      return false;
  }
}
