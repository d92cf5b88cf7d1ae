import type { Page } from 'playwright-core';
export function gotoSignedIn(page: Page, url: string): Promise<unknown>;
