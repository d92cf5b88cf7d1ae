// A small stdio server: a handshake without capabilities, and for everything else a few methods that tests ask for.
import { createInterface } from 'node:readline';

const say = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

createInterface({ input: process.stdin }).on('line', (line) => {
  let message;
  try {
    message = JSON.parse(line);
  } catch {
    process.stderr.write('not JSON\n');
    return;
  }
  const { id, method, params = {} } = message;
  switch (method) {
    case 'initialize':
      say({
        id,
        result: {
          protocolVersion: params.protocolVersion,
          capabilities: {},
          serverInfo: { name: 'echo', version: '1' },
        },
      });
      break;
    case 'flood':
      for (let at = 0; at < params.count; at++)
        say({
          method: 'notifications/message',
          params: { level: 'info', data: `${at} ${'.'.repeat(params.size ?? 0)}` },
        });
      say({ id, result: {} });
      break;
    case 'large':
      say({ id, result: { text: 'é'.repeat(params.size) } });
      break;
    case 'environment':
      say({ id, result: { env: process.env, cwd: process.cwd() } });
      break;
    case 'exit':
      process.stdout.write('{"half":');
      process.stderr.write('dying words');
      process.exitCode = params.code;
      process.stdin.destroy();
      break;
    default:
      if (id !== undefined) say({ id, result: { echo: params } });
  }
});
