/** A recording put into the viewer's page: it comes out as it went in, and nothing of it is markup. */
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toHtml } from '#shared/export';
import { recordingLines, type HeldRecording as Recorded } from '#shared/recording';
import { hostileRecording } from '../../../fixtures/hostile-recording.ts';
import { runs } from '../../seed.ts';

const TEMPLATE = [
  '<!doctype html><html><head><title></title></head><body>',
  '<script type="application/octet-stream+base64" id="lifeline-recording"></script>',
  '<script type="module">start();</script></body></html>',
].join('\n');

const fileOf = (recorded: Recorded): string => [...recordingLines(recorded)].map((line) => `${line}\n`).join('');

function unpack(html: string): string {
  const packed = /id="lifeline-recording">([^<]*)<\/script>/.exec(html)?.[1] ?? '';
  expect(packed).toMatch(/^[A-Za-z0-9+/]+={0,2}$/);
  return gunzipSync(Buffer.from(packed, 'base64')).toString('utf8');
}

const PLAIN: Recorded = {
  header: {
    mcprec: 1,
    id: 'a',
    title: 'garden',
    startedAt: '2026-11-20T10:00:00.000Z',
    by: { name: 'mcp-lifeline', version: '0.1.0' },
    route: 'relay',
    connection: { transport: 'stdio', command: 'node', args: [] },
  },
  events: [{ s: 0, t: 1, k: 'stderr', text: '$& $1 $$ </script>\n' }],
};

describe('toHtml', () => {
  it('holds the recording’s file, packed, and the template otherwise unchanged', async () => {
    const html = await toHtml(TEMPLATE, PLAIN);
    expect(unpack(html)).toBe(fileOf(PLAIN));
    expect(html.replace(/(id="lifeline-recording">)[^<]*/, '$1').replace('garden · Lifeline', '')).toBe(TEMPLATE);
  });

  it('lets no recording add markup to the page', async () => {
    const recorded = hostileRecording();
    const html = await toHtml(TEMPLATE, recorded);
    expect(unpack(html)).toBe(fileOf(recorded));
    expect(html.match(/</g)).toHaveLength(TEMPLATE.match(/</g)?.length ?? -1);
    expect(html).not.toContain('hostile.invalid');
  });

  it('keeps every text of every title and event', async () => {
    const texts = fc.string({ unit: 'binary', maxLength: 300 });
    await fc.assert(
      fc.asyncProperty(texts, fc.array(texts, { maxLength: 5 }), async (title, events) => {
        const recorded: Recorded = {
          header: { ...PLAIN.header, title },
          events: events.map((text, s) => ({ s, t: s, k: 'stderr', text })),
        };
        expect(unpack(await toHtml(TEMPLATE, recorded))).toBe(fileOf(recorded));
      }),
      { numRuns: runs(15) },
    );
  });

  it('packs long recordings in pieces', async () => {
    const text = 'a line that says nothing '.repeat(40);
    const events = Array.from({ length: 3000 }, (_, s) => ({ s, t: s, k: 'stderr' as const, text }));
    const html = await toHtml(TEMPLATE, { ...PLAIN, events });
    expect(unpack(html)).toBe(fileOf({ ...PLAIN, events }));
    expect(html.length).toBeLessThan(200_000);
  });

  it('refuses another page as template', async () => {
    await expect(toHtml('<title></title>', PLAIN)).rejects.toThrow('not the page of the viewer');
    await expect(toHtml(TEMPLATE.replace('<title></title>', ''), PLAIN)).rejects.toThrow('not the page of the viewer');
  });
});
