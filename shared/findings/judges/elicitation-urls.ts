/** Addresses that servers send a user to (client/elicitation#url-mode-elicitation-requests, #safe-url-handling). */
import { isUrl } from '#shared/base';
import { RULES as ELICITATION } from '../rules/elicitation.ts';
import { isRedacted, quoted } from '../judging.ts';
import type { AskJudge } from './asks.ts';
import { modeOf } from './elicitation-forms.ts';

const { 'elicit-url-fields': FIELDS, 'elicit-url-https': HTTPS, 'elicit-url-sensitive': SENSITIVE } = ELICITATION;
const LOCAL: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);
const PRIVATE: ReadonlySet<string> = new Set(['access_token', 'token', 'password', 'email', 'phone', 'ssn']);

/** The address that a text is, absolute; undefined for what is none. */
function addressOf(url: unknown): URL | undefined {
  return typeof url === 'string' && /^[a-z][a-z0-9+.-]*:/i.test(url) && isUrl(url) ? new URL(url) : undefined;
}

export const ELICITATION_URLS: AskJudge = {
  rules: [FIELDS, HTTPS, SENSITIVE],
  asks: {
    'elicitation/create'(turn, { params, at }) {
      if (modeOf(params) !== 'url') return;
      const { url } = params;
      const pointer = url === undefined ? at : `${at}/url`;
      const address = addressOf(url);
      if (turn.applies(FIELDS)) {
        const lacking = ['url', 'message', 'elicitationId'].filter((name) => typeof params[name] !== 'string');
        if (lacking.length > 0) turn.report(FIELDS, { pointer: at, found: [lacking.join(', ')] });
        else if (!address && isRedacted(url)) turn.cannotJudge(FIELDS, 'redacted');
        else if (!address) turn.report(FIELDS, { pointer, found: [`url: ${quoted(url)}`] });
      }
      if (!address || typeof url !== 'string') return;
      if (turn.applies(HTTPS) && address.protocol !== 'https:' && !LOCAL.has(address.hostname))
        turn.report(HTTPS, { pointer, found: [quoted(url)] });
      const part = turn.applies(SENSITIVE) ? privatePart(url) : undefined;
      if (part !== undefined) turn.report(SENSITIVE, { pointer, found: [part] });
    },
  },
};

/** The part of an address that says who somebody is or lets them in: its name, never its value. */
function privatePart(url: string): string | undefined {
  if (/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*@/i.test(url)) return 'user@';
  const pairs = url.slice(0, 10_000).split(/[?#&]/).slice(1);
  return pairs.map((pair) => /^([^=]+)=./.exec(pair)?.[1] ?? '').find((name) => PRIVATE.has(name.toLowerCase()));
}
