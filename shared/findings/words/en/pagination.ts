export const PAGINATION = {
  'page-cursor-string': {
    title: 'Write cursors as strings, or leave them out',
    found: '{0} is {1}.',
    why: 'Many clients treat `null` as one more page and keep requesting forever; strict ones refuse the whole list.',
    fix: 'Leave `nextCursor` out on the last page, and `cursor` out for the first. Convert numbers to strings.',
  },
  'page-cursor-invented': {
    title: 'Send only cursors that the server gave',
    found: 'The server gave no cursor {0} for this list.',
    why: 'Cursors are opaque. A cursor that was made up or changed skips items, or fails.',
    fix: 'Send `nextCursor` of the previous page back unchanged.',
  },
  'page-cursor-cross-method': {
    title: 'Use a cursor only with the list that gave it',
    found: 'Cursor {0} was given by `{1}`.',
    why: 'In another list the cursor means nothing, or some other place.',
    fix: 'Keep the cursor with the loop that reads one list.',
  },
  'page-cursor-invalid-code': {
    title: 'Refuse unknown cursors with -32602',
    found: 'The server did not give cursor {0}, and the response is {1}.',
    why: 'A client that gets a page for a wrong cursor misses items and does not notice.',
    fix: 'Check the cursor before use, and respond with error `-32602` when it is unknown.',
  },
  'page-cursor-loop': {
    title: 'Give a new cursor on every page',
    found: 'Cursor {0} was already given earlier in this list.',
    why: 'Clients that read to the end never get there.',
    fix: 'Advance the cursor past the items of the page. Leave `nextCursor` out when no items are left.',
  },
  'page-not-followed': {
    title: 'Read lists to their last page',
    found: 'The page with cursor {0} was never requested.',
    why: 'Tools, prompts and resources on later pages are never seen.',
    fix: 'Send requests with `nextCursor` until a page has none. An empty string counts as a cursor.',
  },
};
