/** HTTP Archive 1.2 as it is published (http://www.softwareishard.com/blog/har-12-spec/): what is written of it. */

export interface HarPair {
  readonly name: string;
  readonly value: string;
}

export interface HarRequest {
  readonly method: string;
  readonly url: string;
  readonly httpVersion: string;
  readonly cookies: readonly HarPair[];
  readonly headers: readonly HarPair[];
  readonly queryString: readonly HarPair[];
  readonly postData?: { readonly mimeType: string; readonly text: string; readonly _encoding?: 'base64' };
  /** Bytes; -1 where it is not known. */
  readonly headersSize: number;
  readonly bodySize: number;
}

export interface HarResponse {
  readonly status: number;
  readonly statusText: string;
  readonly httpVersion: string;
  readonly cookies: readonly HarPair[];
  readonly headers: readonly HarPair[];
  readonly content: {
    readonly size: number;
    readonly mimeType: string;
    readonly text?: string;
    readonly encoding?: 'base64';
    readonly comment?: string;
  };
  readonly redirectURL: string;
  readonly headersSize: number;
  readonly bodySize: number;
  readonly _error?: string;
}

export interface HarEntry {
  /** ISO 8601. */
  readonly startedDateTime: string;
  /** Milliseconds in all. */
  readonly time: number;
  readonly request: HarRequest;
  readonly response: HarResponse;
  readonly cache: Readonly<Record<string, never>>;
  /** Milliseconds; -1 where a step is not known. */
  readonly timings: {
    readonly blocked: number;
    readonly dns: number;
    readonly connect: number;
    readonly send: number;
    readonly wait: number;
    readonly receive: number;
    readonly ssl: number;
  };
  readonly comment?: string;
  /** The exchange's name in the recording. */
  readonly _exchange: string;
  /** Redirects that were followed on the way to the response: where each led, and the headers that were not sent from there on. */
  readonly _redirects?: readonly {
    readonly status: number;
    readonly url: string;
    readonly without: readonly string[];
  }[];
  /** When each message of the exchange passed (milliseconds since the recording's start), which HAR has no place for. */
  readonly _messages?: readonly { readonly s: number; readonly dir: 'c2s' | 's2c'; readonly time: number }[];
}

export interface Har {
  readonly log: {
    readonly version: '1.2';
    readonly creator: { readonly name: string; readonly version: string };
    readonly entries: readonly HarEntry[];
    readonly comment: string;
  };
}
