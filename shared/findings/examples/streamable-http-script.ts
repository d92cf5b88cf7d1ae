/** What examples about streamable-http are written with. */
import type { EventBody } from '#shared/recording';
import { answer, end, type Headers, posted, priming, sent, shakenOverHttp, stream, usual } from './http-script.ts';
import { agreed, notification, offered, request, result, server } from './messages.ts';

export const REVISION = '2025-11-25';
export const SESSION = '6f1d2c1e-8a4b-4d0e-9a55-0c9b7f3e2d11';
export const VERSION = { 'mcp-protocol-version': REVISION };
export const before = shakenOverHttp(REVISION, { server: { tools: { listChanged: true } } });
export const inSession = shakenOverHttp(REVISION, { session: SESSION });
export const headers = usual(REVISION);
export const own = usual(REVISION, { 'mcp-session-id': SESSION });
export const list = request(3, 'tools/list');
export const tools = result(3, { tools: [] });
export const call = request(3, 'tools/call', { name: 'measure', arguments: {}, _meta: { progressToken: 'p3' } });
export const measured = result(3, { content: [] });
export const changed = notification('notifications/tools/list_changed');
export const asked = sent('x3', headers, list);
/** The call's stream, begun as it should be. */
export const streaming: readonly EventBody[] = [...sent('x3', headers, call), stream('x3'), priming('x3', 'x3-0', 500)];
export const initialize = (version: string, more: Headers = {}): readonly EventBody[] =>
  posted('i1', offered('i1', version), agreed('i1', '2025-06-18'), { answers: more });
export const json = (x: string, content: object, status = 200): readonly EventBody[] => [
  answer(x, status, { 'content-type': 'application/json' }),
  server(content, { x }),
  end(x),
];
