/** A new random id: 128 bits in hexadecimal. (`crypto.randomUUID` is missing on pages that are not served securely.) */
export function newId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
