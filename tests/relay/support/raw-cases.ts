/** Raw exchanges, usual and odd ones: what a client sends, and what the server does. */
import type { RawCase, Step } from './raw-http.ts';

const HEAD = /\r?\n\r?\n/;
const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
const BODY = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
const PONG = '{"jsonrpc":"2.0","id":1,"result":{}}';

const get = (more = '', line = 'GET /mcp HTTP/1.1'): string => `${line}\r\nHost: HOST\r\n${more}\r\n`;
const post = (body: string, more: string): string => `${get(more, 'POST /mcp HTTP/1.1')}${body}`;
const many = (count: number): string => Array.from({ length: count }, (_, at) => `X-${at}: ${at}\r\n`).join('');

/** The server answers once this has come. */
const asks = (request: string, enough: RegExp = HEAD): RawCase => ({
  client: [request, /ok$/],
  server: [enough, OK],
});
/** The server answers so; the client waits for the end of that, or for the end of the connection. */
const answers = (response: string | readonly Step[], last: RegExp | 'end' = /ok$/, request = get()): RawCase => ({
  client: [request, last === 'end' ? /(?!)/ : last],
  server: [
    HEAD,
    ...(typeof response === 'string' ? [response] : response),
    ...(last === 'end' ? ['end' as const] : []),
  ],
});
const refused = (request: string | readonly Step[], status = 403): RawCase => ({
  client: [...(typeof request === 'string' ? [request] : request), /(?!)/],
  server: [],
  refused: status,
});

