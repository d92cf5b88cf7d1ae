/** Opens the page in the person's browser. */
import { errorText } from '#shared/base';

/** True where a browser would have nowhere to appear. */
export function hasNoDisplay(
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
): boolean {
  return platform === 'linux' && !env['DISPLAY'] && !env['WAYLAND_DISPLAY'];
}

/** What opens a file or an address with the program that is set for it. */
export type Opener = (target: string) => Promise<{ once(event: 'error', listener: (error: Error) => void): unknown }>;

/**
 * Open the file at `path` in the browser unless nobody would see it. It is a file because every user of this machine can read
 * the arguments of a process. A failure is a sentence in the terminal, where the address already stands.
 */
export async function openBrowser(path: string, opener: Opener = systemOpener): Promise<void> {
  if (process.env['CI'] || hasNoDisplay()) return;
  try {
    const child = await opener(path);
    child.once('error', sayCannot);
  } catch (error) {
    sayCannot(error);
  }
}

async function systemOpener(target: string): ReturnType<Opener> {
  const { default: open } = await import('open');
  return open(target);
}

function sayCannot(error: unknown): void {
  console.error(`The browser can’t be opened (${errorText(error)}): open the address above.`);
}
