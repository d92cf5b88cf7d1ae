export const app = {
  name: 'Lifeline',
  sessions: 'Sessions',
  newConnection: 'New connection',
  closeTab: (title: string): string => `Close ${title}`,
  sidebar: 'Servers and recordings',
  servers: 'Servers',
  recordings: 'Recordings',
  newestFirst: 'By start of the session, newest first',
  tapped: {
    title: 'Tapped',
    someHost: 'Unknown host',
    live: 'live',
    ended: (time: string): string => `ended ${time}`,
  },
  running: {
    title: 'Running',
    age: (minutes: number): string =>
      minutes < 1
        ? 'just started'
        : minutes < 60
          ? `${minutes} min`
          : `${Math.floor(minutes / 60)} h ${minutes % 60} min`,
    stopNamed: (title: string): string => `Stop ${title}`,
    goesOn: (title: string): string => `${title} is still running.`,
    stopIt: 'Stop session',
  },
  openFile: 'Open',
  openFileHint: 'Open a recording, HAR file or log',
  noServers: 'Servers you connect to appear here.',
  noRecordings: 'Every session is recorded and listed here.',
  commands: 'Commands',
  searchCommands: 'Search commands',
  noCommands: 'No command matches.',
  help: 'Keyboard shortcuts',
  theme: 'Theme',
  themes: { system: 'System', light: 'Light', dark: 'Dark' },
  language: 'Language',
  saveRecording: 'Save recording',
  disconnect: 'Disconnect',
  dropHere: 'Drop recordings, HAR files, logs or a server configuration',
  status: 'Status',
  connection: { none: 'not connected', opening: 'connecting', open: 'connected', closing: 'closing', closed: 'closed' },
  atTap: {
    live: (host: string): string => (host === '' ? 'live at the tap' : `live at the tap (${host})`),
    serverExited: 'ended: the server exited',
    exitCode: (code: number): string => `code ${code}`,
    ended: {
      'host-ended': 'ended by the host',
      'stream-ended': 'ended: the server closed its stream',
      closed: 'ended with the tap',
    } as { readonly [reason: string]: string },
    over: 'ended',
    gone: 'the tap stopped without closing the session',
  },
  waiting: (n: number): string => `${n} waiting`,
  unanswered: (n: number): string => `${n} pending`,
  unread: (size: string): string => `waiting: the server has not read ${size}`,
  troubles: {
    none: 'No problems',
    title: 'Problems',
    violations: (n: number): string =>
      n === 1 ? '1 protocol violation' : `${n.toLocaleString('en')} protocol violations`,
    findings: (n: number): string => (n === 1 ? '1 finding' : `${n.toLocaleString('en')} findings`),
    panel: 'All findings by rule',
    errors: (n: number): string => (n === 1 ? '1 error' : `${n.toLocaleString('en')} errors`),
    help: (counts: string): string => `${counts}. Select one to see it in the diagram.`,
  },
  recordingTo: { relay: 'recording to disk', direct: 'recording to browser storage', file: 'opened from a file' },
  recordedTo: { relay: 'recorded to disk', direct: 'recorded to browser storage' },
  notRecordedFrom: (s: number): string => `not recorded since event ${s}`,
  lastKnown: (state: string): string => `last known: ${state}`,
  storing: {
    behind: (n: number): string => `storing: ${n.toLocaleString('en')} ${n === 1 ? 'event' : 'events'} behind`,
    refused: (n: number): string => `not stored: ${n.toLocaleString('en')} ${n === 1 ? 'event' : 'events'}`,
  },
  link: {
    gone: 'relay ended',
    absent: 'no relay',
    connecting: 'connecting to the relay',
    open: 'relay connected',
    silent: 'relay not responding',
    lost: 'relay lost',
    unauthorised: 'not signed in to the relay',
  },
  relayLost:
    'Lost connection to the relay. Everything received so far is kept. Reconnecting… If you started it again, open the URL that it printed.',
  relaySilent:
    'The relay is not responding: its process is paused or busy. What you send waits until it responds again.',
  relayWaiting: (n: number): string =>
    n === 1 ? '1 message is waiting for the relay.' : `${n} messages are waiting for the relay.`,
  unsent: {
    not: (what: string): string => `Not sent, because the relay is not connected: ${what}`,
    maybe: (what: string): string =>
      `The connection to the relay was lost before it confirmed what you sent. This may not have arrived: ${what}`,
    pressed: {
      cancel: 'cancel a request',
      authorized: 'pass on the authorization response',
      listen: 'open the event stream',
      policy: 'change the automatic steps',
      close: 'disconnect',
    },
  },
  frameUnreadable: (detail: string): string => `Can’t read a message from the relay: ${detail}`,
  relayGone:
    'The relay of this tab has ended, and another program now uses its port. Everything received so far is kept until you close the tab. Don’t reload it: open the URL that the new relay printed.',
  relayUnauthorised:
    'This browser isn’t signed in to the relay. Open the URL that the relay printed last in its terminal, or paste it here. It works once, within 10 minutes; press Enter in the terminal to print a new one.',
  signIn: {
    address: 'Printed URL',
    enter: 'Sign in',
    problems: {
      other: 'This is not a URL that this relay printed.',
      spent: 'This URL was used before or has expired. Use the URL that the relay printed last.',
      worker:
        'A service worker was registered for this port, probably by another program that used the port before. It could read the URL, so this page did not sign in. The service worker was removed. Open a new URL.',
      unreachable: 'The relay is not responding.',
    },
  },
  relayAbsent:
    'Running without the relay: only Streamable HTTP servers and files. Start mcp-lifeline to use stdio servers.',
  cutShort:
    'This recording has no end: it was saved while its session was running, or recording stopped unexpectedly. Everything up to that point is here.',
  damagedAt: (line: number, why: string, more: number): string =>
    `This file is damaged at line ${line} (${why})${more === 0 ? '' : more === 1 ? ' and in 1 other place' : ` and in ${more.toLocaleString('en')} other places`}. Everything else is shown; missing events are marked in their places.`,
  packingDamaged:
    'The compressed data of this file is damaged, or something else follows it. Everything that could be decompressed is shown.',
  unreadableAfter: (line: number, why: string): string =>
    `Line ${line} of this file can’t be read (${why}). It and everything after it are not shown.`,
  damage: {
    'not-json': 'not JSON',
    'bad-event': 'not a valid recording event',
    'out-of-order': 'event number out of order',
    missing: 'events before it are missing',
    'clock-back': 'time goes back',
    'unknown-direction': 'unknown direction',
    'another-recording': 'another recording begins',
    'line-too-long': 'line too long',
    'too-complex': 'nested too deeply, or too many values',
    'too-many-events': 'too many events',
    'too-many-empty-lines': 'too many empty lines',
  } as { readonly [code: string]: string },
  notFromDisk: ({ events, payloads }: { readonly events: number; readonly payloads: number }): string => {
    const parts = [
      ...(events > 0 ? [events === 1 ? '1 event' : `${events.toLocaleString('en')} events`] : []),
      ...(payloads > 0 ? [payloads === 1 ? '1 large payload' : `${payloads.toLocaleString('en')} large payloads`] : []),
    ];
    const from = 'The recording on disk is incomplete or unavailable, so the file was made from the data in this page.';
    return parts.length === 0 ? `${from} Nothing is missing.` : `${from} Missing: ${parts.join(', ')}.`;
  },
  elsewhere: 'Another process is recording this session. New events appear here; nothing can be sent from this page.',
  saveFailed: (detail: string): string => `Couldn’t save the recording: ${detail}`,
  recordingGone: 'the recording file was moved or deleted',
  valuesNotKept: (detail: string): string =>
    `Couldn’t save what you entered or chose: ${detail}. It is kept until you close this page.`,
  valuesMissing: (name: string): string =>
    `This browser no longer has the values of the variables or headers of ${name}. Enter them again.`,
  resize: 'Resize panel',
  details: 'Details',
  foldDock: 'Hide the lower panel',
  unfoldDock: 'Show the lower panel',
  dock: 'Lower panel',
  docks: {
    compose: 'Compose',
    tools: 'Tools',
    resources: 'Resources',
    prompts: 'Prompts',
    asks: 'Server requests',
    findings: 'Findings',
  },
  play: 'Play',
  pause: 'Pause',
  stepBack: 'One event back',
  stepForward: 'One event forward',
  toStart: 'Jump to start',
  toEnd: 'Jump to end',
  idleCut: 'Pauses longer than 1 s are shortened',
  speed: 'Speed',
  position: 'Position in the session',
  asOf: (shown: number, total: number): string => `${shown} of ${total} events`,
  playback: 'Playback',
  shortcuts: {
    nextRow: 'Next row',
    previousRow: 'Previous row',
    nextInOperation: 'Next event of the operation',
    previousInOperation: 'Previous event of the operation',
    nextTrouble: 'Next finding or error',
    previousTrouble: 'Previous finding or error',
    filter: 'Filter',
    editAgain: 'Edit and send again',
    sendAgain: 'Send again',
    follow: 'Follow the end',
    first: 'First row',
    last: 'Last row',
    playPause: 'Play or pause',
    help: 'Help',
  },
};
