import type { ELICITATION } from '../../catalogue/elicitation.ts';
import type { CategoryWords } from '../types.ts';

export const ELICITATION_WORDS: CategoryWords<keyof typeof ELICITATION> = {
  'elicit-schema-flat': {
    title: 'Ask only for flat forms of simple fields',
    found: '`{0}` of the requested form is {1}.',
    why: 'Clients build a form from the schema and know only simple fields. They refuse a request with any other.',
    mend: 'Use a root of `"type": "object"` with `properties` of type `string`, `number`, `integer` or `boolean`, from 2025-11-25 on also lists of choices.',
  },
  'elicit-schema-format': {
    title: 'Use only email, uri, date or date-time as format',
    found: 'The field `{0}` has the format {1}.',
    why: 'Clients have inputs for these four and may refuse a form with another format.',
    mend: 'Remove `format` and say in `description` what is expected; check the reply yourself.',
  },
  'elicit-action': {
    title: 'Reply with accept, decline or cancel',
    found: '`action` is {0}.',
    why: 'Servers decide by the action what to do next. With another value they fail, or mistake a refusal for consent.',
    mend: 'Send `accept` with the content, `decline` when the user says no, `cancel` when the user closes the dialog.',
  },
  'elicit-content-valid': {
    title: 'Send content that fits the requested form',
    found: 'The content violates `{1}` of the requested schema at `{0}`.',
    why: 'Servers rely on the requested form: required fields are present, and a number is not a string.',
    mend: 'Validate the content against the requested schema before you send `accept`: ask for what is missing, and convert what was typed to the type of its field.',
  },
  'elicit-url-fields': {
    title: 'Give URL requests url, message and elicitationId',
    found: 'Missing or wrong: {0}.',
    why: 'The client shows the message and the URL, and needs the id to tell when it is done.',
    mend: 'Set all three; `url` is absolute, and `elicitationId` is unique in your server.',
  },
  'elicit-url-https': {
    title: 'Send users only to https URLs',
    found: 'The URL is {0}.',
    why: 'What the user types there can be read and changed in transit. Clients warn or refuse.',
    mend: 'Serve the page over `https`; plain `http` is fine only for localhost while you develop.',
  },
  'elicit-mode-refusal-code': {
    title: 'Refuse modes you did not declare with error -32602',
    found: 'The mode {0} was not declared, but the response is: {1}.',
    why: 'Servers take any other response for a reply of the user.',
    mend: 'Return error `-32602` for each mode that is not in your `elicitation` capability.',
  },
  'elicit-complete-id': {
    title: 'Use a known elicitationId in completion notifications',
    found: 'No request and no error of this session had the id {0}.',
    why: 'The client cannot tell which dialog to close, and the waiting call is not retried.',
    mend: 'Keep the id that you sent in `elicitation/create` or in the `-32042` error, and send exactly that.',
  },
  'elicit-required-error-data': {
    title: 'List the URL requests in a -32042 error',
    found: 'Missing or wrong for a `-32042` error: `{0}`.',
    why: 'The client has nothing to show to the user, so the call can never succeed.',
    mend: 'Set `error.data.elicitations` to entries of `mode: "url"`, `elicitationId`, `url`, `message`, and only for clients that declare `elicitation.url`.',
  },
  'elicit-schema-pattern': {
    title: 'Use only keywords that forms support',
    found: 'The field `{0}` uses `{1}`.',
    why: 'It is not in the subset for forms. Clients ignore it, so replies may be unexpected.',
    mend: 'State the constraint in `description`, and check the reply yourself.',
  },
  'elicit-content-unexpected': {
    title: 'Send content only with an accepted form',
    found: '`content` came with action `{0}` in mode `{1}`.',
    why: 'The user did not agree to send it, and servers must not use it.',
    mend: 'Leave `content` out unless the action is `accept` and the request was a form.',
  },
  'elicit-sensitive-form': {
    title: 'Do not ask for secrets in a form',
    found: 'A field seems to ask for a secret: {0}.',
    why: 'The value goes through the client and its logs, and often through the model.',
    mend: 'Use a URL request: the user types the secret on your own page.',
  },
  'elicit-url-sensitive': {
    title: 'Keep credentials and personal data out of URLs',
    found: 'The URL has `{0}`.',
    why: 'URLs are shown, logged and kept in the history of browsers.',
    mend: 'Put a short-lived random id into the URL and keep the rest on the server.',
  },
  'elicit-form-links': {
    title: 'Keep links out of form texts',
    found: 'The text holds the URL {0}.',
    why: 'Users may follow it without the checks that clients make for URL requests.',
    mend: 'Remove it, or send a request of mode `url`.',
  },
  'elicit-enum-names': {
    title: 'Write choices with titles as oneOf',
    found: 'The field `{0}` uses `enumNames`.',
    why: 'It is not a JSON Schema keyword. Clients may show the raw values.',
    mend: 'Write `"oneOf": [{"const": "s", "title": "Small"}, …]` from 2025-11-25 on.',
  },
};
