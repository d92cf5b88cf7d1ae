/** How a capability is declared: `"tools": {}`, `"tools": { "listChanged": true }`. */
export function declarationOf(capability: string): string {
  const [name = '', part] = capability.split('.');
  return `"${name}": ${part === undefined ? '{}' : `{ "${part}": true }`}`;
}