const REQUESTS: { readonly [name: string]: RawCase } = {
  'a GET': asks(get()),
  'a POST with its length': asks(
    post(BODY, `Content-Type: application/json\r\nContent-Length: ${BODY.length}\r\n`),
    /ping"\}/,
  ),
  'a POST in chunks': asks(post('5\r\nhello\r\n3\r\nyou\r\n0\r\n\r\n', 'Transfer-Encoding: chunked\r\n'), /0\r\n\r\n$/),
  'chunk extensions': asks(
    post('5;a=b;c="d;e"\r\nhello\r\n0;last\r\n\r\n', 'Transfer-Encoding: chunked\r\n'),
    /last\r\n\r\n$/,
  ),
  'trailers of a request': asks(
    post('5\r\nhello\r\n0\r\nX-End: \xe9\r\nX-Two: 2\r\n\r\n', 'Transfer-Encoding: chunked\r\nTrailer: X-End\r\n'),
    /Two: 2\r\n\r\n$/,
  ),
  'chunk sizes with zeros and in both cases': asks(
    post(`000A\r\n0123456789\r\n0a\r\n0123456789\r\n000\r\n\r\n`, 'Transfer-Encoding: CHUNKED\r\n'),
    /000\r\n\r\n$/,
  ),
  'chunks with line feeds alone': asks(post('5\nhello\n0\n\n', 'Transfer-Encoding: chunked\r\n'), /0\n\n$/),
  'header values with bytes from 0x80': asks(get('X-Latin: caf\xe9 \xff\x80\r\n')),
  'header values in UTF-8': asks(get('X-Utf: caf\xc3\xa9 \xe2\x82\xac\r\n')),
  '1,500 headers and a body': asks(post(BODY, `${many(1500)}Content-Length: ${BODY.length}\r\n`), /ping"\}/),
  'a header of 300 KB': asks(get(`X-Long: ${'x'.repeat(300_000)}\r\n`)),
  'a head with line feeds alone': asks('GET /mcp HTTP/1.1\nHost: HOST\nX-A: b\n\n'),
  'a head with both line ends': asks('GET /mcp HTTP/1.1\r\nHost: HOST\nX-A: b\r\n\n'),
  'Content-Length with Transfer-Encoding': asks(
    post('5\r\nhello\r\n0\r\n\r\n', 'Content-Length: 3\r\nTransfer-Encoding: chunked\r\n'),
    /0\r\n\r\n$/,
  ),
  'Transfer-Encoding with Content-Length': asks(
    post('5\r\nhello\r\n0\r\n\r\n', 'Transfer-Encoding: chunked\r\nContent-Length: 30\r\n'),
    /0\r\n\r\n$/,
  ),
  'Content-Length twice, the same': asks(post('hello', 'Content-Length: 5\r\ncontent-length: 5\r\n'), /hello$/),
  'Content-Length twice, different': asks(post('hello', 'Content-Length: 5\r\nContent-Length: 3\r\n'), /hello$/),
  'Content-Length as a list': asks(post('hello', 'Content-Length: 5, 5\r\n'), /hello$/),
  'Content-Length with a sign': asks(post('hello', 'Content-Length: +5\r\n'), /hello$/),
  'Content-Length that is no number': asks(post('hello', 'Content-Length: five\r\n'), /hello$/),
  'Content-Length 0': asks(post('', 'Content-Length: 0\r\n')),
  'a POST without a length': asks(post('', '')),
  'Transfer-Encoding gzip, chunked': asks(
    post('3\r\n\x1f\x8b\x08\r\n0\r\n\r\n', 'Transfer-Encoding: gzip, chunked\r\n'),
    /0\r\n\r\n$/,
  ),
  'Transfer-Encoding identity': asks(post('hello', 'Transfer-Encoding: identity\r\n'), /hello$/),
  'Transfer-Encoding twice': asks(
    post('0\r\n\r\n', 'Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n'),
    /0\r\n\r\n$/,
  ),
  'a chunk size that is none': asks(post('zz\r\nhello\r\n', 'Transfer-Encoding: chunked\r\n'), /hello\r\n$/),
  'a chunk longer than it says': asks(post('2\r\nhello\r\n', 'Transfer-Encoding: chunked\r\n'), /hello\r\n$/),
  'a negative chunk size': asks(post('-5\r\nhello\r\n', 'Transfer-Encoding: chunked\r\n'), /hello\r\n$/),
  'a chunk size of 20 digits': asks(post(`${'f'.repeat(20)}\r\nhello`, 'Transfer-Encoding: chunked\r\n'), /hello$/),
  'a body that looks like a request': asks(
    post('POST / HTTP/1.1\r\nHost: evil\r\n\r\n', 'Content-Length: 31\r\n'),
    /evil\r\n\r\n$/,
  ),
  'a GET with a body': asks(get('Content-Length: 5\r\n') + 'hello', /hello$/),
  'a DELETE with a body': asks(get('Content-Length: 5\r\n', 'DELETE /mcp HTTP/1.1') + 'hello', /hello$/),
  'Expect of something else': asks(post('hello', 'Expect: other\r\nContent-Length: 5\r\n'), /hello$/),
  'Expect: 100-continue': {
    client: [post('', 'Expect: 100-continue\r\nContent-Length: 5\r\n'), /100 Go On\r\nX: y\r\n\r\n/, 'hello', /ok$/],
    server: [HEAD, 'HTTP/1.1 100 Go On\r\nX: y\r\n\r\n', /hello$/, OK],
  },
  'Expect: 100-continue that is refused': answers(
    'HTTP/1.1 417 No\r\nContent-Length: 2\r\n\r\nok',
    /ok$/,
    post('', 'Expect: 100-continue\r\nContent-Length: 5\r\n'),
  ),
  'an unknown method': asks(get('', 'BREW /mcp HTTP/1.1')),
  'a method in lower case': asks(get('', 'get /mcp HTTP/1.1')),
  'a method of signs': asks(get('', "!#$%&'*+ /mcp HTTP/1.1")),
  'a path in UTF-8': asks(get('', 'GET /caf\xc3\xa9?\xe2\x82\xac HTTP/1.1')),
  'a path in Latin-1': asks(get('', 'GET /caf\xe9 HTTP/1.1')),
  'a path with a space': asks(get('', 'GET /a b HTTP/1.1')),
  'a path with signs': asks(get('', 'GET /<a>|"{}^`\\..//%zz#x HTTP/1.1')),
  'a path of 100 KB': asks(get('', `GET /${'p'.repeat(100_000)} HTTP/1.1`)),
  'a query alone': asks(get('', 'GET ?a=b HTTP/1.1')),
  'an absolute target': asks(get('', 'GET http://HOST/mcp?a=b HTTP/1.1')),
  'an absolute target without a path': asks(get('', 'GET http://HOST HTTP/1.1')),
  'OPTIONS *': asks(get('', 'OPTIONS * HTTP/1.1')),
  'two spaces in the first line': asks(get('', 'GET  /mcp  HTTP/1.1')),
  'a tab in the first line': asks(get('', 'GET\t/mcp\tHTTP/1.1')),
  'HTTP in lower case': asks(get('', 'GET /mcp http/1.1')),
  'HTTP/3.7': asks(get('', 'GET /mcp HTTP/3.7')),
  'HTTP/1.0': answers('HTTP/1.1 200 OK\r\n\r\nall of it', 'end', get('', 'GET /mcp HTTP/1.0')),
  'HTTP/1.0 with keep-alive': asks(get('Connection: keep-alive\r\n', 'GET /mcp HTTP/1.0')),
  'no version': asks(get('', 'GET /mcp')),
  'a value of two lines': asks(get('X-Fold: a\r\n  b\r\n\tc\r\n')),
  'a header without a colon': asks(get('nothing\r\n')),
  'a space before the colon': asks(get('X-A : b\r\n')),
  'a header without a name': asks(get(': b\r\n')),
  'a header without a value': asks(get('X-A:\r\nX-B: \r\n')),
  'one name three times in three cases': asks(get('X-A: 1\r\nx-a: 2\r\nX-a: 3\r\n')),
  'spaces around a value': asks(get('X-A: \t  b \t \r\nX-B:c\r\n')),
  'Host in capitals, without a space': asks('GET /mcp HTTP/1.1\r\nHOST:HOST\r\n\r\n'.replace('HOST:', 'hOsT:')),
  'Host as the last of the headers': asks(
    'GET /mcp HTTP/1.1\r\nX-Host: HOST.example\r\nHost: HOST\r\n\r\n'.replace('HOST.', ''),
  ),
  'a NUL in a value': asks(get('X-A: a\0b\r\n')),
  'control characters in a value': asks(get('X-A: a\x01\x1b\x7fb\r\n')),
  'blank lines before the request': asks(`\r\n\r\n${get()}`, /GET[^]*\r\n\r\n/),
  'headers for the next hop': asks(
    get('Connection: x-own, TE\r\nX-Own: 1\r\nTE: trailers\r\nProxy-Connection: x\r\nKeep-Alive: 9\r\n'),
  ),
  'two requests at once': {
    client: [get() + get('X-Two: 2\r\n'), /ok[^]*ok$/],
    server: [/GET[^]*\r\n\r\nGET[^]*\r\n\r\n/, OK + OK],
  },
  'five requests at once, some with bodies': {
    client: [
      ...[get() + post('5\r\nhello\r\n0\r\n\r\n', 'Transfer-Encoding: chunked\r\n') + get('', 'HEAD /x HTTP/1.1')],
      ...[post('hello', 'Content-Length: 5\r\n') + get('X-Five: 5\r\n'), /(?:ok[^]*){4}$/],
    ],
    server: [
      /Five[^]*\r\n\r\n/,
      `${OK}HTTP/1.1 202 A\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 200 H\r\nContent-Length: 200\r\n\r\n${OK}`,
      OK,
    ],
  },
  'three requests over one connection': {
    client: [get(), /ok$/, post('hello', 'Content-Length: 5\r\n'), /ok[^]*ok$/, get(), /ok[^]*ok[^]*ok$/],
    server: [HEAD, OK, /hello$/, OK, /hello[^]*\r\n\r\n/, OK],
  },
  'Connection: close': answers(
    `HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n${PONG}`,
    'end',
    get('Connection: close\r\n'),
  ),
  'a client that says no more, and waits': {
    client: [post('hello', 'Content-Length: 5\r\n'), 'end', /(?!)/],
    server: [/hello$/, OK, 'end'],
  },
  'a client that says no more before the server has begun to answer': {
    client: [get(), 'end', /(?!)/],
    server: [HEAD, 'HTTP/1.1 200 OK\r\n', 'Content-Length: 2\r\n\r\n', 'o', 'k', 'end'],
  },
  'a client that says no more in a body': {
    client: [post('he', 'Content-Length: 5\r\n'), 'end', /(?!)/],
    server: [/he$/, 'HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n', 'end'],
  },
  'a client that breaks off': {
    client: [get(), /\n\n$/, 'reset'],
    server: [HEAD, 'HTTP/1.1 200 OK\r\n\r\ndata: a\n\n'],
  },
  'a head byte by byte': {
    client: [
      ...get('X-A: b\r\n')
        .replace('HOST', '\0')
        .split('')
        .map((each) => each.replace('\0', 'HOST')),
      /ok$/,
    ],
    server: [HEAD, OK],
  },
  'a body byte by byte, the server waits for each': {
    client: [post('', 'Transfer-Encoding: chunked\r\n'), ...'3\r\nabc\r\n0\r\n\r\n', /ok$/],
    server: [HEAD, /\r\na/, /\r\nab/, /\r\nabc/, /0\r\n\r\n$/, OK],
  },
  'a body of 4 MB': asks(post('x'.repeat(4_000_000) + 'end', 'Content-Length: 4000003\r\n'), /end$/),
  'CONNECT that is refused': answers(
    'HTTP/1.1 405 No\r\nContent-Length: 2\r\n\r\nok',
    /ok$/,
    get('', 'CONNECT a.example:443 HTTP/1.1'),
  ),
  'CONNECT, and bytes of another protocol': {
    client: [
      get('', 'CONNECT a.example:443 HTTP/1.1'),
      /\r\n\r\n/,
      '\x16\x03\x01\r\n\r\n',
      /\x15\x03/,
      'bye',
      'end',
      /(?!)/,
    ],
    server: [HEAD, 'HTTP/1.1 200 Connected\r\n\r\n', /\x16\x03\x01\r\n\r\n$/, '\x15\x03', /bye$/, 'end'],
  },
  'an upgrade, and bytes of another protocol': {
    client: [
      get('Connection: Upgrade\r\nUpgrade: websocket\r\n'),
      /\r\n\r\n\x81\x02hi$/,
      '\x88\x80\r\n\r\n',
      /\x88\x00$/,
    ],
    server: [
      HEAD,
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n\x81\x02hi',
      /\x88\x80\r\n\r\n$/,
      '\x88\x00',
    ],
  },
  'an upgrade that the server passes over': asks(get('Connection: Upgrade\r\nUpgrade: h2c\r\nHTTP2-Settings: AA\r\n')),
};

const RESPONSES: { readonly [name: string]: RawCase } = {
  'a reason of the server’s own': answers('HTTP/1.1 200 Quite Fine \xe9\r\nContent-Length: 2\r\n\r\nok'),
  'no reason': answers('HTTP/1.1 200 \r\nContent-Length: 2\r\n\r\nok'),
  'no reason and no space': answers('HTTP/1.1 200\r\nContent-Length: 2\r\n\r\nok'),
  'a status that is none of the standard': answers('HTTP/1.1 799 Odd\r\nContent-Length: 2\r\n\r\nok'),
  'response headers with bytes from 0x80': answers(
    'HTTP/1.1 200 OK\r\nX-L: caf\xe9\r\nX-U: \xc3\xa9\r\nContent-Length: 2\r\n\r\nok',
  ),
  'response headers with line feeds alone': answers('HTTP/1.1 200 OK\nContent-Length: 2\n\nok'),
  'a response in chunks': answers(
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2;x=y\r\nok\r\n0\r\n\r\n',
    /0\r\n\r\n$/,
  ),
  'trailers of a response': answers(
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nX-End: \xe9\r\n\r\n',
    /End: .\r\n\r\n$/,
  ),
  'no chunk but the last': answers('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n', /0\r\n\r\n$/),
  'a body until the connection ends': answers(
    `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n${PONG}`,
    'end',
  ),
  'a response of HTTP/1.0': answers(`HTTP/1.0 200 OK\r\n\r\n${PONG}`, 'end'),
  '204': {
    client: [get(), /\r\n\r\n$/, get(), /ok$/],
    server: [HEAD, 'HTTP/1.1 204 No Content\r\n\r\n', /GET[^]*GET[^]*\r\n\r\n$/, OK],
  },
  '304 with a length': {
    client: [get(), /\r\n\r\n$/, get(), /ok$/],
    server: [HEAD, 'HTTP/1.1 304 Not Modified\r\nContent-Length: 500\r\n\r\n', /GET[^]*GET[^]*\r\n\r\n$/, OK],
  },
  'HEAD with a length': {
    client: [get('', 'HEAD /mcp HTTP/1.1'), /\r\n\r\n$/, get(), /ok$/],
    server: [HEAD, 'HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n', /HEAD[^]*GET[^]*\r\n\r\n$/, OK],
  },
  'HEAD with chunks announced': {
    client: [get('', 'HEAD /mcp HTTP/1.1'), /\r\n\r\n$/, get(), /ok$/],
    server: [HEAD, 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n', /HEAD[^]*GET[^]*\r\n\r\n$/, OK],
  },
  '100 unasked': answers(`HTTP/1.1 100 Continue\r\n\r\n${OK}`),
  '102': answers(['HTTP/1.1 102 Processing\r\n\r\n', 'HTTP/1.1 102 Processing\r\n\r\n', OK]),
  '103 with links': answers(`HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\n${OK}`),
  'an interim response of a status that is none of the standard': answers(`HTTP/1.1 199 Odd\r\n\r\n${OK}`),
  'a response with both Content-Length and Transfer-Encoding': answers(
    'HTTP/1.1 200 OK\r\nContent-Length: 50\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n',
    /0\r\n\r\n$/,
  ),
  'a response with Content-Length twice, different': answers(
    'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 4\r\n\r\nok',
  ),
  'a response value of two lines': answers('HTTP/1.1 200 OK\r\nX-Fold: a\r\n b\r\nContent-Length: 2\r\n\r\nok'),
  'a response with 1,500 headers': answers(`HTTP/1.1 200 OK\r\n${many(1500)}Content-Length: 2\r\n\r\nok`),
  'a response header of 300 KB': answers(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(300_000)}\r\nContent-Length: 2\r\n\r\nok`),
  'a response head of 2 MB': answers(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(2_000_000)}\r\nContent-Length: 2\r\n\r\nok`),
  'control characters in a response head': answers('HTTP/1.1 200 a\x01b\r\nX: \0\x7f\r\nContent-Length: 2\r\n\r\nok'),
  'what is no response': answers('hello, this is not HTTP\r\n\r\nok'),
  'a greeting of another protocol, and its end': answers('220 mail.example ESMTP\r\n', 'end'),
  'a status of two digits': answers('HTTP/1.1 20 OK\r\nContent-Length: 2\r\n\r\nok'),
  'nothing, and the end': answers([], 'end'),
  'a part of a head, and the end': answers('HTTP/1.1 200 OK\r\nContent-Le', 'end'),
  'a part of a body, and the end': answers('HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhalf', 'end'),
  'a part of a chunk, and the end': answers('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n50\r\nhalf', 'end'),
  'a part of a chunk’s size, and the end': answers('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n50', 'end'),
  'a chunk size of a response that is none': answers('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nok'),
  'a reset before the head': answers(['reset'], /(?!)/),
  'a reset after the head': {
    client: [post('he', 'Content-Length: 500\r\n'), /\r\n\r\n/, 'x', /(?!)/],
    server: [HEAD, 'HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n', /x$/, 'reset'],
  },
  'a reset in a chunk': {
    client: [post('he', 'Content-Length: 500\r\n'), /half/, 'x', /(?!)/],
    server: [HEAD, 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n50\r\nhalf', /x$/, 'reset'],
  },
  'an answer before the body has come, and the end': {
    client: [post('he', 'Content-Length: 500\r\n'), /(?!)/],
    server: [HEAD, 'HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\nConnection: close\r\n\r\n', 'end'],
  },
  'more than the length says': answers('HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nok'),
  'a response byte by byte': answers([...OK]),
  'a response of 4 MB': answers(`HTTP/1.1 200 OK\r\nContent-Length: 4000002\r\n\r\n${'x'.repeat(4_000_000)}ok`),
  'gzip that is none': answers(
    'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\n\x1f\x8bok',
  ),
  'an event stream in chunks that cut events': {
    isFramedAnew: true,
    ...answers(
      [
        'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n',
        ...['9\r\ndata: {"a\r\n', '4\r\n":1}\r\n', '2\r\n\n\n\r\n', '6;x\r\n: ok\n\n\r\n', '0\r\n\r\n'],
      ],
      /0\r\n\r\n$/,
    ),
  },
  'an event stream with its length': answers(
    'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: 11\r\n\r\ndata: 1\n\nok',
  ),
  'an event stream until the connection ends': answers(
    ['HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n', ': a\r\n\r\n', 'data: x\r\rdata: y\n\n'],
    'end',
  ),
  'cookies, and no date': answers(
    'HTTP/1.1 200 OK\r\nSet-Cookie: a=1\r\nset-cookie: b=2\r\nKeep-Alive: timeout=1\r\nContent-Length: 2\r\n\r\nok',
  ),
  'a redirect': answers('HTTP/1.1 307 There\r\nLocation: http://elsewhere.example/\r\nContent-Length: 2\r\n\r\nok'),
  'words of the server’s before it closes an idle connection': {
    client: [get(), /(?!)/],
    server: [HEAD, OK, 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n', 'end'],
  },
};

const REFUSED: { readonly [name: string]: RawCase } = {
  'no Host': refused('GET /mcp HTTP/1.1\r\n\r\n'),
  'no Host in HTTP/1.0': refused('GET /mcp HTTP/1.0\r\n\r\n'),
  'the preface of HTTP/2': refused('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  'two Hosts, the same': refused(get('Host: HOST\r\n')),
  'two Hosts, the second another': refused(get('host: evil.example\r\n')),
  'two Hosts, one with a space before its colon': refused(get('Host : evil.example\r\n')),
  'another Host': refused('POST /mcp HTTP/1.1\r\nHost: evil.example\r\nContent-Length: 5\r\n\r\nhello'),
  'a Host of two lines': refused('GET /mcp HTTP/1.1\r\nHost: HOST\r\n .evil.example\r\n\r\n'),
  'a Host on the line below its name': refused('GET /mcp HTTP/1.1\r\nHost:\r\n HOST\r\n\r\n'),
  'a Host with a no-break space before its colon': refused('GET /mcp HTTP/1.1\r\nHost\xa0: HOST\r\n\r\n'),
  'a Host with a no-break space behind it': refused('GET /mcp HTTP/1.1\r\nHost: HOST\xa0\r\n\r\n'),
  'a Host beside one with a control character': refused(get('Host\x01: evil.example\r\n')),
  'a Host beside one without a colon': refused(get('Host\r\n')),
  'a Host beside one on a line that goes on': refused(get('X: a\r\n Host: evil.example\r\n')),
  'white space before the first header': refused('GET /mcp HTTP/1.1\r\n Host: HOST\r\n\r\n'),
  'white space before the first header, and a Host': refused('GET /mcp HTTP/1.1\r\n X: a\r\nHost: HOST\r\n\r\n'),
  'a carriage return before a second Host': refused(get('X: a\rHost: evil.example\r\n')),
  'a return in a value': refused(get('X-A: a\rb\r\n')),
  'a Host in the place of the first line': refused('\r\nHost: HOST\r\n\r\n'),
  'an empty Host': refused('GET /mcp HTTP/1.1\r\nHost:\r\n\r\n'),
  'a Host with a user': refused('GET /mcp HTTP/1.1\r\nHost: a@HOST\r\n\r\n'),
  'an absolute target that names another': refused(get('', 'GET http://evil.example/mcp HTTP/1.1')),
  'an absolute target that names another by a user': refused(get('', 'GET http://HOST@evil.example/mcp HTTP/1.1')),
  'an absolute target with another Host': refused('GET http://HOST/mcp HTTP/1.1\r\nHost: evil.example\r\n\r\n'),
  'CONNECT with another Host': refused('CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n'),
  'what is no request': refused('hello\r\n\r\n'),
  'a head without an end': refused(['GET /mcp HTTP/1.1\r\nHost: HOST\r\n', 'end'], 400),
  'TLS to a tap that speaks none': refused(['\x16\x03\x01\x00\xa5\x01\x00\x00', 'end'], 400),
  'a head of 2 MB': refused(`GET /mcp HTTP/1.1\r\nHost: HOST\r\nX: ${'x'.repeat(2_000_000)}\r\n\r\n`, 431),
};

/** Each by its name. */
export const RAW_CASES = Object.entries({ ...REQUESTS, ...RESPONSES, ...REFUSED });
