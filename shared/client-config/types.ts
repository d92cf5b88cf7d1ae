/** What the configuration files of MCP hosts say of servers, before the values that they leave open are known. */
import type { ConnectSpec } from '#shared/relay-protocol';

/** A value that a configuration leaves open: a variable, or an input that the host asks for. */
export interface OpenValue {
  /** As the placeholder names it: `GITHUB_TOKEN` of `${GITHUB_TOKEN}`, `token` of `${input:token}`. */
  readonly name: string;
  /** `environment`: a variable of whoever starts the server; `input`: asked for; `place`: a folder only the host knows. */
  readonly kind: 'environment' | 'input' | 'place';
  readonly description?: string;
  readonly default?: string;
  /** What it may be, where the file lists that. */
  readonly choices?: readonly string[];
  /** A password, a token: kept and shown as secrets are. */
  readonly secret: boolean;
  /** Without it the server can't be started. One that is not required takes its argument, variable or header with it. */
  readonly required: boolean;
}

export interface ListedServer {
  readonly name: string;
  /** With placeholders in their places: `${NAME}`, `${NAME:-default}`, `${env:NAME}`, `${input:NAME}`. */
  readonly spec: ConnectSpec;
  /** What the placeholders stand for, each once, in the order of the file. */
  readonly open: readonly OpenValue[];
  /** `spec.args` in pieces that go or stay as one: an option with its value. Absent: each argument by itself. */
  readonly groups?: readonly (readonly string[])[];
  /** Our own member of an entry, as it was exported: what was chosen for this server beyond the connection. */
  readonly settings?: { readonly [name: string]: unknown };
}

export interface UnusableEntry {
  readonly name: string;
  /** `nothing`: neither a command nor an address; `bundle`: an MCPB archive, which has to be unpacked by its host; `off` is never one. */
  readonly why: 'nothing' | 'bundle' | 'package-type';
}

export interface ClientConfig {
  readonly servers: readonly ListedServer[];
  readonly unusable: readonly UnusableEntry[];
}
