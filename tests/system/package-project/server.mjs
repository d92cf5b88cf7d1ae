// A small server. GREETING changes what it says, so that it can be broken.
import { createInterface } from 'node:readline';

const tool = {
  name: 'greet',
  description: 'Greets somebody',
  inputSchema: { type: 'object', properties: { name: { type: 'string' } } },
  annotations: { readOnlyHint: process.env.READ_ONLY !== 'no' },
};
const results = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion: protocolVersion === '2025-06-18' ? protocolVersion : '2025-11-25',
    capabilities: { tools: {} },
    serverInfo: { name: 'greeter', version: '1.0.0' },
  }),
  'tools/list': () => ({ tools: [tool] }),
  'tools/call': ({ arguments: { name = 'nobody' } = {} }) => ({
    content: [{ type: 'text', text: `${process.env.GREETING ?? 'Hello'}, ${name}!` }],
  }),
};

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params = {} } = JSON.parse(line);
  if (id === undefined) continue;
  const result = results[method]?.(params);
  const answer = result ? { result } : { error: { code: -32601, message: 'Method not found' } };
  console.log(JSON.stringify({ jsonrpc: '2.0', id, ...answer }));
}
