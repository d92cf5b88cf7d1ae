/** Lays out and splits one large text away from the main thread, and hands out the rows that are looked at. */
import { formatJson } from '#shared/jsonrpc';
import { LineIndex, type TextRow } from './line-index.ts';

export type LargeTextRequest =
  | { readonly type: 'open'; readonly content: string | Uint8Array; readonly pretty: boolean }
  | { readonly type: 'rows'; readonly from: number; readonly to: number };

export type LargeTextReply =
  /** The first rows, before the whole text is laid out. */
  | { readonly type: 'preview'; readonly rows: readonly TextRow[] }
  | { readonly type: 'ready'; readonly count: number }
  | { readonly type: 'rows'; readonly from: number; readonly rows: readonly TextRow[] };

const MAX_PREVIEW_CHARS = 64 * 1024;
const PREVIEW_ROWS = 200;

let index: LineIndex | undefined;

const reply = (message: LargeTextReply): void => self.postMessage(message);

self.addEventListener('message', ({ data }: MessageEvent<LargeTextRequest>) => {
  if (data.type === 'rows') {
    if (index) reply({ type: 'rows', from: data.from, rows: index.rows(data.from, data.to) });
    return;
  }
  const { content, pretty } = data;
  const layOut = (text: string): LineIndex => new LineIndex(pretty ? formatJson(text) : text);
  const decode = (bytes: Uint8Array): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const first =
    typeof content === 'string' ? content.slice(0, MAX_PREVIEW_CHARS) : decode(content.subarray(0, MAX_PREVIEW_CHARS));
  reply({ type: 'preview', rows: layOut(first).rows(0, PREVIEW_ROWS) });
  index = layOut(typeof content === 'string' ? content : decode(content));
  reply({ type: 'ready', count: index.count });
});
