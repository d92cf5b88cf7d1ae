/** What the list of sessions says of a tap, too. */
import { counted } from '#shared/words';
import { Texts } from '../../base/i18n/index.svelte.ts';

export const waitingWords = new Texts({
  en: { waits: (n: number): string => `${counted(n, 'message')} waiting at the tap`, waitHere: 'waiting at the tap' },
  'zh-CN': { waits: (n) => `${n.toLocaleString('zh-CN')} 条消息在 tap 处等待`, waitHere: '条消息在 tap 处等待' },
});
