/** The mock is a transport of the official clients, of both versions. */
import { Client as ModernClient } from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { mockServer } from 'mcp-lifeline/mock';

export async function toolsOf(path: string): Promise<string[]> {
  const mock = await mockServer(path);
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(mock.transport());
  const { tools } = await client.listTools();
  const other = new ModernClient({ name: 'test', version: '1' });
  await other.connect(mock.transport());
  const again = await other.listTools();
  await mock.close();
  return [...tools, ...again.tools].map(({ name }) => name);
}
