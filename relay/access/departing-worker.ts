/**
 * The answer to whoever asks for a service worker's script. This page has none; but a program that had this port before may
 * have left one in the browser, and it would see everything that the page and the relay say to each other. A browser looks for
 * a newer script when a page is opened, at the same path, and gets this one, which takes the old worker's place and leaves
 * (Service Workers, sections 3.2 and 4.4).
 */
import type { IncomingMessage } from 'node:http';

/** True when the browser asks for the script of a service worker; no page can make it say so otherwise. */
export const isWorkerScript = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  headers['service-worker'] !== undefined;

export const DEPARTING_WORKER = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(leave()));
async function leave() {
  await self.clients.claim();
  await self.registration.unregister();
  const windows = await self.clients.matchAll({ type: 'window' });
  await Promise.all(windows.map((each) => each.navigate(each.url).catch(() => undefined)));
}
`;
