/** Names of the error codes that JSON-RPC 2.0 and the handshake revisions define. */

const NAMES: ReadonlyMap<number, string> = new Map([
  [-32700, 'Parse error'],
  [-32600, 'Invalid Request'],
  [-32601, 'Method not found'],
  [-32602, 'Invalid params'],
  [-32603, 'Internal error'],
  [-32002, 'Resource not found'],
  [-32042, 'URL elicitation required'],
  [-1, 'Rejected by the user'],
]);

/** Name of an error code, or undefined when no specification names it. */
export function errorCodeName(code: unknown): string | undefined {
  return typeof code === 'number' ? NAMES.get(code) : undefined;
}
