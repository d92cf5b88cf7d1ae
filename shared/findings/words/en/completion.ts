export const COMPLETION = {
  'completion-max-values': {
    title: 'Return at most 100 completion values',
    found: 'The response has {0} values.',
    why: 'Clients show a short list while the user types; strictly typed clients reject more than 100 values.',
    fix: 'Return the best 100, set `hasMore` to true and put the number of all matches in `total`.',
  },
  'completion-ref-type': {
    title: 'Ask for completions of a prompt or a resource template',
    found: '`ref` is {0}.',
    why: 'Only these two can be completed. Arguments of tools cannot, in any protocol version.',
    fix: 'Send `{"type": "ref/prompt", "name": …}` or `{"type": "ref/resource", "uri": …}`.',
  },
  'completion-context-strings': {
    title: 'Pass completion context as strings',
    found: 'The context argument {0} is {1}.',
    why: 'Servers use these values as arguments of prompts and templates, which are strings.',
    fix: 'Convert each value to a string before you send it.',
  },
  'completion-totals': {
    title: 'Make total and hasMore agree with the values',
    found: '`total` is {0} and `hasMore` is {1}, with {2} values.',
    why: 'Clients use them to show whether there is more, and then show something wrong.',
    fix: 'Set `total` to the number of all matches, and `hasMore` to whether that is more than were returned.',
  },
  'completion-unknown-ref-code': {
    title: 'Respond to completion of unknown prompts with error -32602',
    found: 'The prompt {0} is not in the list, but the error code is {1}.',
    why: 'Clients learn from `-32602` that their list is out of date. Other codes look like a server failure.',
    fix: 'Return error `-32602` when `ref` names nothing that is registered.',
  },
  'completion-context-version': {
    title: 'Send no completion context before 2025-06-18',
    found: '`context` is sent in a protocol version that does not define it.',
    why: 'Older servers ignore it: the completions do not take the other arguments into account.',
    fix: 'Leave `context` out unless 2025-06-18 or later was negotiated.',
  },
};
