/** Commands that every page has: what there is to do, help, theme, language, and playback. */
import { words } from '../base/i18n/index.svelte.ts';
import type { Command } from '../base/commands.svelte.ts';
import { settings } from '../base/settings.svelte.ts';
import type { SessionView } from '../session/session-view.svelte.ts';
import { regionCommands } from './regions.ts';
import { shell } from './shell.svelte.ts';

const t = (): typeof words.now.app => words.now.app;

export function lookCommands(): Command[] {
  return [
    {
      id: 'palette',
      title: () => t().searchCommands,
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

export function playbackCommands(active: () => SessionView | undefined): Command[] {
  const when = (): boolean => active() !== undefined;
  return [
    { id: 'play', title: () => t().shortcuts.playPause, keys: ['Space'], when, run: () => active()?.playback.toggle() },
    { id: 'step-back', title: () => t().stepBack, keys: ['['], when, run: () => active()?.playback.step(-1) },
    { id: 'step-forward', title: () => t().stepForward, keys: [']'], when, run: () => active()?.playback.step(1) },
  ];
}
