export const HTTP_SSE_2024 = {
  'sse-endpoint-first': {
    title: 'Send the endpoint event before anything else',
    found: 'The first event of the stream is `{0}`; it must be `endpoint`.',
    why: 'Until the client has the URL it cannot send anything, and the session never begins.',
    fix: 'Write `event: endpoint` with the URL as data as soon as the stream is open.',
  },
  'sse-endpoint-uri': {
    title: 'Put a bare URL into the endpoint event',
    found: 'The data of the `endpoint` event is {0}.',
    why: 'Clients resolve the text as a URL. JSON or quotes become part of the path, and every POST fails.',
    fix: 'Write the URL itself: `data: /messages?sessionId=…`.',
  },
  'sse-post-target': {
    title: 'POST every message to the announced endpoint',
    found: 'The POST went to `{0}`; the announced endpoint is `{1}`.',
    why: 'The server ties the URL to the stream. A message sent elsewhere is lost, or reaches another session.',
    fix: 'Wait for the `endpoint` event, resolve its data against the URL of the stream, and post there unchanged, query included.',
  },
  'sse-message-event': {
    title: 'Send messages as message events with JSON data',
    found: 'The event `{0}` has the data {1}.',
    why: 'Clients listen for `message` and parse its data as JSON-RPC. Anything else is dropped or ends the session.',
    fix: 'Write `event: message` with one JSON-RPC message as data; use comment lines to keep the connection alive.',
  },
  'sse-response-in-post': {
    title: 'Send responses on the SSE stream, not in the HTTP response to the POST',
    found: 'The HTTP response to the POST contains the response to request {0}.',
    why: 'The client waits on the stream and does not read the HTTP response, so the request times out.',
    fix: 'Respond to the POST with 202 and no message, and write the response to the stream as a `message` event.',
  },
  'sse-endpoint-origin': {
    title: 'Announce an endpoint on the origin of the stream',
    found: 'The endpoint is on `{0}`, the stream on `{1}`.',
    why: 'Clients refuse it, because it would send what is meant for this server to another.',
    fix: 'Send a relative URL, or fix the public host and scheme behind a proxy (`X-Forwarded-*`).',
  },
  'sse-transport-deprecated': {
    title: 'Move from HTTP+SSE to Streamable HTTP',
    found: 'HTTP+SSE is used with protocol version {0}.',
    why: 'This transport was replaced in 2025-03-26. Clients are dropping support.',
    fix: {
      client: 'Try a POST of `initialize` first, and open an SSE stream by GET only when it is refused with 4xx.',
      server: 'Serve one endpoint that takes POST, and keep the old pair of URLs only for older clients.',
    },
  },
};
