/** Resources, templates and news of them (server/resources). */
import type { Span } from '../history.ts';
import { CACHEABLE, notification, request, result, theme } from '../message.ts';
import * as s from '../shape.ts';
import { icons, meta, named } from './base.ts';
import { INPUT_RESPONSES } from './input-required.ts';
import { nextCursor, page } from './pages.ts';

const HANDSHAKE: Span = { until: '2025-11-25' };

const described: s.Fields = {
  ...named('Name of the resource.'),
  description: s.optional(s.string(), 'What it is, for the model.'),
  mimeType: s.optional(s.string({ suggest: ['text/plain', 'application/json'] }), 'Media type of its content.'),
  annotations: s.optional(s.ref('Annotations'), 'Hints on how to use or show it.'),
  icons,
  _meta: meta(),
};
const resource: s.Fields = {
  ...described,
  uri: s.required(s.uri(), 'Address of the resource.'),
  size: s.optional(s.integer(), 'Bytes of its content.'),
};
const one: s.Fields = { uri: s.required(s.uri(), 'Address of the resource.') };

const definitions = {
  Resource: s.define('A resource that the server offers.', s.object(resource)),
  ResourceLink: s.define(
    'A link to a resource.',
    s.object({ ...resource, type: s.required(s.literal('resource_link'), 'Says that this is a link to a resource.') }),
    { since: '2025-06-18' },
  ),
  ResourceTemplate: s.define(
    'A family of resources whose addresses follow a template.',
    s.object({ ...described, uriTemplate: s.required(s.uriTemplate(), 'Template of the addresses (RFC 6570).') }),
  ),
  ListResourcesResult: result('One page of the resources.', {
    resources: s.required(s.list(s.ref('Resource')), 'The resources of this page.'),
    nextCursor,
    ...CACHEABLE,
  }),
  ListResourceTemplatesResult: result('One page of the resource templates.', {
    resourceTemplates: s.required(s.list(s.ref('ResourceTemplate')), 'The templates of this page.'),
    nextCursor,
    ...CACHEABLE,
  }),
  ReadResourceResult: result('Content of a resource.', {
    contents: s.required(
      s.list(s.union(s.ref('TextResourceContents'), s.ref('BlobResourceContents'))),
      'Content of the resource, or of each thing in it.',
    ),
    ...CACHEABLE,
  }),
};

export const resources = theme(
  definitions,
  request('resources/list', 'ListResources', 'Asks for a page of the resources.', {
    params: page,
    results: ['ListResourcesResult'],
  }),
  request('resources/templates/list', 'ListResourceTemplates', 'Asks for a page of the resource templates.', {
    params: page,
    results: ['ListResourceTemplatesResult'],
  }),
  request('resources/read', 'ReadResource', 'Asks for the content of a resource.', {
    params: { ...one, ...INPUT_RESPONSES },
    results: ['ReadResourceResult', 'InputRequiredResult'],
  }),
  request('resources/subscribe', 'Subscribe', 'Asks to be told when a resource changes.', {
    ...HANDSHAKE,
    params: one,
    results: ['EmptyResult'],
  }),
  request('resources/unsubscribe', 'Unsubscribe', 'Asks not to be told any more.', {
    ...HANDSHAKE,
    params: one,
    results: ['EmptyResult'],
  }),
  notification('notifications/resources/list_changed', 'ResourceListChanged', 'The list of resources changed.'),
  notification('notifications/resources/updated', 'ResourceUpdated', 'A resource changed; read it again.', {
    params: one,
  }),
);
