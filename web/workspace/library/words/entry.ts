/** What leads to a feature that works on recordings, and is there before it. */
import { Texts } from '../../../base/i18n/index.svelte.ts';

export const rerunEntry = new Texts({ en: { open: 'Rerun…' }, 'zh-CN': { open: '重新运行…' } });
