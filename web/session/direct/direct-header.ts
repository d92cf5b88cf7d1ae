/** The header of a recording that this page makes by itself. */
import type { RecordingHeader } from '#shared/recording';
import type { HttpSpec } from '#shared/relay-protocol';
import { CLIENT } from '../../base/client.ts';

export function directHeader(id: string, title: string, { url, headers }: HttpSpec, began: number): RecordingHeader {
  return {
    mcprec: 1,
    id,
    title,
    startedAt: new Date(began).toISOString(),
    by: CLIENT,
    route: 'direct',
    connection: { transport: 'streamable-http', url, headerNames: headers.map(([name]) => name) },
  };
}
