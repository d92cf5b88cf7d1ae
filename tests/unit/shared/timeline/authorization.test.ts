/** Authorization in the diagram: whose line its steps go to, what they say, and which of them are news. */
import { describe as suite, expect, test } from 'vitest';
import type { AuthorizationStep, EventBody } from '#shared/recording';
import type { SessionLog } from '#shared/session';
import { describe, isTrouble, Timeline } from '#shared/timeline';
import { ENGLISH, rowText, spokenRow } from '#shared/words';
import { c2s, logOf, OPEN, request } from '../../script.ts';

/** One exchange of authorization, with its bodies. */
function step(x: string, what: AuthorizationStep, method: string, url: string, status: number): EventBody[] {
  return [
    { k: 'http', x, step: what, phase: 'request', method, url, headers: [] },
    ...(method === 'POST' ? [{ k: 'body', x, dir: 'c2s', raw: 'code=‹code:1›' } as const] : []),
    { k: 'http', x, step: what, phase: 'response', status, headers: [] },
    { k: 'body', x, dir: 's2c', raw: '{"issuer":"x"}' },
    { k: 'http', x, step: what, phase: 'end', by: 'server' },
  ];
}

const turn = (reason: string, detail = ''): EventBody => ({ k: 'connection', event: 'authorization', reason, detail });

const LOG = logOf(
  ...OPEN,
  c2s(request(1, 'initialize')),
  turn('needed', '401'),
  ...step('a1', 'resource-metadata', 'GET', 'https://mcp.example/.well-known/oauth-protected-resource', 404),
  ...step('a2', 'server-metadata', 'GET', 'https://as.example/.well-known/oauth-authorization-server', 200),
  turn('redirect', 'https://as.example/authorize?state=s'),
  ...step('a3', 'token', 'POST', 'https://as.example/token', 400),
  turn('failed', 'token-refused: invalid_grant'),
);

const find = (condition: (event: EventBody) => boolean): number => [...LOG.events].findIndex(condition);
const at = (x: string, phase: string): number =>
  find((event) => event.k === 'http' && event.x === x && event.phase === phase);
const text = (log: SessionLog, s: number): string => {
  const row = describe(log, s);
  return row ? spokenRow(ENGLISH, rowText(ENGLISH, log, row), row) : '';
};

suite('rows of authorization', () => {
  test('an arrow to the authorization server and back; the resource metadata are the server’s own', () => {
    expect(describe(LOG, at('a2', 'request'))).toMatchObject({ shape: 'request', dir: 'c2s', lane: 'authorization' });
    expect(describe(LOG, at('a2', 'response'))).toMatchObject({ shape: 'response', dir: 's2c', lane: 'authorization' });
    expect(describe(LOG, at('a2', 'response'))?.duration).toBeGreaterThanOrEqual(0);
    expect(describe(LOG, at('a1', 'request'))?.lane).toBeUndefined();
  });

  test('the line of the authorization server begins with its first step', () => {
    const timeline = new Timeline(LOG);
    timeline.advance(3);
    expect(timeline.firstStep).toBeUndefined();
    timeline.advance();
    expect(timeline.firstStep).toBe(at('a2', 'request'));
  });

  test('a row for each request and each answer, whatever the HTTP steps’ switch says; their bodies are in them', () => {
    const timeline = new Timeline(LOG);
    timeline.advance();
    const shown = Array.from({ length: timeline.length }, (_, index) => timeline.row(index)).flatMap((row) =>
      row?.type === 'event' ? [row.s] : [],
    );
    for (const x of ['a1', 'a2', 'a3']) {
      expect(shown).toContain(at(x, 'request'));
      expect(shown).toContain(at(x, 'response'));
      expect(shown).not.toContain(at(x, 'end'));
    }
    expect(shown.some((s) => LOG.event(s)?.k === 'body')).toBe(false);
  });

  test('metadata that are elsewhere are no trouble; a refused token and a failure are', () => {
    expect(isTrouble(LOG, at('a1', 'response'))).toBe(false);
    expect(isTrouble(LOG, at('a3', 'response'))).toBe(true);
    expect(
      isTrouble(
        LOG,
        find((event) => event.k === 'connection' && event.reason === 'failed'),
      ),
    ).toBe(true);
    expect(
      isTrouble(
        LOG,
        find((event) => event.k === 'connection' && event.reason === 'redirect'),
      ),
    ).toBe(false);
  });

  test('are told in words, with their lane and without secrets', () => {
    expect(text(LOG, at('a3', 'request'))).toMatch(
      /^client to authorization server, request token: POST \/token, code=‹code:1›, /,
    );
    expect(text(LOG, at('a3', 'response'))).toMatch(
      /^problem, authorization server to client, token: 400 Bad Request, POST \/token · \{"issuer":"x"\}, /,
    );
    expect(text(LOG, at('a1', 'request'))).toMatch(/^client to server, request resource metadata: GET /);
    expect(
      text(
        LOG,
        find((event) => event.k === 'connection' && event.reason === 'redirect'),
      ),
    ).toContain('authorization: Waiting for consent · as.example');
    expect(
      text(
        LOG,
        find((event) => event.k === 'connection' && event.reason === 'failed'),
      ),
    ).toContain('No token');
  });
});
