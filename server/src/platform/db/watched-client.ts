import pg from 'pg';
import { systemClock } from '../clock.ts';
import { sendCancelRequest } from './cancel-request.ts';
import {
  NoPrimaryError,
  STANDBY_STATE,
  StalledConnectionError,
  UnclearCommitError,
} from './database-errors.ts';
import type { Deadlines } from './deadlines.ts';
import type { Primary } from './find-primary.ts';
import type { Host } from './hosts.ts';

export type WatchedConfig = pg.ClientConfig & {
  deadlines: Deadlines;
  /** Null when there is only one host. */
  primary: Primary | null;
};

/** The name of a WAL segment begins with the timeline, in hexadecimal. In recovery there is none. */
const TIMELINE = `
  select case when not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off'
    then substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) end as timeline`;

/** The longest delay after its deadline until an overdue answer is detected. */
const CHECK_EVERY_MS = 250;
const END_WITHIN_MS = 1_000;
/** The longest interval between two checks of a long-running statement. */
const ASK_AGAIN_AT_MOST_MS = 30_000;
/** A commit that waits longer triggers a check whether another host took over. */
const RECHECK_AFTER_MS = 1_500;
/** Timeout for asking one of several hosts for its role. */
const PROBE_MS = 1_500;

/**
 * A connection that is given up when the database owes it an answer for too long. The driver's own timeout
 * fails the query but leaves the connection in the pool, with an answer under way that matches no query.
 */
export abstract class ClientWithDeadlines extends pg.Client {
  /** Asks whether PostgreSQL is working on this connection's statement. */
  askWhetherItWorks: (() => Promise<boolean>) | null = null;
  declare readonly processID: number | null;
  declare readonly secretKey: number | null;
  private readonly config: WatchedConfig;
  private readonly deadlines: Deadlines;
  private readonly primary: Primary | null;
  /** The era of the primary this is connected to. */
  private era: number | null = null;
  private readonly watch: { stop(): void };
  private leaving = false;
  private asking = false;
  private doubts = 0;
  /** The wait after which the statement is checked. */
  private askAfter: number;
  private unanswered = 0;
  /** When the awaited statement was sent, or the one before it was answered. */
  private waitingSince = 0;
  private committing = false;

  constructor(config: WatchedConfig) {
    super(config);
    const { deadlines, primary } = config;
    this.config = config;
    this.deadlines = deadlines;
    this.askAfter = deadlines.askAfterMs ?? Number.POSITIVE_INFINITY;
    this.primary = primary;
    // A broken connection fails its pending queries. Without a listener the event would crash the process:
    // PostgreSQL's last message may arrive in the same chunk that makes a new connection usable, before the
    // caller has received the connection.
    this.on('error', () => undefined);
    this.connection.on('errorMessage', ({ code }: { code?: string }) => {
      if (code === STANDBY_STATE) this.demoted();
    });
    this.connection.on('readyForQuery', () => this.answered());
    const shortest = Math.min(deadlines.answerMs, deadlines.commitMs);
    this.watch = systemClock.every(Math.min(CHECK_EVERY_MS, shortest / 4), () => this.check());
    this.once('end', () => {
      this.watch.stop();
      if (!this.leaving) this.suspectPrimary();
    });
  }

  // The driver connects to one host. Of several, it gets the one that accepts writes.
  override connect = ((done?: (error: Error | null, client?: pg.Client) => void) => {
    const connected = this.primary === null ? super.connect() : this.connectToPrimary(this.primary);
    if (done === undefined) return connected;
    connected.then(
      () => done(null, this),
      (error: Error) => done(error),
    );
    return undefined;
  }) as pg.Client['connect'];

  private async connectToPrimary(primary: Primary): Promise<void> {
    try {
      Object.assign(this, await primary.find((host) => this.askTimeline(host)));
      this.era = primary.era();
      await super.connect();
    } catch (error) {
      this.suspectPrimary();
      this.watch.stop();
      throw error;
    }
    // It may have been demoted since the hosts were asked.
    if ((await this.timeline()) !== null) return;
    this.suspectPrimary();
    await this.end();
    throw new NoPrimaryError();
  }

  /** Asks on a separate connection, because one that leads to a standby cannot be reused. */
  private async askTimeline(host: Host): Promise<number | null> {
    const deadlines = { ...this.deadlines, answerMs: PROBE_MS };
    const probe = new WatchedClient({
      ...this.config,
      deadlines,
      connectionTimeoutMillis: PROBE_MS,
      primary: null,
    });
    Object.assign(probe, host);
    try {
      await probe.connect();
      return await probe.timeline();
    } catch {
      return null;
    } finally {
      await probe.end();
    }
  }

