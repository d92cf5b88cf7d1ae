/** Who this client says it is in `initialize`. */
import type { ClientInfo } from '#shared/driver';
import { version } from '../../package.json';

export const CLIENT: ClientInfo = { name: 'mcp-lifeline', version };
