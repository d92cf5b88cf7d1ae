/** What leads to the feature, and is there before it. */
import { Texts } from '../../base/i18n/index.svelte.ts';

export const compareEntry = new Texts({
  en: { command: 'Compare recordings…', compareWith: 'Compare with…' },
  'zh-CN': { command: '比较录制文件…', compareWith: '与…比较' },
});
