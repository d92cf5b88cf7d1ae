/** The texts that give a secret away in a text that is read unescaped and percent-decoded: itself, and base64 and hexadecimal digits of it. */

/** A text to look for. `around`: base64 characters before and after it also hold bits of the secret. */
export interface Form {
  readonly text: string;
  readonly before: number;
  readonly after: number;
}

/** Shorter base64 could be any word. */
const SHORTEST_BASE64 = 8;

/** Bytes whose hexadecimal digits are looked for; fewer could be any number. */
const SHORTEST_HEX = 6;

const LONE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

function base64(bytes: readonly number[]): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 3 * 4096)
    parts.push(btoa(String.fromCharCode(...bytes.slice(at, at + 3 * 4096))));
  return parts.join('');
}

/** Longest secret whose base64 is looked for, in UTF-16 units: every private key is shorter. */
const LONGEST_ENCODED = 16_384;

/** Every form of a secret that is looked for; without those in base64 when `encoded` is false. */
export function formsOf(secret: string, encoded = true): Form[] {
  const forms: Form[] = [{ text: secret, before: 0, after: 0 }];
  const text = secret.replace(LONE, '\ufffd');
  if (text !== secret) forms.push({ text, before: 0, after: 0 });
  // A form (application/x-www-form-urlencoded) writes a space as a plus sign.
  if (secret.includes(' ')) forms.push({ text: secret.replaceAll(' ', '+'), before: 0, after: 0 });
  if (!encoded || secret.length > LONGEST_ENCODED) return forms;
  const bytes = [...new TextEncoder().encode(text)];
  if (bytes.length >= SHORTEST_HEX) {
    const hex = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
    forms.push({ text: hex, before: 0, after: 0 });
    if (/[a-f]/.test(hex)) forms.push({ text: hex.toUpperCase(), before: 0, after: 0 });
  }
  for (const lead of [0, 1, 2]) {
    const whole = base64([...new Array<number>(lead).fill(0), ...bytes]);
    // Characters all of whose bits are the secret's.
    const first = Math.ceil((lead * 8) / 6);
    const last = Math.floor(((lead + bytes.length) * 8) / 6);
    const core = whole.slice(first, last);
    if (core.length < SHORTEST_BASE64) continue;
    const before = (lead * 8) % 6 === 0 ? 0 : 1;
    const after = ((lead + bytes.length) * 8) % 6 === 0 ? 0 : 1;
    forms.push({ text: core, before, after });
    const safe = core.replaceAll('+', '-').replaceAll('/', '_');
    if (safe !== core) forms.push({ text: safe, before, after });
  }
  return forms;
}
