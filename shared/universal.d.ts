// The few web-platform globals that Node and every browser share, declared by hand so that shared/ compiles without
// either platform's type library: using anything else (document, process, Buffer) is a type error here.
declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean });
  decode(input?: Uint8Array, options?: { stream?: boolean }): string;
}
declare class TextEncoder {
  encode(input: string): Uint8Array<ArrayBuffer>;
  encodeInto(input: string, into: Uint8Array): { readonly read: number; readonly written: number };
}
declare class CompressionStream {
  constructor(format: 'gzip');
  readonly readable: {
    getReader(): { read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }> };
  };
  readonly writable: { getWriter(): { write(bytes: Uint8Array<ArrayBuffer>): Promise<void>; close(): Promise<void> } };
}
declare class AbortSignal {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}
declare class AbortController {
  readonly signal: AbortSignal;
  abort(): void;
}
declare function atob(data: string): string;
declare function btoa(data: string): string;
declare function setTimeout(run: () => void, milliseconds: number): unknown;
declare function clearTimeout(timer: unknown): void;
declare class URL {
  constructor(url: string | URL, base?: string | URL);
  readonly href: string;
  readonly origin: string;
  readonly protocol: string;
  readonly host: string;
  readonly hostname: string;
  readonly port: string;
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
  readonly searchParams: URLSearchParams;
}
declare class URLSearchParams {
  constructor(init?: string);
  get(name: string): string | null;
  set(name: string, value: string): void;
}
declare class Response {
  constructor(body?: string | null, init?: { status?: number; headers?: [string, string][] });
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  clone(): Response;
  text(): Promise<string>;
}
declare const crypto: { getRandomValues(into: Uint8Array): Uint8Array; readonly subtle: object };
declare const performance: { now(): number };
