/** Sampling by a language model: what goes to an OpenAI-compatible endpoint, what its answers become, and how it fails. */
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { chatRequest, modelAsker, samplingResult, type ModelFetch } from '#shared/model';

const ask = (params: object): unknown => JSON.parse(JSON.stringify(chatRequest(params, 'm')));
const user = (...content: object[]): object => ({ role: 'user', content });

describe('a sampling request becomes a chat request', () => {
  test('with its prompt, limits and stop sequences', () => {
    expect(
      ask({
        systemPrompt: 'Be brief.',
        messages: [{ role: 'user', content: { type: 'text', text: 'Hello' } }],
        maxTokens: 100,
        temperature: 0.2,
        stopSequences: ['END'],
        modelPreferences: { hints: [{ name: 'small' }] },
      }),
    ).toEqual({
      model: 'm',
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Hello' },
      ],
      max_tokens: 100,
      temperature: 0.2,
      stop: ['END'],
    });
  });

  test.each([
    ['audio/mpeg', 'mp3'],
    ['audio/wav', 'wav'],
    ['audio/x-wav', 'wav'],
    ['audio/ogg; codecs=opus', 'ogg'],
  ])('with text, image and audio (%s)', (mimeType, format) => {
    expect(
      ask({
        messages: [
          user(
            { type: 'text', text: 'What is this?' },
            { type: 'image', data: 'aW1n', mimeType: 'image/png' },
            { type: 'audio', data: 'c25k', mimeType },
          ),
        ],
      }),
    ).toEqual({
      model: 'm',
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What is this?' },
            { type: 'image_url', image_url: { url: 'data:image/png;base64,aW1n' } },
            { type: 'input_audio', input_audio: { data: 'c25k', format } },
          ],
        },
      ],
    });
  });

  test('with tools, their uses and their results', () => {
    const inputSchema = { type: 'object', properties: { city: { type: 'string' } } };
    expect(
      ask({
        tools: [{ name: 'weather', description: 'The weather', inputSchema }],
        toolChoice: { mode: 'required' },
        messages: [
          { role: 'user', content: { type: 'text', text: 'Oslo?' } },
          {
            role: 'assistant',
            content: [
              { type: 'text', text: 'Let me see.' },
              { type: 'tool_use', id: 'call_1', name: 'weather', input: { city: 'Oslo' } },
            ],
          },
          user(
            { type: 'tool_result', toolUseId: 'call_1', content: [{ type: 'text', text: 'rain' }] },
            { type: 'tool_result', toolUseId: 'call_2', content: [], structuredContent: { t: 3 } },
            { type: 'tool_result', toolUseId: 'call_3', content: [{ type: 'text', text: 'no' }], isError: true },
          ),
        ],
      }),
    ).toEqual({
      model: 'm',
      messages: [
        { role: 'user', content: 'Oslo?' },
        {
          role: 'assistant',
          content: 'Let me see.',
          tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'weather', arguments: '{"city":"Oslo"}' } }],
        },
        { role: 'tool', tool_call_id: 'call_1', content: 'rain' },
        { role: 'tool', tool_call_id: 'call_2', content: '{"t":3}' },
        { role: 'tool', tool_call_id: 'call_3', content: 'Error: no' },
      ],
      tools: [{ type: 'function', function: { name: 'weather', description: 'The weather', parameters: inputSchema } }],
      tool_choice: 'required',
    });
  });

  test('whatever it is', () => {
    for (const value of [undefined, null, 3, [], { messages: [null, { role: 'user' }, 'x'], tools: [{}] }])
      expect(chatRequest(value, 'm')).toEqual({ model: 'm', messages: [] });
  });
});

const completion = (message: object, finish_reason = 'stop'): object => ({
  model: 'big-1',
  choices: [{ message: { role: 'assistant', ...message }, finish_reason }],
});
const call = (args: string): object => ({
  id: 'call_1',
  type: 'function',
  function: { name: 'weather', arguments: args },
});

