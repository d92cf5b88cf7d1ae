/** Extensions that the sides declared (2026-07-28, basic/versioning#extension-negotiation). */
import { isObject, type JsonObject } from '#shared/jsonrpc';
import { META, metaValue } from '#shared/mcp';
import type { Scene } from './scene.ts';

/** Capabilities of the client for a request of the per-request era; those in force where the request says none. */
export function clientCapabilities(scene: Scene, params: unknown): JsonObject | undefined {
  const own = metaValue(params, META.clientCapabilities);
  return isObject(own) ? own : scene.client;
}

/** True when capabilities name the extension. */
export function declares(capabilities: JsonObject | undefined, extension: string): boolean {
  const extensions = capabilities?.['extensions'];
  return isObject(extensions) && Object.hasOwn(extensions, extension);
}
