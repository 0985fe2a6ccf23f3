import { SOCKET_CLOSES, SOCKET_SILENCE_SECONDS } from '@bocau/contract/socket.ts';
import type { ModelClock, Online, SocketLike, SocketListener } from './environment.ts';
import { createRetry } from './retry.ts';

export type Connection = {
  state: 'connecting' | 'online' | 'lost';
  /** While lost: when the page stops retrying and reloads (ms since 1970). */
  reloadAt: number | null;
};

type ConnectionKeeper = {
  state(): Connection;
  /** Connects, and keeps reconnecting until closed. */
  start(): void;
  tryNow(): void;
  /** Ends the pause between two attempts; an attempt in flight continues. */
  hurry(): void;
  /** The server was out of reach before there could be a socket. */
  fail(): void;
  close(): void;
};

type Deps<Frame> = {
  clock: ModelClock;
  online: Online;
  /** Opens a socket; null while its parameters are not known. In that case `prepare` is tried first. */
  open(listener: SocketListener<Frame>): SocketLike | null;
  prepare(): void;
  frame(frame: Frame): void;
  connected(): void;
  refused(code: number): void;
  changed(): void;
};

/** After this time the page stops retrying and reloads. */
const RELOAD_AFTER_MS = 60_000;
const LOOK_EVERY_MS = 5_000;
const GREETING_WITHIN_MS = 15_000;

/**
 * Keeps one socket open: reconnects with exponential backoff, and at once when the browser is online again.
 */
export function createConnection<Frame extends { event: string }>(deps: Deps<Frame>): ConnectionKeeper {
  const { clock, online } = deps;
  const retry = createRetry(clock);
  let state: Connection = { state: 'connecting', reloadAt: null };
  let socket: SocketLike | null = null;
  let heardAt = 0;
  let stopped = true;
  let timer: { stop(): void } | null = null;
  const stopListening = online.onChange(() => {
    if (stopped) return;
    if (online.isOnline()) tryNow();
    else lose();
  });

  function set(next: Connection): void {
    if (next.state === state.state) return;
    state = next;
    deps.changed();
  }

  function connect(): void {
    if (stopped || socket || !online.isOnline()) return;
    heardAt = clock.now();
    let opened: SocketLike | null = null;
    const isCurrent = () => opened !== null && socket === opened;
    opened = deps.open({
      frame(frame) {
        if (isCurrent()) take(frame);
      },
      closed(code) {
        if (isCurrent()) closed(code);
      },
    });
    if (opened) socket = opened;
    else deps.prepare();
  }

  function take(frame: Frame): void {
    heardAt = clock.now();
    if (frame.event === 'hello') {
      retry.reset();
      set({ state: 'online', reloadAt: null });
      deps.connected();
    }
    deps.frame(frame);
  }

  function closed(code: number): void {
    socket = null;
    if (code === SOCKET_CLOSES.session_required || code === SOCKET_CLOSES.forbidden) {
      stopped = true;
      deps.refused(code);
    }
    // The server has answered, so a user who must sign in has not lost the connection.
    if (code === SOCKET_CLOSES.session_required) set({ state: 'connecting', reloadAt: null });
    else lose();
  }

  function lose(): void {
    const old = socket;
    socket = null;
    old?.close();
    set({ state: 'lost', reloadAt: clock.now() + RELOAD_AFTER_MS });
    if (!stopped && online.isOnline()) retry.later(connect);
  }

  function look(): void {
    if (!socket) return;
    const patience = state.state === 'online' ? SOCKET_SILENCE_SECONDS * 1000 : GREETING_WITHIN_MS;
    if (clock.now() - heardAt > patience) lose();
  }

  function tryNow(): void {
    if (stopped || state.state === 'online') return;
    retry.reset();
    const old = socket;
    socket = null;
    old?.close();
    connect();
  }

  return {
    state: () => state,
    start() {
      stopped = false;
      timer ??= clock.every(LOOK_EVERY_MS, look);
      if (online.isOnline()) connect();
      else lose();
    },
    tryNow,
    hurry() {
      if (!socket) tryNow();
    },
    fail() {
      stopped = false;
      lose();
    },
    close() {
      stopped = true;
      stopListening();
      timer?.stop();
      retry.reset();
      const old = socket;
      socket = null;
      old?.close();
      // Stops the retries and the countdown.
      set({ state: 'connecting', reloadAt: null });
    },
  };
}
