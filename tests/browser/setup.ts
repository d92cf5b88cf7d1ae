/** One browser for all browser tests; each test file connects to it and makes contexts of its own. */
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';

export const BROWSER_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

declare module 'vitest' {
  export interface ProvidedContext {
    browserAddress: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const executablePath = process.env['CHROME_PATH'] ?? '/usr/bin/chromium';
  const server = await chromium.launchServer({ executablePath, args: BROWSER_FLAGS });
  project.provide('browserAddress', server.wsEndpoint());
  return () => server.close();
}
