/** Ids of traces and spans that follow from a recording alone, so that exporting it twice gives the same. */

/** FNV-1a with the finalizer of MurmurHash3, from a seed. */
function hash32(text: string, seed: number): number {
  let hash = seed;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

const SEEDS = [0x811c9dc5, 0x9e3779b9, 0x6a09e667, 0xbb67ae85];

/** So many hexadecimal digits (a multiple of 8, 32 at most) that stand for a text; never all zero, which no id may be. */
function digitsOf(text: string, length: 16 | 32): string {
  const digits = SEEDS.slice(0, length / 8)
    .map((seed) => hash32(text, seed).toString(16).padStart(8, '0'))
    .join('');
  return /[^0]/.test(digits) ? digits : `${digits.slice(1)}1`;
}

/** The trace of what names no other. */
export const traceIdOf = (recording: string): string => digitsOf(`trace ${recording}`, 32);
/** The span of the session itself. */
export const rootIdOf = (recording: string): string => digitsOf(`session ${recording}`, 16);
/** The span of the request of event `s`; several requests of a batch differ by their key. */
export const spanIdOf = (recording: string, s: number, key: string): string =>
  digitsOf(`request ${recording} ${s} ${key}`, 16);
