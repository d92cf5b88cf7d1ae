/**
 * A small MCP server for the example recording and the screenshots: a garden with something of everything, and one
 * mistake (it prints a line of log to standard output, as so many servers do).
 */
import { createInterface } from 'node:readline';

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAYAAAAf8/9hAAAALklEQVR42mNkYPhfz0ABYBzVMKphVMOohlENoxpGNYxqGNUwqmFUw6iGUQ2kAwD0YRAB0VYkSwAAAABJRU5ErkJggg==';
const tool = (name, title, description, properties, required, annotations) => ({
  name,
  title,
  description,
  inputSchema: { type: 'object', properties, required },
  annotations,
});
const plant = { type: 'string', description: 'Name of the plant', enum: ['fern', 'basil', 'olive tree'] };
const TOOLS = [
  tool('list_plants', 'List plants', 'Every plant in the garden with its soil moisture.', {}, [], {
    readOnlyHint: true,
  }),
  tool(
    'water_plant',
    'Water a plant',
    'Open the valve of one plant for some seconds.',
    { plant, seconds: { type: 'integer', minimum: 1, maximum: 60, default: 5 }, gently: { type: 'boolean' } },
    ['plant', 'seconds'],
    { idempotentHint: false, destructiveHint: false },
  ),
  tool(
    'survey',
    'Survey the soil',
    'Measures every bed in turn and reports progress.',
    { beds: { type: 'integer', minimum: 1, default: 4 } },
    [],
    { readOnlyHint: true },
  ),
  tool(
    'name_seedling',
    'Name a seedling',
    'Asks the client’s model for a name.',
    { look: { type: 'string', description: 'What it looks like' } },
    ['look'],
    {},
  ),
  tool('photo', 'Take a photo', 'A photo of one plant.', { plant }, ['plant'], { readOnlyHint: true }),
  tool('clear_bed', 'Clear a bed', 'Removes everything that grows in a bed.', { bed: { type: 'integer' } }, ['bed'], {
    destructiveHint: true,
  }),
];
const PLANTS = [
  { plant: 'fern', bed: 1, moisture: 0.61 },
  { plant: 'basil', bed: 2, moisture: 0.34 },
  { plant: 'olive tree', bed: 3, moisture: 0.18 },
];

const write = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const text = (value) => ({ content: [{ type: 'text', text: value }] });
const asked = new Map();
let asks = 0;

async function call({ name, arguments: given = {}, _meta }) {
  switch (name) {
    case 'list_plants':
      return { ...text(JSON.stringify(PLANTS)), structuredContent: { plants: PLANTS } };
    case 'water_plant':
      process.stdout.write(`[valve] open ${given.seconds} s\n`);
      return text(`Watered the ${given.plant} for ${given.seconds} s.`);
    case 'survey': {
      const beds = given.beds ?? 4;
      for (let bed = 1; bed <= beds; bed++) {
        await new Promise((resolve) => setTimeout(resolve, 350));
        if (_meta?.progressToken !== undefined)
          write({
            method: 'notifications/progress',
            params: { progressToken: _meta.progressToken, progress: bed, total: beds, message: `bed ${bed}` },
          });
      }
      return text(`${beds} beds surveyed; bed 3 is dry.`);
    }
    case 'name_seedling': {
      const id = `ask-${++asks}`;
      write({
        id,
        method: 'sampling/createMessage',
        params: {
          messages: [
            { role: 'user', content: { type: 'text', text: `Name a seedling that looks like this: ${given.look}` } },
          ],
          maxTokens: 40,
        },
      });
      const answer = await new Promise((resolve) => asked.set(id, resolve));
      return text(`Its name is ${answer.result?.content?.text ?? 'still unknown'}.`);
    }
    case 'photo':
      return {
        content: [
          { type: 'image', data: PIXEL, mimeType: 'image/png' },
          { type: 'text', text: `The ${given.plant}, seen from above.` },
        ],
      };
    default:
      return { ...text('The bed is locked: ask the gardener.'), isError: true };
  }
}

async function answer({ method, params = {} }) {
  switch (method) {
    case 'initialize':
      return {
        protocolVersion: params.protocolVersion,
        capabilities: { tools: { listChanged: true }, resources: {}, prompts: {}, logging: {} },
        serverInfo: { name: 'garden', title: 'Garden', version: '1.4.0' },
        instructions: 'Water plants below 0.3 moisture.',
      };
    case 'ping':
      return {};
    case 'tools/list':
      return { tools: TOOLS };
    case 'resources/list':
      return {
        resources: [
          { uri: 'garden://plan.md', name: 'plan', title: 'Planting plan', mimeType: 'text/markdown' },
          { uri: 'garden://moisture.csv', name: 'moisture', mimeType: 'text/csv' },
        ],
      };
    case 'resources/templates/list':
      return { resourceTemplates: [{ uriTemplate: 'garden://beds/{bed}', name: 'bed', description: 'One bed' }] };
    case 'resources/read':
      return {
        contents: [
          params.uri.endsWith('.csv')
            ? { uri: params.uri, mimeType: 'text/csv', text: 'plant,moisture\nfern,0.61\nbasil,0.34\n' }
            : { uri: params.uri, mimeType: 'text/markdown', text: '# Plan\n\n- fern in bed 1\n- basil in bed 2\n' },
        ],
      };
    case 'prompts/list':
      return {
        prompts: [{ name: 'plan_week', title: 'Plan the week', arguments: [{ name: 'weather', required: true }] }],
      };
    case 'prompts/get':
      return {
        messages: [
          {
            role: 'user',
            content: { type: 'text', text: `Plan this week’s watering. The weather: ${params.arguments?.weather}.` },
          },
        ],
      };
    case 'tools/call':
      return call(params);
    default:
      return undefined;
  }
}

createInterface({ input: process.stdin }).on('line', (line) => {
  let message;
  try {
    message = JSON.parse(line);
  } catch {
    process.stderr.write('garden: a line that is not JSON was ignored\n');
    return;
  }
  if (message.method === undefined) asked.get(message.id)?.(message);
  else if (message.id !== undefined)
    void answer(message).then((result) =>
      write(
        result
          ? { id: message.id, result }
          : { id: message.id, error: { code: -32601, message: `Unknown method ${message.method}` } },
      ),
    );
});
process.stderr.write('garden: 3 plants, 3 beds\n');
