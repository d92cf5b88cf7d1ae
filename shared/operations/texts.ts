/** What was asked and what came, on one line. */
import { isObject, type DecodedRequest, type DecodedResponse } from '#shared/jsonrpc';
import { oneLine, type Words } from '#shared/words';

const MOST = 8;

export function askedText(_: Words, { params }: DecodedRequest): string {
  const given = isObject(params) && isObject(params['arguments']) ? params['arguments'] : {};
  return oneLine(
    Object.entries(given)
      .slice(0, MOST)
      .map(([name, value]) => `${name}=${brief(value)}`)
      .join(' '),
  );
}

export function answeredText(_: Words, __: string, { outcome, result, error }: DecodedResponse): string {
  if (outcome === 'error')
    return isObject(error) && typeof error['message'] === 'string' ? oneLine(error['message']) : '';
  const blocks: unknown = isObject(result) ? result['content'] : undefined;
  const first: unknown = Array.isArray(blocks) ? blocks[0] : undefined;
  return isObject(first) && typeof first['text'] === 'string' ? oneLine(`"${first['text'].slice(0, 200)}"`) : '';
}

function brief(value: unknown): string {
  if (typeof value === 'string') return `"${value.slice(0, 60)}"`;
  if (Array.isArray(value)) return `[${value.length}]`;
  return isObject(value) ? '{…}' : String(value);
}
