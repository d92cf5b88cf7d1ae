import { recoverTaps, TappedProcess } from '../stdio/index.ts';
import { TappedExchanges } from './tapped-exchanges.ts';

/** Make recordings of what killed taps of both kinds left in this folder. Never rejects. */
export const recoverAll = (folder: string): Promise<void> =>
  recoverTaps({ stdio: TappedProcess, http: TappedExchanges }, folder);
