/** What leads to the feature, and is there before it. */
import { Texts } from '../../base/i18n/index.svelte.ts';

export const exerciseEntry = new Texts({
  en: { dock: 'Exercise', open: 'Exercise server…' },
  'zh-CN': { dock: '试用', open: '试用服务器…' },
});
