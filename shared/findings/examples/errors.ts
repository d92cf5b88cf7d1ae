import { client, failure, LATEST, meta, request, server } from './messages.ts';
import { discovered, examples, afterHandshake } from './script.ts';

const given = discovered({ server: { tools: {}, resources: {} } });
const asked = client(request(3, 'tools/call', { name: 'sum', arguments: {}, _meta: meta() }));
const refused = (code: number, data?: unknown) => server(failure(3, code, 'Not now', data));

export const ERRORS = examples(given, {
  'err-reserved-range': { breaks: [asked, refused(-32077)], keeps: [asked, refused(2077)] },
  'err-legacy-range': { breaks: [asked, refused(-32005)], keeps: [asked, refused(-32603)] },
  'err-retired-codes': { breaks: [asked, refused(-32042)], keeps: [asked, refused(-32602)] },
  'err-defined-code-misused': {
    breaks: [asked, refused(-32022, { supported: [LATEST], requested: LATEST })],
    keeps: [asked, refused(-32022, { supported: ['2027-01-01'], requested: LATEST })],
  },
  'err-jsonrpc-reserved-range': { breaks: [asked, refused(-32650)], keeps: [asked, refused(-31999)] },
  'err-32042-before-2025-11-25': {
    given: afterHandshake('2025-06-18', { server: { tools: {} } }),
    breaks: [client(request(3, 'tools/call', { name: 'sum' })), refused(-32042)],
    keeps: [client(request(3, 'tools/call', { name: 'sum' })), refused(-32603)],
  },
});
