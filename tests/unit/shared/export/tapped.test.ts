import { describe, expect, test } from 'vitest';
import { toTerminal } from '#shared/export';
import type { HeldRecording as Recorded } from '#shared/recording';
import { HEADER } from '../../arbitraries.ts';
import { ACTED, TAPPED } from '../../tapped.ts';
import { toMermaid } from '../../../../shared/export/mermaid.ts';
import { toSvg } from '../../../../shared/export/svg.ts';

const recorded: Recorded = { header: { ...HEADER, route: 'tap', host: 'Desktop' }, events: [...TAPPED] };

describe('a tapped session is drawn with three lifelines', () => {
  test('in a terminal', () => {
    const lines = toTerminal(recorded, { width: 120, color: false }).split('\n');
    const row = (s: number): string => lines.find((line) => new RegExp(`^[ ▲] *${s} `).test(line))?.slice(12) ?? '';
    expect(lines[1]).toMatch(/client client +tap +server server/);
    // Through both, up to the tap, and on from there.
    expect(row(5)).toMatch(/^ │─+ tools\/list #2 ─+▶│/);
    expect(row(ACTED.edit)).toMatch(/^ │─+ tools\/call add a=2 b=2 #4 ─+▶┊ +│/);
    expect(row(ACTED.edit + 2)).toMatch(/^ │ +┊─* tools\/call add a=2 b=40 .*▶│/);
    expect(row(ACTED.edit + 3)).toMatch(/^ │ +tap tools\/call #4: forwarded with changes \(manually\) +│/);
    expect(row(ACTED.drop)).toContain('dropped a');
    expect(row(ACTED.response)).toMatch(/^ │ +┊◀─+ echo/);
    expect(row(ACTED.delay + 2)).toMatch(/^ │◀─+ tools\/list → 3 tools #8 ─+┊ +│/);
  });

  test('in Mermaid', () => {
    const lines = toMermaid(recorded).split('\n');
    const of = (text: string): string[] =>
      lines.filter((line) => line.includes(text)).map((line) => line.trim().slice(0, 6));
    expect(lines.slice(1, 4)).toEqual([
      '  participant C as client client',
      '  participant T as tap',
      '  participant S as server server',
    ]);
    expect(of('a=2 b=2')).toEqual(['C->>T:']);
    expect(of('a=2 b=40')).toEqual(['T->>S:']);
    expect(of('list_changed from')).toEqual(['T-)C: ']);
    expect(lines.some((line) => line.includes('Note over T: tap'))).toBe(true);
  });

  test('in SVG', () => {
    const svg = toSvg(recorded, { theme: 'light' });
    expect(svg.match(/<path d="M\d+ 56V/g)).toHaveLength(3);
    expect(svg).toContain('<circle');
  });
});
