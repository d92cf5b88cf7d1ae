/** The page has words, in both languages, for every code that the program can name. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { UNREACHED_REASONS } from '#shared/session';
import { eras, problems as english } from '#shared/words/en';
import { eras as chineseEras, problems as chinese } from '#shared/words/zh-CN';
import { ROOT } from '../relay/support/bundle.mjs';
import { expectWords } from './support/whole.ts';

/** The codes in the lists of faults, as they stand in the source. */
function faultCodes(): string[] {
  const text = readFileSync(join(ROOT, 'shared/jsonrpc/faults.ts'), 'utf8');
  return [...text.matchAll(/^ {2}'([\w-]+)',$/gm)].map(([, code = '']) => code);
}

/** Every reason that a source file names in a connection event, a command or a close. */
function reasonCodes(): string[] {
  const files = ['relay', 'shared/driver', 'shared/transport', 'web/session', 'web/workspace'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|svelte)$/.test(name))
      .map((name) => readFileSync(join(ROOT, folder, name), 'utf8')),
  );
  const named =
    /(?:\breason(?:\??:|\s*=)|(?:close|closeAll|resume)\()\s*((?:'[\w-]+')(?:\s*\|\s*'[\w-]+')*)|#reason = ('[\w-]+')/g;
  const found = files.flatMap((text) => [...text.matchAll(named)].map(([, several, one]) => several ?? one ?? ''));
  return [...new Set(found.flatMap((list) => list.replaceAll("'", '').split(/\s*\|\s*/)))];
}

test('both languages explain the same codes', () => {
  expect(Object.keys(chinese.faults).sort()).toEqual(Object.keys(english.faults).sort());
  expect(Object.keys(chinese.reasons).sort()).toEqual(Object.keys(english.reasons).sort());
  expect(Object.keys(chineseEras.slowed.known).sort()).toEqual(Object.keys(eras.slowed.known).sort());
});

test('every fault has words', () => {
  const codes = faultCodes();
  expect(codes.sort()).toEqual(Object.keys(english.faults).sort());
  expectWords('faults', codes);
});

test('every reason has words', () => {
  const codes = reasonCodes();
  // Those that no test of a session reaches are found all the same.
  expect(codes).toEqual(
    expect.arrayContaining(['server-exited', 'bad-folder', 'http-unreachable', 'relay-stopped', 'closed-by-user']),
  );
  const ofEras = [...Object.keys(eras.reasons), ...Object.keys(eras.restarted), ...Object.keys(eras.slowed.known)];
  expectWords(
    'reasons',
    codes.filter((code) => !ofEras.includes(code)),
  );
});

test('every reason for which a server is not reached, and a certificate that was taken all the same', () => {
  expectWords('reasons', [...UNREACHED_REASONS, 'tls-unverified']);
});
