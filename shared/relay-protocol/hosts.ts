/** The hosts of the relay's computer: their configurations, and which of their servers are started behind a tap. */

/** A server in a configuration: the file, and the path of members. */
export interface HostServerId {
  readonly file: string;
  readonly server: readonly string[];
}

export interface TapChange extends HostServerId {
  readonly tapped: boolean;
}

export interface HostServer {
  readonly path: readonly string[];
  /** For a person: its name, with its project. */
  readonly label: string;
  /** `gone`: tapped by a program that is missing; `other`: without a command that can be tapped. */
  readonly state: 'direct' | 'tapped' | 'gone' | 'http' | 'other';
}

export interface HostFile {
  readonly host: string;
  readonly file: string;
  readonly shown: string;
  /** It belongs to the relay's working folder, where people share such files. */
  readonly ofProject: boolean;
  readonly servers: readonly HostServer[];
  /** The effect of the changes, line by line, without values of variables and headers. */
  readonly diff: readonly string[];
  /** Labels of servers that can't be changed safely. */
  readonly refused: readonly string[];
  readonly problem?: string;
}

/** A file that is not used: malformed, or refused by the system in these words. */
export interface HostProblem {
  readonly shown: string;
  readonly detail: string;
}

export interface HostFiles {
  readonly files: readonly HostFile[];
  readonly problems: readonly HostProblem[];
  readonly written: readonly string[];
  /** This program runs from the npx cache, so a host has to download it at each start. */
  readonly fetched: boolean;
}
