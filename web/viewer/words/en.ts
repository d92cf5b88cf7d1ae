export const viewer = {
  recording: 'Recording',
  server: 'Server',
  revision: 'Protocol version',
  connection: 'Connection',
  recordedAt: 'Recorded',
  recordedBy: 'Recorded by',
  secrets: 'Secrets',
  replaced: (n: number): string => `${n} redacted`,
  fold: (line: number): string => `Fold line ${line}`,
  unfold: (line: number): string => `Unfold line ${line}`,
  folded: (n: number): string => (n === 1 ? '1 line' : `${n} lines`),
  refused: {
    damaged: 'The recording in this file is damaged and can’t be unpacked.',
    'too-large': 'The recording in this file is larger than 1 GB when unpacked, so it was not opened.',
    'from-the-future': 'The recording in this file uses a newer format version.',
    other: 'This file contains no readable recording.',
  },
};
