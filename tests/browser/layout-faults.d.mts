import type { Page } from 'playwright-core';
export function layoutFaults(): string[];
export function speak(page: Page, language: 'en' | 'zh-CN'): Promise<void>;
