export const SAMPLING = {
  'sampling-max-tokens': {
    title: 'Set maxTokens in every sampling request',
    found: '`maxTokens` is {0}.',
    why: 'Clients hand it to the model API, which needs a whole number. Without one they reject the request.',
    fix: 'Set `maxTokens` to a whole number that fits the task.',
  },
  'sampling-content-array': {
    title: 'Give each sampling message one content object',
    found: '`content` is an array.',
    why: 'Arrays of blocks were introduced in 2025-11-25. Older peers fail to parse the message.',
    fix: 'Send one block, and one message for each further block.',
  },
  'sampling-tool-result-only': {
    title: 'Keep tool results alone in a user message',
    found: 'A message of role {0} holds these blocks: {1}.',
    why: 'Model APIs take tool results only in a separate user message, and reject the request otherwise.',
    fix: 'Put the `tool_result` blocks into one user message and everything else into the next.',
  },
  'sampling-tool-use-balance': {
    title: 'Follow each tool_use with its tool_result',
    found: 'The `{0}` for {1} is missing in the message that must hold it.',
    why: 'Model APIs reject a conversation in which a tool call has no result, or a result has no tool call.',
    fix: 'After an assistant message with `tool_use`, send one user message with a `tool_result` for each id.',
  },
  'sampling-priority-range': {
    title: 'Keep model priorities between 0 and 1',
    found: '`{0}` is {1}.',
    why: 'Clients weigh the priorities against each other; typed ones reject other numbers.',
    fix: 'Scale the priorities to 0 (does not matter) to 1 (matters most).',
  },
  'sampling-tool-choice': {
    title: 'Follow toolChoice',
    found: '`toolChoice.mode` is `{0}`, and the result does not follow it.',
    why: 'The server relies on it: it either cannot run the tool now, or waits for its call.',
    fix: 'Pass `toolChoice` to the model API, and check the result before you send it.',
  },
  'sampling-rejected-code': {
    title: 'Use code -1 when the user rejects sampling',
    found: 'The code is {0}, with the message {1}.',
    why: 'Servers tell by `-1` that a user said no, and do not try again.',
    fix: 'Return `{"code": -1, "message": "User rejected sampling request"}`.',
  },
  'sampling-stop-reason': {
    title: 'Let stopReason agree with the content',
    found: '`stopReason` is {0}, which does not agree with the blocks of the result.',
    why: 'Servers decide by it whether to run tools and continue.',
    fix: 'Set `stopReason` to `toolUse` exactly when the content has `tool_use` blocks.',
  },
};
