export const viewer = {
  recording: 'Recording',
  server: 'Server',
  revision: 'Revision',
  connection: 'Connection',
  recordedAt: 'Recorded',
  recordedBy: 'By',
  secrets: 'Secrets',
  replaced: (n: number): string => (n === 1 ? '1 replaced' : `${n} replaced`),
  fold: (line: number): string => `Fold line ${line}`,
  unfold: (line: number): string => `Unfold line ${line}`,
  folded: (n: number): string => (n === 1 ? '1 line' : `${n} lines`),
  refused: {
    damaged: 'The recording inside this file is damaged: it cannot be unpacked.',
    'too-large': 'The recording inside this file unpacks to more than a gigabyte, so it is not opened.',
    'from-the-future': 'The recording inside this file was made by a newer version of its format.',
    other: 'This file holds no recording that can be read.',
  },
};
