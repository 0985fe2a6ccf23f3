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
  /** Of several hosts; null where there is one. */
  primary: Primary | null;
};

/** The name of a segment of the log begins with the timeline, in hexadecimal. It has none in recovery. */
const TIMELINE = `
  select case when not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off'
    then substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) end as timeline`;

/** How much later than its deadline an overdue answer is seen at most. */
const CHECK_EVERY_MS = 250;
const END_WITHIN_MS = 1_000;
/** How much later a statement that takes long is asked about again, at most. */
const ASK_AGAIN_AT_MOST_MS = 30_000;
/** A commit that waits longer is a reason to ask whether another host took over. */
const RECHECK_AFTER_MS = 1_500;
/** For one of several hosts to say what it is. */
const PROBE_MS = 1_500;

/**
 * A connection that is given up when the database owes it an answer for too long. The driver's own limit fails the
 * query and leaves the connection in its pool, with an answer on its way that belongs to nobody.
 */
export abstract class ClientWithDeadlines extends pg.Client {
  /** Answers whether PostgreSQL works on what is asked here. */
  askWhetherItWorks: (() => Promise<boolean>) | null = null;
  declare readonly processID: number | null;
  declare readonly secretKey: number | null;
  private readonly config: WatchedConfig;
  private readonly deadlines: Deadlines;
  private readonly primary: Primary | null;
  /** The era of the primary that it is connected to. */
  private era: number | null = null;
  private readonly watch: { stop(): void };
  private leaving = false;
  private asking = false;
  private doubts = 0;
  /** After how long a wait it is asked about. */
  private askAfter: number;
  private unanswered = 0;
  /** When the statement was sent whose answer is awaited, or the one before it was answered. */
  private waitingSince = 0;
  private committing = false;

  constructor(config: WatchedConfig) {
    super(config);
    const { deadlines, primary } = config;
    this.config = config;
    this.deadlines = deadlines;
    this.askAfter = deadlines.askAfterMs ?? Number.POSITIVE_INFINITY;
    this.primary = primary;
    // A connection that breaks fails what is asked on it. Without a listener the event ends the process, and PostgreSQL's
    // last words may come in one piece with what makes a new connection usable, before anybody was handed it.
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

  // The driver connects to one host. Of several it is given the one that takes writes.
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
    // It may have been demoted since somebody asked.
    if ((await this.timeline()) !== null) return;
    this.suspectPrimary();
    await this.end();
    throw new NoPrimaryError();
  }

  /** Asks on a connection of its own, because one that turned out to lead to a standby can not be used again. */
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

  /** On which it takes writes; null where it takes none. */
  protected async timeline(): Promise<number | null> {
    this.asked(TIMELINE);
    const { rows } = await super.query<{ timeline: string | null }>(TIMELINE);
    const timeline = rows[0]?.timeline;
    return timeline ? Number.parseInt(timeline, 16) : null;
  }

  private demoted(): void {
    // Where it is superseded that is known, and what works on the new one must not be given up.
    if (!this.isSuperseded()) this.primary?.demoted();
    // Once what failed has been reported.
    setImmediate(() => this.connection.stream.destroy());
  }

  /** A farewell that is never answered would keep the process alive. */
  override end = ((...given: unknown[]) => {
    if (!this.leaving) {
      this.leaving = true;
      const late = systemClock.after(END_WITHIN_MS, () => this.connection.stream.destroy());
      this.once('end', () => late.stop());
    }
    return Reflect.apply(super.end, this, given);
  }) as pg.Client['end'];

  /** To be called for each statement. */
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
    // Nothing is asked behind a commit, so it is what is left.
    const isCommit = this.committing && this.unanswered === 1;
    const waited = systemClock.now() - this.waitingSince;
    if (waited >= (isCommit ? commitMs : answerMs) || this.isSuperseded()) {
      this.giveUp();
      return;
    }
    // A single statement that writes is its own commit, and can not be told from one that takes long.
    if (waited >= (isCommit ? RECHECK_AFTER_MS : this.askAfter)) this.recheckPrimary();
    if (waited >= this.askAfter) void this.doubt();
  }

  /** Another one takes the writes by now. */
  private isSuperseded(): boolean {
    return this.era !== null && this.primary?.era() !== this.era;
  }

  /** What becomes of a connection to another one says nothing about the one that serves. */
  private suspectPrimary(): void {
    if (!this.isSuperseded()) this.primary?.suspect();
  }

  /** Gives up what PostgreSQL says twice not to work on: once, its answer may have been on its way. */
  private async doubt(): Promise<void> {
    if (this.asking || this.askWhetherItWorks === null) return;
    this.asking = true;
    const since = this.waitingSince;
    // What nobody can say now is asked again.
    const works = await this.askWhetherItWorks().catch(() => true);
    this.asking = false;
    if (this.unanswered === 0) return;
    if (since !== this.waitingSince) return;
    this.doubts = works ? 0 : this.doubts + 1;
    // What has taken long may take as long again.
    if (works) this.askAfter = Math.min(this.askAfter * 2, this.askAfter + ASK_AGAIN_AT_MOST_MS);
    if (this.doubts > 1) this.giveUp();
  }

  /**
   * What was asked fails, and no pool gives the connection to anybody again. A commit that waits for a lost standby, that
   * of a single statement too, would keep its connection of PostgreSQL and its locks after its client has gone. PostgreSQL
   * ends the wait, not the transaction, which stays committed on the primary: so an answer that comes now must not be
   * heard.
   */
  private giveUp(): void {
    const reason = this.committing ? new UnclearCommitError() : new StalledConnectionError();
    // The next check would find nothing asked and another era, and end the stream without the reason.
    this.watch.stop();
    this.unanswered = 0;
    if (!this.isSuperseded()) {
      this.suspectPrimary();
      this.recheckPrimary();
    }
    const { stream } = this.connection;
    stream.pause();
    // Before the connection is gone: a pooler would know no more whom it meant.
    void sendCancelRequest(this).then(() => stream.destroy(reason));
  }

  /**
   * An old primary whose standby has taken over answers everything but commits, so nothing would make a new connection
   * that asks who serves.
   */
  private recheckPrimary(): void {
    this.primary?.recheck((host) => this.askTimeline(host));
  }
}

export class WatchedClient extends ClientWithDeadlines {
  // The driver's method has a dozen signatures.
  override query = ((...given: unknown[]) => {
    this.asked(given[0]);
    return Reflect.apply(super.query, this, given);
  }) as pg.Client['query'];
}
