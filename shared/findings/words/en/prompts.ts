export const PROMPTS = {
  'prompt-argument-strings': {
    title: 'Pass prompt arguments as strings',
    found: 'The prompt argument {0} is {1}.',
    why: 'Prompt arguments are strings in every protocol version. Typed servers reject the request.',
    fix: 'Convert the value first: `String(value)`, or `JSON.stringify(value)` for arrays and objects.',
  },
  'prompt-missing-required-accepted': {
    title: 'Refuse prompts/get without a required argument',
    found: 'The required argument {0} is missing, and the response is: {1}.',
    why: 'The user gets a prompt with a gap in it, or an error that does not say what to fill in.',
    fix: 'Check the required arguments first and return error `-32602` that names the missing one.',
  },
  'prompt-unknown-code': {
    title: 'Respond to unknown prompt names with error -32602',
    found: 'The prompt {0} is not in the list, and the response is: {1}.',
    why: 'A client tells by this code that its list is out of date. Any other outcome looks like a failure of the server.',
    fix: 'Return the JSON-RPC error `-32602` for a prompt that is not registered.',
  },
  'prompt-message-role': {
    title: 'Use only user or assistant as role of prompt messages',
    found: '`role` of a prompt message is {0}.',
    why: 'There is no `system` role here. Typed clients reject the whole prompt.',
    fix: 'Put instructions into the first message with `"role": "user"`.',
  },
  'prompt-content-single': {
    title: 'Put one content object in each prompt message',
    found: '`content` of a prompt message is {0}.',
    why: 'In prompts it is one block, neither an array nor a string. Typed clients reject the whole prompt.',
    fix: 'Send one block, `{"type": "text", "text": …}`, and one message for each further block.',
  },
  'prompt-embedded-resource-mime': {
    title: 'Give embedded resources in prompts a uri, a MIME type and a body',
    found: 'A resource in a prompt message has no {0}.',
    why: 'The host has to decide from the MIME type how to hand the resource to the model.',
    fix: 'Set `uri`, `mimeType` and either `text` or `blob`.',
  },
  'prompt-name-unique': {
    title: 'Give every prompt a unique name',
    found: 'The name {0} is in the list more than once.',
    why: '`prompts/get` identifies the prompt only by its name. With duplicates, either of them may be returned.',
    fix: 'Rename one of the prompts, or register it once.',
  },
  'prompt-argument-undeclared': {
    title: 'Pass only arguments that the prompt declares',
    found: 'The prompt does not declare the argument {0}.',
    why: 'Servers ignore it or refuse the request. Often it is a typing mistake in the name.',
    fix: 'Use the names in `arguments` of the listed prompt.',
  },
};
