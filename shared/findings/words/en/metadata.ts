export const METADATA = {
  'meta-object': {
    title: 'Make _meta an object',
    found: '`_meta` is {0}.',
    why: 'Peers look up members of `_meta` by name. If it has another type, typed SDKs refuse the whole message.',
    fix: 'Send an object, or leave `_meta` out when there is nothing to say.',
  },
  'meta-key-prefix': {
    title: 'Write _meta prefixes as dot-separated labels plus a slash',
    found: 'The prefix of the key {0} is not made of valid labels.',
    why: 'The prefix keeps keys of different authors apart. A peer that checks keys refuses or drops this one.',
    fix: 'Reverse a domain that you own: `com.example/`. Each label begins with a letter, ends with a letter or digit, and has only letters, digits and hyphens.',
  },
  'meta-key-name': {
    title: 'Begin and end _meta names with a letter or digit',
    found: 'The name in the key {0} does not follow the grammar.',
    why: 'A peer that checks keys refuses or drops this one.',
    fix: 'Use letters, digits, hyphens, underscores and dots after the slash, with a letter or digit first and last. A leading underscore is not allowed.',
  },
  'meta-reserved-prefix': {
    title: 'Stay out of _meta prefixes reserved for MCP',
    found: 'The key {0} has a prefix reserved for MCP, and no such key is defined.',
    why: 'A later version of the protocol may give the key another meaning.',
    fix: 'Use a prefix of your own domain whose second label is neither `mcp` nor `modelcontextprotocol`.',
  },
  'meta-trace-context': {
    title: 'Use W3C formats for traceparent, tracestate and baggage',
    found: '`{0}` is {1}.',
    why: 'Tracing libraries drop what they cannot read, and the trace silently ends here.',
    fix: 'Let a tracing library write the values (OpenTelemetry: `propagation.inject`), rather than putting them together by hand.',
  },
  'icon-src-scheme': {
    title: 'Use https: or data: for icon sources',
    found: 'An icon has the scheme `{0}`: {1}.',
    why: 'Such a URL can run code, read local files or call programs, so clients refuse to load it.',
    fix: 'Host the icon under https:, or put it into a data: URI.',
  },
  'annotation-priority': {
    title: 'Keep annotation priority between 0 and 1',
    found: '`priority` is {0}.',
    why: 'Clients decide by it what to leave out when the context is full. A value outside 0 to 1 cannot be compared.',
    fix: 'Send a number from 0 (least important) to 1 (required).',
  },
  'annotation-audience': {
    title: 'Limit annotation audience to user and assistant',
    found: '`audience` is {0}.',
    why: 'Clients decide by it who gets to see the content. With an unknown name, nobody gets to see it.',
    fix: 'Send an array of `"user"`, `"assistant"` or both; use an array even for one.',
  },
  'annotation-last-modified': {
    title: 'Write lastModified as an ISO 8601 timestamp',
    found: '`lastModified` is {0}.',
    why: 'Clients sort and show content by this time. They cannot read other formats.',
    fix: 'Format it as `2025-01-12T15:00:58Z` (`date.toISOString()`, `datetime.isoformat()`).',
  },
  'icon-sizes': {
    title: 'Write icon sizes as an array of WxH or any',
    found: '`{0}` is {1}.',
    why: 'Clients choose among icons by size and theme. They skip icons they cannot read, or choose the wrong one.',
    fix: 'Send `sizes` as an array of strings such as `"48x48"`, or `["any"]` for SVG, and `theme` as `"light"` or `"dark"`.',
  },
  'deprecated-feature': {
    title: 'Avoid deprecated features',
    found: 'Deprecated: `{0}`.',
    why: 'It still works in this protocol version, but new code should not build on it: a later version may drop it.',
    fix: 'Look up what takes its place: parameters or configuration for roots, an API of a model provider for sampling, stderr or OpenTelemetry for logging.',
  },
};
