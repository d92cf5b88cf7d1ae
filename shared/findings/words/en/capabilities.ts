import { declarationOf } from '../declaration.ts';
import type { RuleWords } from '../types.ts';

/** A request of the client: what it does, and the capability of the server that it needs. */
const toServer = (does: string, capability: string): RuleWords => ({
  title: `${does} only if the server declared ${capability}`,
  found: '`{0}` was sent, but the server did not declare `{1}`.',
  why: 'The server has said that it does not offer this. The request fails, most often with -32601.',
  fix: `Check \`capabilities?.${capability.replace('.', '?.')}\` of the server before you send it. If the server does offer it, it has to declare \`${declarationOf(capability)}\`.`,
});
/** A request of the server, and the capability of the client that it needs. */
const toClient = (method: string, capability: string): RuleWords => ({
  title: `Send ${method} only if the client declared ${capability}`,
  found: '`{0}` was sent, but the client did not declare `{1}`.',
  why: 'The client has no handler for it and refuses the request, or never responds.',
  fix: `Check \`capabilities?.${capability}\` of the client (\`getClientCapabilities()\` in SDKs) and do without it where it is absent.`,
});
/** A notification, and the sender's own capability that announces it. */
const announced = (method: string, capability: string, sender = 'server'): RuleWords => ({
  title: `Emit ${method} only after declaring ${capability}`,
  found: '`{0}` was sent without a declared `{1}`.',
  why: `${sender === 'server' ? 'Clients' : 'Servers'} decide by the declaration whether they listen for it. Without it they may not notice the change, or refuse the message.`,
  fix: `Declare \`${declarationOf(capability)}\` in the capabilities of the ${sender}, or do not send the notification.`,
});

export const CAPABILITIES = {
  'cap-tools': toServer('Call tools/*', 'tools'),
  'cap-resources': toServer('Call resources/*', 'resources'),
  'cap-prompts': toServer('Call prompts/*', 'prompts'),
  'cap-completions': toServer('Call completion/complete', 'completions'),
  'cap-logging-setlevel': toServer('Send logging/setLevel', 'logging'),
  'cap-resources-subscribe': toServer('Send resources/subscribe', 'resources.subscribe'),
  'cap-tools-list-changed': announced('tools/list_changed', 'tools.listChanged'),
  'cap-prompts-list-changed': announced('prompts/list_changed', 'prompts.listChanged'),
  'cap-resources-list-changed': announced('resources/list_changed', 'resources.listChanged'),
  'cap-resources-updated': announced('resources/updated', 'resources.subscribe'),
  'cap-logging-message': {
    title: 'Emit notifications/message only after declaring logging',
    found: '`{0}` was sent without a declared `{1}`.',
    why: 'Clients decide by the declaration whether they show log messages. Without it these may be dropped.',
    fix: 'Declare `"logging": {}` in the capabilities of the server, or write logs to stderr.',
  },
  'cap-roots': toClient('roots/list', 'roots'),
  'cap-sampling': toClient('sampling/createMessage', 'sampling'),
  'cap-elicitation': toClient('elicitation/create', 'elicitation'),
  'cap-roots-list-changed': announced('roots/list_changed', 'roots.listChanged', 'client'),
  'cap-sampling-tools': {
    title: 'Offer tools in sampling only to clients declaring sampling.tools',
    found: 'The request has `{0}`, but the client did not declare `sampling.tools`.',
    why: 'The client cannot run a model with tools. It refuses the request, or ignores the tools, and the result is worthless.',
    fix: 'Check `capabilities?.sampling?.tools` of the client first. Without it send no `tools` and no `toolChoice`.',
  },
  'cap-sampling-context': {
    title: 'Use includeContext thisServer/allServers only with sampling.context',
    found: '`includeContext` is {0}, but the client did not declare `sampling.context`.',
    why: 'The client does not add the context, and the model answers without it.',
    fix: 'Leave `includeContext` out or send `"none"`, and put what the model needs into `messages`.',
  },
  'cap-elicitation-mode': {
    title: 'Elicit only in modes the client declared',
    found: 'The client did not declare elicitation in mode `{0}`.',
    why: 'The client has no way to show it, and refuses the request.',
    fix: 'Check `elicitation.url` and `elicitation.form` of the client. An empty `elicitation` object means forms only.',
  },
  'cap-value-object': {
    title: 'Declare each capability as an object, not true',
    found: 'The capability `{0}` is {1}.',
    why: 'Typed SDKs expect an object and refuse the whole handshake. Others treat the capability as absent.',
    fix: 'Declare it as `{}`, or with its members, such as `{ "listChanged": true }`. Leave out what is not offered.',
  },
  'cap-used-not-declared': {
    title: 'Declare the capability of every feature you serve',
    found: '`{0}` got a result, but the server did not declare `{1}`.',
    why: 'Clients ask only for what is declared. The feature works, and nobody finds it.',
    fix: 'Declare the capability, or remove the handler.',
  },
  'cap-declared-not-served': {
    title: 'Serve the methods of every capability you declare',
    found: '`{0}` was refused with -32601, although the server declared `{1}`.',
    why: 'Clients rely on what is declared: they ask for a list right after the handshake, and some give up the whole connection on this error.',
    fix: 'Register a handler for this method; one of a list returns an empty list at least. Or do not declare the capability.',
  },
  'cap-undeclared-error-code': {
    title: 'Refuse undeclared feature calls with -32601',
    found: '`{0}` is not offered, and was refused with code {1}.',
    why: 'The client cannot tell "not offered" from a failure, and may try again.',
    fix: 'Respond to methods of undeclared capabilities with -32601, "Method not found".',
  },
  'cap-extension-id-format': {
    title: 'Prefix every extension identifier',
    found: 'The extension is named {0}.',
    why: 'Without a proper prefix two extensions can have the same name, and peers enable the wrong one.',
    fix: 'Use a reversed domain that you own, a slash and a name: `com.example/my-extension`.',
  },
  'cap-extension-unilateral': {
    title: 'Fall back to core behaviour when the peer lacks your extension',
    found: '`{0}` belongs to `{1}`, which only the {2} declared.',
    why: 'The other side knows nothing of the extension: it refuses the message, or cannot read the result.',
    fix: 'Look for the extension under `capabilities.extensions` of the other side first, and use the core protocol where it is absent.',
  },
  'cap-elicitation-empty-modes': {
    title: 'Support at least one elicitation mode when declaring elicitation',
    found: '`elicitation` is declared as {0}, without `form` or `url`.',
    why: 'Servers cannot tell which mode they may use, and avoid elicitation.',
    fix: 'Declare `{ "form": {} }`, `{ "url": {} }` or both. `{}` means forms only.',
  },
  'cap-client-refuses-declared': {
    title: 'Handle the server requests that your capabilities promise',
    found: '`{0}` was refused with -32601, although the client declared `{1}`.',
    why: 'The server relies on the declaration, and the call that needs it fails.',
    fix: 'Register the handler before you connect, or do not declare the capability.',
  },
};
