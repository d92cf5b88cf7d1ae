/** Checks values against schemas away from the page: a server's pattern can take for ever, and then this is ended. */
import { advise, type Advice } from './advise.ts';

export interface AdviseRequest {
  readonly id: number;
  readonly schema: unknown;
  readonly json: string;
}
/** `ready` comes once, when requests are listened for. */
export type AdviseReply =
  | { readonly type: 'ready' }
  | { readonly type: 'advice'; readonly id: number; readonly advice: readonly Advice[] };

const reply = (message: AdviseReply): void => self.postMessage(message);

self.addEventListener('message', ({ data }: MessageEvent<AdviseRequest>) => {
  reply({ type: 'advice', id: data.id, advice: advise(data.schema, data.json) });
});
reply({ type: 'ready' });
