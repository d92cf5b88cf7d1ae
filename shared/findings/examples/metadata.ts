import { client, meta, request, result, server } from './messages.ts';
import { discovered, examples, afterHandshake } from './script.ts';

const given = afterHandshake('2025-11-25', { server: { tools: {}, resources: {} } });
const asked = client(request(4, 'tools/list'));
const tool = (more: object) =>
  server(result(4, { tools: [{ name: 'sum', inputSchema: { type: 'object' }, ...more }] }));
const read = client(request(5, 'resources/list'));
const resource = (annotations: object) =>
  server(result(5, { resources: [{ uri: 'doc://a', name: 'a', annotations }] }));
const icon = (more: object) => tool({ icons: [{ src: 'https://mcp.example/sum.svg', ...more }] });
const traced = (traceparent: string) => client(request(6, 'tools/list', { _meta: { ...meta(), traceparent } }));

export const METADATA = examples(given, {
  'meta-object': {
    breaks: [client(request(4, 'tools/list', { _meta: 'none' }))],
    keeps: [client(request(4, 'tools/list', { _meta: {} }))],
  },
  'meta-key-prefix': {
    breaks: [asked, tool({ _meta: { 'com_example/owner': 'me' } })],
    keeps: [asked, tool({ _meta: { 'com.example/owner': 'me' } })],
  },
  'meta-key-name': {
    breaks: [asked, tool({ _meta: { 'com.example/_owner': 'me' } })],
    keeps: [asked, tool({ _meta: { 'com.example/owner_1': 'me' } })],
  },
  'meta-reserved-prefix': {
    breaks: [asked, tool({ _meta: { 'dev.mcp/owner': 'me' } })],
    keeps: [asked, tool({ _meta: { 'dev.example.mcp/owner': 'me' } })],
  },
  'meta-trace-context': {
    given: discovered({ server: { tools: {} } }),
    breaks: [traced('00-00000000000000000000000000000000-1f2e3d4c5b6a7988-01')],
    keeps: [traced('00-0af7651916cd43dd8448eb211c80319c-1f2e3d4c5b6a7988-01')],
  },
  'icon-src-scheme': {
    breaks: [asked, icon({ src: 'javascript:alert(1)' })],
    keeps: [asked, icon({})],
  },
  'annotation-priority': {
    breaks: [read, resource({ priority: 10 })],
    keeps: [read, resource({ priority: 1 })],
  },
  'annotation-audience': {
    breaks: [read, resource({ audience: ['model'] })],
    keeps: [read, resource({ audience: ['assistant'] })],
  },
  'annotation-last-modified': {
    breaks: [read, resource({ lastModified: '12 January 2025' })],
    keeps: [read, resource({ lastModified: '2025-01-12T15:00:58.120+02:00' })],
  },
  'icon-sizes': {
    breaks: [asked, icon({ sizes: '48x48' })],
    keeps: [asked, icon({ sizes: ['48x48', 'any'], theme: 'dark' })],
  },
  'deprecated-feature': {
    given: discovered({ server: { tools: {} } }),
    breaks: [client(request(6, 'tools/list', { _meta: meta({ roots: {} }) }))],
    keeps: [client(request(6, 'tools/list', { _meta: meta() }))],
  },
});
