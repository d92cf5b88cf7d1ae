/** What breaks and what keeps the rules of `resources`. */
import type { EventBody } from '#shared/recording';
import type { RESOURCES } from '../catalogue/resources.ts';
import { client, request, result, server, shaken, type Examples } from './script.ts';

const given = shaken('2025-06-18', { server: { resources: { subscribe: true } } });
const listing = (...resources: readonly object[]): readonly EventBody[] => [
  client(request('l1', 'resources/list')),
  server(result('l1', { resources })),
];
const MEMO = { uri: 'memo://today', name: 'today' };

export const RESOURCES_EXAMPLES: Partial<Examples<keyof typeof RESOURCES>> = {
  'resource-uri-unique': {
    given,
    breaks: listing(MEMO, { ...MEMO, name: 'again' }),
    keeps: listing(MEMO, { uri: 'memo://later', name: 'later' }),
  },
};
