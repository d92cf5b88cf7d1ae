export interface ServerCommand {
  readonly command: string;
  readonly args: readonly string[];
  /** Added to the environment of the caller. */
  readonly env: { readonly [name: string]: string };
}

export interface PublishedServer {
  stdio(folder: string): ServerCommand;
  http?(port: number, folder: string): ServerCommand & { readonly url: string };
}

export type ServerName =
  | 'everything-2026-1'
  | 'filesystem'
  | 'memory'
  | 'sequential-thinking'
  | 'context7'
  | 'kubernetes'
  | 'playwright'
  | 'basic-react'
  | 'chart'
  | 'perplexity'
  | 'firecrawl'
  | '1password';

export const SERVERS: { readonly [name in ServerName]: PublishedServer };
