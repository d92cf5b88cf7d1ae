/** Resources, templates and news of them (server/resources). */
import type { Span } from '../history.ts';
import { CACHEABLE, notification, request, result, theme } from '../message.ts';
import {
  define,
  integer,
  list,
  literal,
  object,
  optional,
  ref,
  required,
  string,
  union,
  uri,
  uriTemplate,
  type Fields,
} from '../shape.ts';
import { icons, meta, named } from './base.ts';
import { INPUT_RESPONSES } from './input-required.ts';
import { nextCursor, page } from './pages.ts';

const HANDSHAKE: Span = { until: '2025-11-25' };

const described: Fields = {
  ...named('Name of the resource.'),
  description: optional(string(), 'What it is, for the model.'),
  mimeType: optional(string({ suggest: ['text/plain', 'application/json'] }), 'Media type of its content.'),
  annotations: optional(ref('Annotations'), 'Hints on how to use or show it.'),
  icons,
  _meta: meta(),
};
const resource: Fields = {
  ...described,
  uri: required(uri(), 'Address of the resource.'),
  size: optional(integer(), 'Bytes of its content.'),
};
const one: Fields = { uri: required(uri(), 'Address of the resource.') };

const definitions = {
  Resource: define('A resource that the server offers.', object(resource)),
  ResourceLink: define(
    'A link to a resource.',
    object({ ...resource, type: required(literal('resource_link'), 'Says that this is a link to a resource.') }),
    { since: '2025-06-18' },
  ),
  ResourceTemplate: define(
    'A family of resources whose addresses follow a template.',
    object({ ...described, uriTemplate: required(uriTemplate(), 'Template of the addresses (RFC 6570).') }),
  ),
  ListResourcesResult: result('One page of the resources.', {
    resources: required(list(ref('Resource')), 'The resources of this page.'),
    nextCursor,
    ...CACHEABLE,
  }),
  ListResourceTemplatesResult: result('One page of the resource templates.', {
    resourceTemplates: required(list(ref('ResourceTemplate')), 'The templates of this page.'),
    nextCursor,
    ...CACHEABLE,
  }),
  ReadResourceResult: result('Content of a resource.', {
    contents: required(
      list(union(ref('TextResourceContents'), ref('BlobResourceContents'))),
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
