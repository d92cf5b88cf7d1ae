/** Opens the page in the person's browser. */

/** True where a browser would have nowhere to appear. */
export function hasNoDisplay(
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
): boolean {
  return platform === 'linux' && !env['DISPLAY'] && !env['WAYLAND_DISPLAY'];
}

/** Open `url` unless nobody would see it. A failure is a sentence in the terminal, where the address already stands. */
export async function openBrowser(url: string): Promise<void> {
  if (process.env['CI'] || hasNoDisplay()) return;
  try {
    const { default: open } = await import('open');
    const child = await open(url);
    child.once('error', sayCannot);
  } catch (error) {
    sayCannot(error);
  }
}

function sayCannot(error: unknown): void {
  console.error(
    `The browser can’t be opened (${error instanceof Error ? error.message : String(error)}): open the address above.`,
  );
}
