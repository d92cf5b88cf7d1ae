import { describe, expect, it } from 'vitest';
import { errorCodeName, errorFacts, REVISIONS } from '#shared/mcp';

describe('error codes', () => {
  it('are named as JSON-RPC names them in every revision', () => {
    for (const revision of REVISIONS) {
      expect([-32700, -32600, -32601, -32603].map((code) => errorFacts(code, revision)?.key)).toEqual([
        'parse',
        'invalidRequest',
        'methodNotFound',
        'internal',
      ]);
    }
    expect(errorCodeName(-32601)).toBe('Method not found');
  });

  it('mean what the revision in force says', () => {
    expect(errorFacts(-32002, '2025-11-25')).toMatchObject({ name: 'Resource not found', key: 'resourceNotFound' });
    expect(errorFacts(-32002, '2026-07-28')).toMatchObject({ key: 'resourceNotFoundRetired', retired: true });
    expect(errorFacts(-32042, '2025-11-25')).toMatchObject({ key: 'urlElicitation' });
    expect(errorFacts(-32042, '2026-07-28')).toMatchObject({ key: 'urlElicitationRetired', retired: true });
    expect(errorFacts(-32042, '2025-06-18')).toEqual({ code: -32042, name: 'Server error', key: 'serverDefined' });
    expect(errorFacts(-32602, '2025-11-25')?.key).toBe('invalidParams');
    expect(errorFacts(-32602, '2026-07-28')?.key).toBe('invalidParamsPerRequest');
    expect(errorFacts(-1, '2025-11-25')?.key).toBe('rejected');
    expect(errorFacts(-1, '2026-07-28')).toBeUndefined();
  });

  it('of 2026-07-28 have no meaning of their own before', () => {
    const codes = [-32020, -32021, -32022];
    expect(codes.map((code) => errorCodeName(code, '2026-07-28'))).toEqual([
      'Header mismatch',
      'Missing required client capability',
      'Unsupported protocol version',
    ]);
    expect(codes.map((code) => errorCodeName(code, '2025-11-25'))).toEqual([undefined, undefined, undefined]);
    expect(codes.map((code) => errorFacts(code, '2025-11-25')?.key)).toEqual(codes.map(() => 'serverDefined'));
  });

  it('without a definition mean what their range means', () => {
    expect(errorFacts(-32000, '2025-11-25')?.key).toBe('serverDefined');
    expect(errorFacts(-32000, '2026-07-28')?.key).toBe('serverDefinedLegacy');
    expect(errorFacts(-32050, '2026-07-28')?.key).toBe('reserved');
    expect(errorFacts(-32500, '2025-11-25')?.key).toBe('jsonRpcReserved');
    expect(errorCodeName(-32000, '2025-11-25')).toBeUndefined();
    for (const code of [0, 1, -32769, -31999, 1.5, '-32601', null, Number.NaN])
      expect(errorFacts(code, '2025-11-25')).toBeUndefined();
  });

  it('are named without a revision too, by the one that gives them a meaning', () => {
    expect([-32002, -32042, -32020, -1].map((code) => errorCodeName(code))).toEqual([
      'Resource not found',
      'URL elicitation required',
      'Header mismatch',
      'Rejected by the user',
    ]);
    expect(errorFacts(-32002)?.key).toBe('resourceNotFound');
    expect(errorFacts(12)).toBeUndefined();
  });
});
