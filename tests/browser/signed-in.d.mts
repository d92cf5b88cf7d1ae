import type { Page } from 'playwright-core';
import type { Entered } from '../enter.mjs';
export function sessionOf(url: string): Promise<Entered>;
export function gotoSignedIn(page: Page, url: string): Promise<unknown>;
