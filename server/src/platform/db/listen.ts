import pg from 'pg';
import type { Clock } from '../clock.ts';
import { createClient } from './connection-config.ts';
import { type Deadlines, INTERACTIVE } from './deadlines.ts';
import type { DbLog, PgConfig } from './pg-config.ts';

export type NotificationHandler = (payload: string) => void;

export type Listener = {
  /** Resolves when the server has subscribed the channel; notifications sent from then on arrive. */
  listen(channel: string, handler: NotificationHandler): Promise<void>;
  /**
   * Called after each reconnection: notifications may have been lost meanwhile, so the callback must catch up
   * from the tables.
   */
  onReconnect(run: () => void): void;
  close(): Promise<void>;
};

export type ListenerOptions = { pgConfig: PgConfig; clock: Clock; log: DbLog; deadlines?: Deadlines };

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 10_000;
const CHECK_EVERY_MS = 5_000;

/** A dedicated connection that listens for notifications and reconnects by itself, with a watchdog. */
export async function createListener(options: ListenerOptions): Promise<Listener> {
  const { pgConfig, clock, log, deadlines = INTERACTIVE } = options;
  const handlers = new Map<string, NotificationHandler[]>();
  const reconnected: (() => void)[] = [];
  const closing = new AbortController();
  /** Includes connections that are still being established. */
  const open = new Set<pg.Client>();
  let returning: Promise<void> | null = null;
  let client = await connect();
  // Watchdog: a connection that was cut silently looks alive until a query is sent.
  let asking = false;
  const check = clock.every(CHECK_EVERY_MS, () => {
    // A lost connection is replaced automatically.
    if (asking || !open.has(client)) return;
    asking = true;
    client
      .query('select 1')
      .catch(() => client.end())
      .finally(() => {
        asking = false;
      });
  });

  async function connect(): Promise<pg.Client> {
    const fresh = createClient({ pgConfig, applicationName: 'listener', deadlines });
    fresh.on('notification', ({ channel, payload }) => dispatch(channel, payload ?? ''));
    fresh.on('error', (error) => log.warn({ reason: error.message }, 'notification connection lost'));
    const ended = new Promise<void>((resolve) => fresh.once('end', resolve));
    open.add(fresh);
    try {
      // The driver's connect() never settles when the connection is ended before it is established.
      await Promise.race([fresh.connect(), ended]);
      for (const channel of handlers.keys()) await subscribe(fresh, channel);
      closing.signal.throwIfAborted();
    } catch (error) {
      open.delete(fresh);
      await fresh.end();
      throw error;
    }
    void ended.then(() => {
      open.delete(fresh);
      returning = comeBack();
    });
    return fresh;
  }

  async function comeBack(): Promise<void> {
    let pause = FIRST_PAUSE_MS;
    while (!closing.signal.aborted) {
      await clock.sleep(pause, closing.signal);
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
      if (closing.signal.aborted) return;
      try {
        client = await connect();
      } catch (error) {
        if (closing.signal.aborted) return;
        log.warn(
          { reason: (error as Error).message, pauseMs: pause },
          'notification connection failed, will retry',
        );
        continue;
      }
      log.info({}, 'notification connection restored');
      for (const run of reconnected) guarded(run);
      return;
    }
  }

  function dispatch(channel: string, payload: string): void {
    for (const handler of handlers.get(channel) ?? []) guarded(() => handler(payload));
  }

  function guarded(run: () => void): void {
    try {
      run();
    } catch (error) {
      log.error({ error }, 'notification handler failed');
    }
  }

  return {
    async listen(channel, handler) {
      // Sent on every call, not only the first: repeating LISTEN is harmless, and a failure reaches this
      // caller.
      await subscribe(client, channel);
      handlers.set(channel, [...(handlers.get(channel) ?? []), handler]);
    },
    onReconnect(run) {
      reconnected.push(run);
    },
    async close() {
      closing.abort();
      check.stop();
      await Promise.all([...open].map((one) => one.end()));
      await returning;
    },
  };
}

async function subscribe(client: pg.Client, channel: string): Promise<void> {
  await client.query(`listen ${pg.escapeIdentifier(channel)}`);
}
