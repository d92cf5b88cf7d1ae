/** A mock as the transport of a client in this process: what a client's library calls a transport, and no wire. */
import { parsedJson } from '#shared/jsonrpc';
import { Mock, type LiveCall, type MockAction, type Served } from '#shared/mock';
import { bytesOf } from '#shared/recording';
import { Timers } from '../mock/timers.ts';

export interface MockTransportPort {
  begin(call: LiveCall): void;
  /** What the recorded server wrote to standard error. */
  stderr(text: string): void;
  /** A sentence on what the recording does not know. */
  say(sentence: string): void;
}

/**
 * Has the members of the official SDK's `Transport` that a client uses, so `client.connect(transport)` works, with version 1
 * and 2. What a client sends is taken as the JSON text it would be; messages of the server come after `send` has returned.
 */
export interface MockTransport {
  onmessage?: (message: unknown) => void;
  onclose?: () => void;
  /** Receives a text of the server that is not JSON. */
  onerror?: (error: Error) => void;
  /** Begin: the server may now speak. Rejects when it was begun before. */
  start(): Promise<void>;
  /** Send one message, or a batch. Rejects when the transport is not open, and for what can't be JSON. */
  send(message: unknown): Promise<void>;
  /** End: nothing comes after this. */
  close(): Promise<void>;
}

export class MockConnection implements MockTransport {
  onmessage?: (message: unknown) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  readonly #mock: Mock;
  readonly #timers = new Timers();
  #state: 'new' | 'open' | 'closed' = 'new';

  constructor(served: Served, port: MockTransportPort) {
    this.#mock = new Mock(served, {
      begin: (call) => port.begin(call),
      now: () => performance.now(),
      later: (ms, run) => this.#timers.later(ms, run),
      say: (sentence) => port.say(sentence),
      perform: (action) => this.#perform(action, port),
    });
  }

  start(): Promise<void> {
    if (this.#state !== 'new') return Promise.reject(new Error('The transport was started already.'));
    this.#state = 'open';
    this.#mock.start();
    return Promise.resolve();
  }

  send(message: unknown): Promise<void> {
    if (this.#state !== 'open') return Promise.reject(new Error('The transport is not open.'));
    return new Promise((resolve) => {
      this.#mock.receive(JSON.stringify(message));
      resolve();
    });
  }

  close(): Promise<void> {
    this.#end();
    return Promise.resolve();
  }

  #end(): void {
    if (this.#state === 'closed') return;
    this.#state = 'closed';
    this.#timers.end();
    this.onclose?.();
  }

  #perform(action: MockAction, port: MockTransportPort): void {
    switch (action.do) {
      case 'stderr':
        return port.stderr(Buffer.from(bytesOf(action.payload)).toString());
      // Of HTTP alone.
      case 'event':
      case 'end':
        return;
      case 'exit':
      case 'disconnect':
        return queueMicrotask(() => this.#end());
      case 'message': {
        const text = Buffer.from(bytesOf(action.payload)).toString();
        return queueMicrotask(() => this.#deliver(text));
      }
    }
  }

  #deliver(text: string): void {
    if (this.#state !== 'open') return;
    const value = parsedJson(text);
    if (value === undefined) {
      this.onerror?.(new Error(`The server sent a text that is not JSON: ${text.slice(0, 200)}`));
      return;
    }
    for (const message of Array.isArray(value) ? value : [value]) this.onmessage?.(message);
  }
}
