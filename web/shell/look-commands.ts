/** Commands that every page has: what there is to do, help, theme and language. */
import { words } from '../base/i18n/index.svelte.ts';
import type { Command } from '../base/commands.svelte.ts';
import { settings } from '../base/settings.svelte.ts';
import { regionCommands } from './regions.ts';
import { shell } from './shell.svelte.ts';

export function lookCommands(): Command[] {
  const t = (): typeof words.now.app => words.now.app;
  return [
    {
      id: 'palette',
      title: () => t().shortcuts.palette,
      keys: ['Ctrl+K'],
      listed: false,
      run: () => (shell.palette = true),
    },
    { id: 'help', title: () => t().shortcuts.help, keys: ['?'], run: () => (shell.help = true) },
    ...regionCommands(),
    ...(['system', 'light', 'dark'] as const).map((theme) => ({
      id: `theme-${theme}`,
      title: () => `${t().theme}${words.now.common.colon}${t().themes[theme]}`,
      run: () => settings.setTheme(theme),
    })),
    { id: 'lang-en', title: () => 'Language: English', run: () => settings.setLanguage('en') },
    { id: 'lang-zh', title: () => '语言：简体中文', run: () => settings.setLanguage('zh-CN') },
  ];
}