describe('a completion becomes a sampling result', () => {
  test.each([
    ['stop', 'endTurn'],
    ['length', 'maxTokens'],
    ['content_filter', 'content_filter'],
  ])('with its stop reason: %s', (reason, stopReason) => {
    const answer = samplingResult(completion({ content: 'Hi' }, reason), 'm');
    expect(answer.ok && JSON.parse(answer.json)).toEqual({
      role: 'assistant',
      content: { type: 'text', text: 'Hi' },
      model: 'big-1',
      stopReason,
    });
  });

  test('that names the stop sequence it met', () => {
    const answer = samplingResult(
      { choices: [{ message: { content: 'a' }, finish_reason: 'stop', stop_reason: 'END' }] },
      'm',
    );
    expect(answer.ok && JSON.parse(answer.json)).toMatchObject({ model: 'm', stopReason: 'stopSequence' });
  });

  test('with uses of tools, whose arguments keep their digits', () => {
    const answer = samplingResult(
      completion({ content: null, tool_calls: [call('{"n":9007199254740993,"x":1.0}')] }, 'tool_calls'),
      'm',
    );
    expect(answer.ok && answer.json).toBe(
      '{"role":"assistant","content":{"type":"tool_use","id":"call_1","name":"weather","input":{"n":9007199254740993,"x":1.0}},"model":"big-1","stopReason":"toolUse"}',
    );
  });

  test('with text and uses as a list', () => {
    const answer = samplingResult(
      completion({ content: 'See:', tool_calls: [call(''), call('{}')] }, 'tool_calls'),
      'm',
    );
    const { content } = JSON.parse(answer.ok ? answer.json : '{}') as { content: unknown };
    expect(content).toMatchObject([{ type: 'text', text: 'See:' }, { input: {} }, { input: {} }]);
  });

  test.each([
    [{}, /no choices/],
    [{ choices: [] }, /no choices/],
    [completion({ tool_calls: [call('not json')] }), /weather with arguments/],
    [completion({ tool_calls: [call('[1]')] }), /weather with arguments/],
    [completion({ tool_calls: [{}] }), /without naming it/],
  ])('or a sentence: %j', (value, problem) => {
    const answer = samplingResult(value, 'm');
    expect(!answer.ok && answer.problem).toMatch(problem);
  });
});

describe('an endpoint', () => {
  let server: Server;
  let url: string;
  let seen: { path: string; authorization: string | undefined; body: unknown }[];
  let reply: (body: { max_tokens?: number }) => { status: number; text: string };
  beforeAll(async () => {
    server = createServer((req, res) => {
      let text = '';
      req.on('data', (piece: Buffer) => (text += piece.toString()));
      req.on('end', () => {
        const body = JSON.parse(text) as { max_tokens?: number };
        seen.push({ path: req.url ?? '', authorization: req.headers.authorization, body });
        const { status, text: answer } = reply(body);
        res.writeHead(status, { 'Content-Type': 'application/json' }).end(answer);
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/v1`;
  });
  afterAll(() => server.close());
  beforeEach(() => {
    seen = [];
    reply = () => ({ status: 200, text: JSON.stringify(completion({ content: 'Hi' })) });
  });

  const asker = modelAsker(fetch as ModelFetch);
  const params = { messages: [{ role: 'user', content: { type: 'text', text: 'Hello' } }], maxTokens: 5 };

  test('is asked at /chat/completions, with its key', async () => {
    const json = await asker({ url, model: 'm', apiKey: 'secret-1' }, params);
    expect(JSON.parse(json)).toMatchObject({ content: { text: 'Hi' }, model: 'big-1' });
    await asker({ url: `${url}/chat/completions/`, model: 'm' }, params);
    expect(seen).toMatchObject([
      { path: '/v1/chat/completions', authorization: 'Bearer secret-1', body: { model: 'm', max_tokens: 5 } },
      { path: '/v1/chat/completions', authorization: undefined },
    ]);
  });

  test('that knows the limit under its newer name gets it so', async () => {
    reply = ({ max_tokens }) =>
      max_tokens === undefined
        ? { status: 200, text: JSON.stringify(completion({ content: 'Hi' })) }
        : { status: 400, text: '{"error":{"message":"Use \'max_completion_tokens\' instead."}}' };
    await asker({ url, model: 'm' }, params);
    expect(seen[1]?.body).toMatchObject({ max_completion_tokens: 5 });
  });

  test.each([
    [
      401,
      '{"error":{"message":"Incorrect API key: secret-1"}}',
      'The model endpoint answered 401: Incorrect API key: …',
    ],
    [404, '{"error":"model \\"m\\" not found"}', 'The model endpoint answered 404: model "m" not found'],
    [502, '<html>Bad gateway</html>', 'The model endpoint answered 502: <html>Bad gateway</html>'],
    [200, 'hello', 'The model endpoint did not answer with JSON: hello'],
    [200, '{}', 'The answer of the model endpoint has no choices[0].message.'],
  ])('that fails with %i says why, without the key', async (status, text, sentence) => {
    reply = () => ({ status, text });
    await expect(asker({ url, model: 'm', apiKey: 'secret-1' }, params)).rejects.toThrow(sentence);
  });

  test('that is not there, or no web address', async () => {
    const gone = createServer().listen(0, '127.0.0.1');
    await once(gone, 'listening');
    const address = gone.address();
    gone.close();
    await once(gone, 'close');
    const port = typeof address === 'object' && address ? address.port : 0;
    await expect(asker({ url: `http://127.0.0.1:${port}`, model: 'm' }, params)).rejects.toThrow(/cannot be reached/);
    await expect(asker({ url: 'file:///etc/passwd', model: 'm' }, params)).rejects.toThrow(/not an http or https/);
  });
});
