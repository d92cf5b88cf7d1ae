export const ROOTS = {
  'roots-file-uri': {
    title: 'Expose roots as file:// URIs',
    found: 'The URI of a root is {0}.',
    why: 'Servers turn roots into paths of the file system. With another scheme or a bare path they fail or ignore it.',
    fix: 'Build the URI from the path, for example with `pathToFileURL(path).href` in Node or `Path.as_uri()` in Python.',
  },
  'roots-change-announced': {
    title: 'Announce that the roots changed',
    found: 'The roots changed (count before: {0}, now: {1}), but no notification was sent.',
    why: 'Servers keep the roots until they are told. They work in a folder that is no longer open, or miss the new one.',
    fix: 'Send `notifications/roots/list_changed` when the set changes, or do not declare `roots.listChanged`.',
  },
};
