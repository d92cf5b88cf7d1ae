/** How a client asks over Streamable HTTP: what it accepts, what it says of its body, where it asks (basic/transports#sending-messages-to-the-server). */
import { RULES as STREAMABLE_HTTP } from '../rules/streamable-http.ts';
import { RULES as HTTP_RESUMING } from '../rules/http-resuming.ts';
import { accepted, addressOf, isRedacted, judge, mediaType, openingPost } from '../judging.ts';
import type { Exchange, Turn } from '../judging.ts';

const {
  'http-post-accept': POST_ACCEPT,
  'http-get-accept': GET_ACCEPT,
  'http-endpoint-single': ONE_ENDPOINT,
} = STREAMABLE_HTTP;
const { 'http-post-content-type': CONTENT_TYPE } = HTTP_RESUMING;

interface Requests {
  /** Path and query to which the session's first message went, and its event. */
  endpoint: string | undefined;
  s: number;
}

export const HTTP_REQUESTS = judge<Requests>({
  rules: [POST_ACCEPT, GET_ACCEPT, CONTENT_TYPE, ONE_ENDPOINT],
  init: () => ({ endpoint: undefined, s: 0 }),
  message(turn, item, state) {
    const exchange = openingPost(turn);
    if (!exchange) return;
    const { headers, s } = exchange;
    if (turn.applies(POST_ACCEPT)) {
      const accept = headers.get('accept');
      if (!takesBoth(accepted(accept))) turn.report(POST_ACCEPT, { at: s, found: [accept] });
    }
    const type = headers.get('content-type');
    if (turn.applies(CONTENT_TYPE) && mediaType(type) !== 'application/json')
      turn.report(CONTENT_TYPE, { at: s, found: [type] });
    if (item.kind === 'request' && item.method === 'initialize') state.endpoint = undefined;
    sameEndpoint(turn, exchange, state);
  },
  http(turn, event, state) {
    const { exchange } = turn;
    if (event.step !== undefined || !exchange || event.phase === 'response' || event.phase === 'end') return;
    // Where a redirect leads is the server's choice.
    if (event.phase !== 'request') return void (state.endpoint = undefined);
    if (exchange.method === 'GET') {
      const accept = exchange.headers.get('accept');
      if (turn.applies(GET_ACCEPT) && !accepted(accept).includes('text/event-stream'))
        turn.report(GET_ACCEPT, { found: [accept] });
      // Before anything is agreed, a GET may look for HTTP+SSE elsewhere.
      const { handshake } = turn.facts;
      if (handshake === 'answered' || handshake === 'done') sameEndpoint(turn, exchange, state);
    } else if (exchange.method === 'DELETE') sameEndpoint(turn, exchange, state);
  },
  connection(_turn, event, state) {
    if (event.event === 'restarted') state.endpoint = undefined;
  },
});

/** The header has to name both; a range that covers one counts as its name. */
function takesBoth(types: readonly string[]): boolean {
  if (types.includes('*/*')) return true;
  const takes = (type: string, range: string): boolean => types.includes(type) || types.includes(range);
  return takes('application/json', 'application/*') && takes('text/event-stream', 'text/*');
}

function sameEndpoint(turn: Turn, { url, s }: Exchange, state: Requests): void {
  if (!turn.applies(ONE_ENDPOINT)) return;
  if (isRedacted(url)) return void turn.cannotJudge(ONE_ENDPOINT, 'redacted');
  const address = addressOf(url);
  if (!address) return;
  const endpoint = address.pathname + address.search;
  if (state.endpoint === undefined) {
    state.endpoint = endpoint;
    state.s = s;
  } else if (state.endpoint !== endpoint)
    turn.report(ONE_ENDPOINT, { at: s, found: [endpoint, state.endpoint], related: [state.s] });
}
