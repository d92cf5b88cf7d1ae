import type { RESOURCES } from '../../catalogue/resources.ts';
import type { CategoryWords } from '../types.ts';

export const RESOURCES_WORDS: CategoryWords<keyof typeof RESOURCES> = {
  'resource-uri-absolute': {
    title: 'Use absolute URIs for resources',
    found: '{0} is not an absolute URI.',
    why: 'Clients tell servers and schemes apart by the URI and parse it. A path alone cannot be read back.',
    mend: 'Begin with a scheme (`file:///srv/notes/a.md`, `notes://a`) and percent-encode spaces and other characters not allowed in URIs.',
  },
  'resource-template-syntax': {
    title: 'Write uriTemplate as an RFC 6570 template',
    found: 'The `uriTemplate` {0} is not a valid template at {1}.',
    why: 'Clients expand the template with a library, which throws or gives an unintended URI.',
    mend: 'Write each variable as `{name}`, with an operator of `+ # . / ; ? &` before the name if needed.',
  },
  'resource-contents-array': {
    title: 'Return a contents array from resources/read',
    found: '`contents` of the result is {0}.',
    why: 'Clients go through `contents` as an array. A single object or a string fails on their side.',
    mend: 'Return `{"contents": [{"uri": …, "text": …}]}`, also for one entry.',
  },
  'resource-contents-text-or-blob': {
    title: 'Give each contents entry either text or blob',
    found: 'In an entry of `contents`, `text` is {0} and `blob` is {1}.',
    why: 'Clients take the entry as text or as bytes by the member that is there. With none or both they fail or guess.',
    mend: 'Set `text` (an empty string is fine) or `blob` in base64, and leave the other out.',
  },
  'resource-not-found-code-legacy': {
    title: 'Report a missing resource with -32002',
    found: 'The resource was not found, and the code is {0}.',
    why: 'Up to 2025-11-25 clients know a missing resource by `-32002`; other codes look like a failure of the server.',
    mend: 'Return error `-32002` with `data: {"uri": …}` for a URI that does not exist.',
  },
  'resource-not-found-code': {
    title: 'Report a missing resource with -32602',
    found: 'The resource was not found, and the code is {0}.',
    why: 'From 2026-07-28 on a missing resource is `-32602`; `-32002` is retired and means nothing to new clients.',
    mend: 'Return error `-32602` with `data: {"uri": …}` for a URI that does not exist.',
  },
  'resource-updated-unsubscribed': {
    title: 'Send resources/updated only for subscribed URIs',
    found: 'The client is not subscribed to {0}.',
    why: 'Clients drop the notification or read a resource that they no longer want.',
    mend: 'Keep the subscribed URIs of each session, and remove them on `resources/unsubscribe`.',
  },
  'resource-uri-unique': {
    title: 'List each resource URI once',
    found: 'The URI {0} is in the list more than once.',
    why: 'Clients keep resources by URI: one of the entries hides the other.',
    mend: 'Remove the second entry, or give it a different URI.',
  },
  'resource-contents-uri': {
    title: 'Return contents of the URI that was asked for',
    found: '{0} was requested, but the contents belong to {1}.',
    why: 'Clients store contents under their URI, and do not find what they requested.',
    mend: 'Copy the requested `uri` into the entry; only its sub-resources may have URIs below it.',
  },
  'resource-mime-format': {
    title: 'Write mimeType as type/subtype',
    found: '`mimeType` is {0}.',
    why: 'Clients choose by it how to show the resource. What they cannot parse they treat as unknown.',
    mend: 'Use a full media type such as `text/markdown`, or leave the member out.',
  },
  'resource-binary-as-text': {
    title: 'Send binary types as blob',
    found: 'An entry of type {0} has `text`.',
    why: 'Bytes that went through text are usually damaged, and clients do not expect them there.',
    mend: 'Read the file as bytes and send them as `blob` in base64.',
  },
  'resource-size-mismatch': {
    title: 'List the actual size of the resource',
    found: 'The listed `size` is {0} bytes, but {1} bytes were received.',
    why: 'Hosts decide by the size whether a resource fits into the context.',
    mend: 'Set `size` to the number of bytes before base64 encoding, or leave it out when it changes.',
  },
  'resource-empty-contents': {
    title: 'Do not return empty contents for a missing resource',
    found: 'The contents of {0} are empty, and it is in no list.',
    why: 'The client takes it for an empty resource and does not notice that the URI is wrong.',
    mend: 'Return error `-32602` for a URI that does not exist.',
  },
  'resource-unsubscribe-unknown': {
    title: 'Unsubscribe only what was subscribed',
    found: 'There is no subscription to {0}.',
    why: 'Usually the URI is written differently than when subscribing, and the old subscription stays active.',
    mend: 'Keep the URI exactly as it was subscribed, and use it again.',
  },
  'resource-https-scheme': {
    title: 'Use https:// only for what clients can fetch themselves',
    found: '{0} is read through the server.',
    why: 'An `https://` URI tells clients that they may load it from the web directly, without the server.',
    mend: 'If only the server can read it, use a custom scheme.',
  },
  'resource-read-unlisted': {
    title: 'Read only resources that the server offered',
    found: '{0} is in no list, matches no template, and was not in any link.',
    why: 'The URI was probably made up, and servers should refuse it.',
    mend: 'Check the URI against the lists, the templates and the links in results.',
  },
};