  /** The timeline on which the host accepts writes; null for a standby. */
  protected async timeline(): Promise<number | null> {
    this.asked(TIMELINE);
    const { rows } = await super.query<{ timeline: string | null }>(TIMELINE);
    const timeline = rows[0]?.timeline;
    return timeline ? Number.parseInt(timeline, 16) : null;
  }

  private demoted(): void {
    // A superseded host is known already, and queries that run on the new one must not be aborted.
    if (!this.isSuperseded()) this.primary?.demoted();
    // After the failure has been reported.
    setImmediate(() => this.connection.stream.destroy());
  }

  /** An unanswered termination message would keep the process alive. */
  override end = ((...given: unknown[]) => {
    if (!this.leaving) {
      this.leaving = true;
      const late = systemClock.after(END_WITHIN_MS, () => this.connection.stream.destroy());
      this.once('end', () => late.stop());
    }
    return Reflect.apply(super.end, this, given);
  }) as pg.Client['end'];

  /** Must be called for each statement. */
  protected asked(what: unknown): void {
    if (this.unanswered === 0) this.waitingSince = systemClock.now();
    this.unanswered += 1;
    if (what === 'commit') this.committing = true;
  }

  private answered(): void {
    this.unanswered = Math.max(0, this.unanswered - 1);
    this.waitingSince = systemClock.now();
    this.askAfter = this.deadlines.askAfterMs ?? Number.POSITIVE_INFINITY;
    this.doubts = 0;
    if (this.unanswered === 0) this.committing = false;
  }

  private check(): void {
    if (this.unanswered === 0) {
      if (this.isSuperseded()) this.connection.stream.destroy();
      return;
    }
    const { answerMs, commitMs } = this.deadlines;
    // Nothing is sent after a commit, so one unanswered statement means the commit.
    const isCommit = this.committing && this.unanswered === 1;
    const waited = systemClock.now() - this.waitingSince;
    if (waited >= (isCommit ? commitMs : answerMs) || this.isSuperseded()) {
      this.giveUp();
      return;
    }
    // A single writing statement is its own commit, and cannot be told apart from a slow statement.
    if (waited >= (isCommit ? RECHECK_AFTER_MS : this.askAfter)) this.recheckPrimary();
    if (waited >= this.askAfter) void this.doubt();
  }

  /** Another host is primary by now. */
  private isSuperseded(): boolean {
    return this.era !== null && this.primary?.era() !== this.era;
  }

  /** The fate of a connection to a former host says nothing about the current primary. */
  private suspectPrimary(): void {
    if (!this.isSuperseded()) this.primary?.suspect();
  }

  /**
   * Gives the connection up when PostgreSQL twice reports that it is not working on the statement: the first
   * time, its answer may have been on its way.
   */
  private async doubt(): Promise<void> {
    if (this.asking || this.askWhetherItWorks === null) return;
    this.asking = true;
    const since = this.waitingSince;
    // An unknown result is checked again later.
    const works = await this.askWhetherItWorks().catch(() => true);
    this.asking = false;
    if (this.unanswered === 0) return;
    if (since !== this.waitingSince) return;
    this.doubts = works ? 0 : this.doubts + 1;
    // What has taken long may take as long again (exponential backoff).
    if (works) this.askAfter = Math.min(this.askAfter * 2, this.askAfter + ASK_AGAIN_AT_MOST_MS);
    if (this.doubts > 1) this.giveUp();
  }

  /**
   * Fails the pending queries, and the pool does not reuse the connection. A commit that waits for a lost
   * standby, also that of a single statement, would keep its backend and its locks after its client is gone.
   * Cancelling ends the wait, not the transaction, which stays committed on the primary: so a late answer
   * must be ignored.
   */
  private giveUp(): void {
    const reason = this.committing ? new UnclearCommitError() : new StalledConnectionError();
    // Otherwise the next check would find no pending query and another era, and close the stream without the
    // reason.
    this.watch.stop();
    this.unanswered = 0;
    if (!this.isSuperseded()) {
      this.suspectPrimary();
      this.recheckPrimary();
    }
    const { stream } = this.connection;
    stream.pause();
    // Sent before the connection is closed: afterwards a pooler could no longer map the request.
    void sendCancelRequest(this).then(() => stream.destroy(reason));
  }

  /**
   * A former primary whose standby has taken over answers everything but commits, so without this no new
   * connection would be made that asks for the primary.
   */
  private recheckPrimary(): void {
    this.primary?.recheck((host) => this.askTimeline(host));
  }
}

export class WatchedClient extends ClientWithDeadlines {
  // The driver's method has a dozen overloads.
  override query = ((...given: unknown[]) => {
    this.asked(given[0]);
    return Reflect.apply(super.query, this, given);
  }) as pg.Client['query'];
}
