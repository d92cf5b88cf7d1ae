/**
 * Links that install a server in a host: `vscode:mcp/install?{JSON}` (percent-encoded, the name inside) and
 * `cursor://anysphere.cursor-deeplink/mcp/install?name=NAME&config=BASE64`.
 */
import type { Fields } from './entries.ts';

const VSCODE = /^vscode(?:-insiders)?:\/{0,2}mcp\/install\?(.+)$/s;

/** The configuration that an install link carries, as a file would have it; undefined for any other text. */
export function linkedEntry(text: string): Fields | undefined {
  const [, query] = VSCODE.exec(text) ?? [];
  try {
    if (query !== undefined) {
      const { inputs, ...entry } = JSON.parse(decodeURIComponent(query)) as Fields;
      return { servers: { [nameOr(entry['name'])]: entry }, ...(inputs === undefined ? {} : { inputs }) };
    }
    if (!/^(?:cursor:\/\/|https:\/\/cursor\.com\/)\S*$/.test(text) || !text.includes('mcp/install?')) return undefined;
    const { searchParams } = new URL(text);
    const packed = (searchParams.get('config') ?? '').replaceAll(' ', '+');
    const bytes = Uint8Array.from(atob(packed), (each) => each.charCodeAt(0));
    return {
      mcpServers: { [nameOr(searchParams.get('name'))]: JSON.parse(new TextDecoder().decode(bytes)) as unknown },
    };
  } catch {
    return undefined;
  }
}

const nameOr = (name: unknown): string => (typeof name === 'string' && name !== '' ? name : 'server');
