import type { FindingsWords } from '../types.ts';

export const DIAGNOSIS: FindingsWords['diagnosis'] = {
  kinds: {
    'wrong-command': (name) => ({
      title: 'The command cannot be started',
      text: `${name === undefined ? 'The command' : `\`${name}\``} was not found or is not executable. No message was exchanged.`,
      remedy: 'Give the full path of the program, and check that it runs in a terminal as the same user.',
    }),
    cors: (name) => ({
      title: 'The browser blocked the response (CORS)',
      text:
        name === undefined
          ? 'The server does not allow pages from other origins.'
          : `The server's response lacks: ${name}`,
      remedy: 'Send the CORS headers on every response and on the preflight, or connect through the relay.',
    }),
    'hidden-session': () => ({
      title: 'The session ID is hidden from the page (CORS)',
      text: 'The server responded with 400, and no session ID was seen at initialization.',
      remedy:
        'If the server sends `Mcp-Session-Id`, let pages read it: `Access-Control-Expose-Headers: Mcp-Session-Id`. Or connect through the relay.',
    }),
    'no-challenge': () => ({
      title: '401 without resource metadata',
      text: 'The server asks for authorization but does not say where to get it: `WWW-Authenticate` is missing or names no `resource_metadata`.',
      remedy: 'Add `WWW-Authenticate: Bearer resource_metadata="…"` to each 401.',
    }),
    'stdout-text': () => ({
      title: 'The server writes text to standard output',
      text: 'On stdio, standard output must carry only messages. Clients treat any other line as a malformed message.',
      remedy: 'Write it to standard error.',
    }),
    'handshake-incomplete': () => ({
      title: 'The handshake was never completed',
      text: '`initialize` got no response, or `notifications/initialized` did not follow.',
      remedy:
        'Respond to `initialize` with a result; the client then sends `notifications/initialized` before anything else.',
    }),
    'revision-mismatch': () => ({
      title: 'Client and server use different protocol versions',
      text: 'One side names a version that the other did not offer or does not support.',
      remedy:
        'Respond with the requested version if you support it, otherwise with your latest; use that version from then on.',
    }),
    'session-header': () => ({
      title: 'Requests lack the session header',
      text: 'The server assigned an `Mcp-Session-Id`, but later requests do not carry it.',
      remedy:
        'Send `Mcp-Session-Id` on every request after `initialize`. For clients in a browser, the server must list it in `Access-Control-Expose-Headers`.',
    }),
    'other-id': () => ({
      title: 'A response with the wrong id',
      text: 'No pending request has the id of this response. The request it was meant for never gets a response.',
      remedy: 'Copy the `id` of the request unchanged: the same value and the same type.',
    }),
    'after-cancel': () => ({
      title: 'A response after the cancellation',
      text: 'The request was cancelled, but got a response anyway.',
      remedy: 'On `notifications/cancelled`, stop the work and send nothing for that id.',
    }),
  },
  culprits: {
    dotenv: '`dotenv` prints a line when it loads a file. Use `config({ quiet: true })`.',
    npm: 'npm prints the script that it runs. Start the program itself (`node dist/index.js`), or use `npm run --silent`.',
    uv: 'uv prints what it installs. Run `uv sync` beforehand, or start it with `uv run --quiet`.',
    docker: 'Docker prints the progress of a pull. Run `docker pull` beforehand, and use `docker run -i` without `-t`.',
    logger: 'A logger writes to standard output. Set its stream to standard error.',
    banner: 'A banner is printed at the start. Remove it, or print it to standard error.',
    print: 'Look for `print(…)` and `console.log(…)`. Use `print(…, file=sys.stderr)` and `console.error(…)`.',
  },
};
