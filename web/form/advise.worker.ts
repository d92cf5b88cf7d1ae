/** Checks values against schemas away from the page: a server's pattern can take for ever, and then this is ended. */
import { advise, type Advice } from './advise.ts';

export interface AdviseRequest {
  readonly id: number;
  readonly schema: unknown;
  readonly json: string;
}
export interface AdviseReply {
  readonly id: number;
  readonly advice: readonly Advice[];
}

self.addEventListener('message', ({ data }: MessageEvent<AdviseRequest>) => {
  const reply: AdviseReply = { id: data.id, advice: advise(data.schema, data.json) };
  self.postMessage(reply);
});
