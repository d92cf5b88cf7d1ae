/** What a person at the terminal can do about an authorization that failed. */
import { visibleText } from '#shared/plain-text';
import type { WireEvent } from '#shared/recording';

const MAX_SERVER_TEXT_CHARS = 300;

/** A sentence about an event that says that authorization failed; undefined for others, and where the diagram says it all. */
export function adviceOn(event: WireEvent): string | undefined {
  if (event.k !== 'connection' || event.event !== 'authorization' || event.reason !== 'failed') return undefined;
  const [, code = '', text = ''] = /^([\w-]+)(?:: (.*))?$/s.exec(event.detail ?? '') ?? [];
  const words = visibleText(text.replace(/\s+/g, ' ').trim()).slice(0, MAX_SERVER_TEXT_CHARS);
  switch (code) {
    case 'no-authorization-server':
      return (
        `The server responded with 401 but names no authorization server. ${words === '' ? '' : `It says: ${words} `}` +
        `If it requires a key or a token, pass it with --header 'Authorization: Bearer …' or --header 'X-API-Key: …'.`
      );
    case 'incomplete':
      return `Missing for this grant: ${words}. See the options under Authorization in --help.`;
    case 'client-needed':
      return 'The authorization server does not register clients automatically. Register one there and give --client-id, and --client-secret-env or --client-key.';
    default:
      return `Authorization failed: ${[code, words].filter((each) => each !== '').join(': ')}.`;
  }
}
