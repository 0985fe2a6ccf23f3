import pg from 'pg';
import type { Clock } from '../clock.ts';
import type { DbLog, PgConfig } from './pg-config.ts';

export type NotificationHandler = (payload: string) => void;

export type Listener = {
  /** Resolves when the server has taken note; what is notified from then on arrives. */
  listen(channel: string, handler: NotificationHandler): Promise<void>;
  /** Called after each reconnection: what was notified meanwhile is lost, so catch up from the tables. */
  onReconnect(run: () => void): void;
  close(): Promise<void>;
};

export type ListenerOptions = { pgConfig: PgConfig; clock: Clock; log: DbLog };

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 10_000;
const CHECK_EVERY_MS = 30_000;
const ANSWER_WITHIN_MS = 10_000;

/** A dedicated connection that listens for notifications and reconnects by itself, with a watchdog. */
export async function createListener({ pgConfig, clock, log }: ListenerOptions): Promise<Listener> {
  const handlers = new Map<string, NotificationHandler[]>();
  const reconnected: (() => void)[] = [];
  const closing = new AbortController();
  let client = await connect();
  // Watchdog: a connection that was cut silently looks alive until a query is sent.
  const check = clock.every(CHECK_EVERY_MS, () => {
    client.query('select 1').catch(() => client.end());
  });

  async function connect(): Promise<pg.Client> {
    const fresh = new pg.Client({
      ...pgConfig,
      application_name: 'listener',
      keepAlive: true,
      connectionTimeoutMillis: ANSWER_WITHIN_MS,
      query_timeout: ANSWER_WITHIN_MS,
    });
    fresh.on('notification', ({ channel, payload }) => dispatch(channel, payload ?? ''));
    fresh.on('error', (error) => log.warn({ reason: error.message }, 'notification connection lost'));
    const ended = new Promise<void>((resolve) => fresh.once('end', resolve));
    try {
      await fresh.connect();
      for (const channel of handlers.keys()) await subscribe(fresh, channel);
    } catch (error) {
      await fresh.end();
      throw error;
    }
    void ended.then(comeBack);
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
      // Asked for each time, not only the first: LISTEN twice does no harm, and a failure reaches this caller.
      await subscribe(client, channel);
      handlers.set(channel, [...(handlers.get(channel) ?? []), handler]);
    },
    onReconnect(run) {
      reconnected.push(run);
    },
    async close() {
      closing.abort();
      check.stop();
      await client.end();
    },
  };
}

async function subscribe(client: pg.Client, channel: string): Promise<void> {
  await client.query(`listen ${pg.escapeIdentifier(channel)}`);
}
