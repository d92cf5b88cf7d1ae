/** What bodies are that can carry messages. */
export const isJson = (type: string | undefined): boolean => /^application\/(?:[\w.+-]*\+)?json\b/i.test(type ?? '');
export const isEventStream = (type: string | undefined): boolean => /^text\/event-stream\b/i.test(type ?? '');
