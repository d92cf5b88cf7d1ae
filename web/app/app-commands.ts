/** Commands of the page as a whole; features add their own. */
import { words } from '../i18n/index.svelte.ts';
import type { Command } from '../state/commands.svelte.ts';
import { settings } from '../state/settings.svelte.ts';
import { workspace } from '../state/workspace.svelte.ts';
import { chooseFile, openExample } from './open-recording.ts';
import { requestSave } from './request-save.ts';
import { shell } from './shell.svelte.ts';

/** The list, made once; titles are read when they are shown. */
export function appCommands(): Command[] {
  const t = (): typeof words.now.app => words.now.app;
  const active = (): boolean => workspace.active !== undefined;
  return [
    { id: 'palette', title: () => t().shortcuts.palette, keys: ['Ctrl+K'], run: () => (shell.palette = true) },
    { id: 'help', title: () => t().shortcuts.help, keys: ['?'], run: () => (shell.help = true) },
    { id: 'connect', title: () => t().newConnection, run: () => workspace.show(undefined) },
    { id: 'open', title: () => t().openFileHint, keys: ['Ctrl+O'], run: chooseFile },
    { id: 'example', title: () => words.now.connect.example, run: () => void openExample() },
    {
      id: 'save',
      title: () => t().saveRecording,
      keys: ['Ctrl+S'],
      when: active,
      run: () => workspace.active && requestSave(workspace.active),
    },
    {
      id: 'disconnect',
      title: () => t().disconnect,
      when: () => workspace.active?.source.live === true,
      run: () => workspace.active?.source.close(),
    },
    {
      id: 'play',
      title: () => t().shortcuts.playPause,
      keys: ['Space'],
      when: active,
      run: () => workspace.active?.playback.toggle(),
    },
    {
      id: 'step-back',
      title: () => t().stepBack,
      keys: ['['],
      when: active,
      run: () => workspace.active?.playback.step(-1),
    },
    {
      id: 'step-forward',
      title: () => t().stepForward,
      keys: [']'],
      when: active,
      run: () => workspace.active?.playback.step(1),
    },
    { id: 'sidebar', title: () => t().sidebar, keys: ['Ctrl+B'], run: () => (shell.sidebar = !shell.sidebar) },
    ...(['system', 'light', 'dark'] as const).map((theme) => ({
      id: `theme-${theme}`,
      title: () => `${t().theme}: ${t().themes[theme]}`,
      run: () => settings.setTheme(theme),
    })),
    { id: 'lang-en', title: () => 'Language: English', run: () => settings.setLanguage('en') },
    { id: 'lang-zh', title: () => '语言：简体中文', run: () => settings.setLanguage('zh-CN') },
  ];
}
