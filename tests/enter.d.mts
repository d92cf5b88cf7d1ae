export const PRINTED: RegExp;
export interface Entered {
  readonly port: number;
  readonly origin: string;
  readonly secrets: { readonly cookie: string; readonly key: string };
}
export function enter(printed: string): Promise<Entered>;
export function headersFor(entered: Entered): { readonly Cookie: string; readonly 'X-Lifeline-Key': string };
export function protocolsFor(entered: Entered): readonly string[];
