/** The editor in the page's colours: one theme made from the tokens, made again when the page changes its theme. */
import { editor } from 'monaco-editor/editor';

const NAME = 'lifeline';

/** Define the theme from the tokens on :root and follow `data-theme` from here on. */
export function followTheme(): void {
  const apply = (): void => {
    const style = getComputedStyle(document.documentElement);
    const token = (name: string): string => longHex(style.getPropertyValue(`--${name}`).trim());
    const rule = (name: string, color: string): editor.ITokenThemeRule => ({
      token: name,
      foreground: token(color).slice(1),
    });
    editor.defineTheme(NAME, {
      base: style.colorScheme.includes('dark') ? 'vs-dark' : 'vs',
      inherit: true,
      rules: [
        rule('', 'text'),
        rule('string.key.json', 'client'),
        rule('string.value.json', 'ok'),
        rule('number.json', 'server'),
        rule('keyword.json', 'server'),
        rule('delimiter', 'muted'),
        rule('invalid', 'err'),
      ],
      colors: {
        'editor.background': token('bg'),
        'editor.foreground': token('text'),
        'editorLineNumber.foreground': token('faint'),
        'editorLineNumber.activeForeground': token('muted'),
        'editorCursor.foreground': token('text'),
        'editor.selectionBackground': token('sel'),
        'editor.inactiveSelectionBackground': token('band'),
        'editor.lineHighlightBackground': token('bg'),
        'editor.lineHighlightBorder': token('bg'),
        'editorIndentGuide.background1': token('line'),
        'editorIndentGuide.activeBackground1': token('line-strong'),
        'editorWhitespace.foreground': token('faint'),
        'editorWidget.background': token('raised'),
        'editorWidget.border': token('line-strong'),
        'editorHoverWidget.background': token('raised'),
        'editorHoverWidget.border': token('line-strong'),
        'editorError.foreground': token('warn'),
        'editorWarning.foreground': token('warn'),
        focusBorder: token('focus'),
      },
    });
    editor.setTheme(NAME);
  };
  apply();
  new MutationObserver(apply).observe(document.documentElement, { attributeFilter: ['data-theme'] });
}

/** Monaco reads colours of six digits only, and a build shortens `#ffffff` to `#fff`. */
function longHex(color: string): string {
  return color.length === 4 ? color.replace(/[0-9a-f]/gi, '$&$&') : color;
}
