/** The hosts of the relay's computer: their configurations, and which of their servers are started behind a tap. */

/** A server in a configuration: the file, and the members that lead to it. */
export interface HostServerId {
  readonly file: string;
  readonly server: readonly string[];
}

/** Whether a server is to be tapped from now on. */
export interface TapChange extends HostServerId {
  readonly tapped: boolean;
}

export interface HostServer {
  readonly path: readonly string[];
  /** For a person: its name, with the project it is of. */
  readonly label: string;
  /** `gone`: tapped, by a program that is not there any more; `other`: it has no command that can be tapped. */
  readonly state: 'direct' | 'tapped' | 'gone' | 'http' | 'other';
}

export interface HostFile {
  readonly host: string;
  readonly file: string;
  /** The same for a person. */
  readonly shown: string;
  /** It belongs to the folder that the relay was started in, and people share such files. */
  readonly ofProject: boolean;
  readonly servers: readonly HostServer[];
  /** What the changes would make of it, line by line; values of variables and headers are left out. */
  readonly diff: readonly string[];
  /** Labels of servers that were to be changed, and can't be safely. */
  readonly refused: readonly string[];
  /** Why it could not be written. */
  readonly problem?: string;
}

/** A file that is there and not used: it is not what its host reads, or the system refused it, in these words. */
export interface HostProblem {
  readonly shown: string;
  readonly detail: string;
}

export interface HostFiles {
  readonly files: readonly HostFile[];
  readonly problems: readonly HostProblem[];
  readonly written: readonly string[];
  /** This program runs from a cache of npx, so that a host has to fetch it at each start. */
  readonly fetched: boolean;
}
