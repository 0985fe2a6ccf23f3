import type pg from 'pg';

/**
 * Statements at which a message can be paused, at the very end of their transaction: everything is written,
 * and nothing is committed. Each with its table, event and row condition.
 */
const STATEMENTS = {
  create: ['drafts', 'insert', 'true'],
  save: ['drafts', 'update', 'new.version > old.version'],
  accept: ['outbox', 'insert', 'true'],
  take: [
    'graphile_worker._private_jobs',
    'update',
    "old.locked_at is null and new.locked_at is not null and new.key like 'start %'",
  ],
  begin: ['outbox', 'update', "old.state = 'held' and new.state = 'sending'"],
  file: [
    'outbox_recipients',
    'update',
    "old.state = 'waiting' and new.state = 'delivered' and new.address like 'b%'",
  ],
  try: ['outbox_recipients', 'update', "old.state = 'waiting' and new.state = 'trying'"],
  handover: ['outbox_recipients', 'update', "old.state = 'trying' and new.state = 'handing_over'"],
  hear: ['outbox_recipients', 'update', "old.state = 'handing_over' and new.state <> 'handing_over'"],
  settle: ['outbox', 'update', "old.state = 'sending' and new.state in ('sent', 'failed', 'unclear')"],
  finish: ['graphile_worker._private_jobs', 'delete', "old.key like 'elsewhere %'"],
} as const;

export type Stop = keyof typeof STATEMENTS;
export const STOPS = Object.keys(STATEMENTS) as Stop[];

export type StandStill = {
  /** Pauses this message there. */
  arm(stop: Stop, outgoing: number): Promise<void>;
  /** The pids of paused backends. */
  standing(): Promise<number[]>;
  /** Rolls paused transactions back; later ones pass. */
  undoAll(): Promise<void>;
  /** Commits the paused transactions. */
  letAllGo(): Promise<void>;
  /** The database was killed, and all paused transactions with it. */
  forget(): Promise<void>;
  close(): Promise<void>;
};

/** The first half of the advisory lock keys that pause messages. */
const LOCK = 4_208_001;

const MOST_LOOKS = 2_000;

/** The subject of a message ends in its number. */
const INSTALL = `
  create schema fault;
  create table fault.stops (id serial primary key, stop text not null, outgoing integer not null);
  create function fault.stand() returns trigger language plpgsql security definer set search_path = public as $$
    declare
      given jsonb := to_jsonb(coalesce(new, old));
      mailbox bigint;
      message uuid;
      wanted integer;
    begin
      given := coalesce(given->'payload', given);
      mailbox := coalesce(given->>'mailbox_id', given->>'mailboxId');
      message := given->>'message_id';
      if message is null then
        select o.message_id into message from outbox o
        where o.mailbox_id = mailbox and o.id = coalesce(given->>'outbox_id', given->>'outboxId')::uuid;
      end if;
      select substring(m.subject from '[0-9]+$')::integer into wanted
      from messages m where m.mailbox_id = mailbox and m.id = message;
      perform pg_advisory_xact_lock_shared(${LOCK}, s.id)
      from fault.stops s where s.stop = tg_argv[0] and s.outgoing = wanted;
      return null;
    end $$;`;

export async function installStandStill(connect: () => Promise<pg.Client>): Promise<StandStill> {
  let client = await connect();
  await client.query(INSTALL);
  for (const [stop, [table, event, when]] of Object.entries(STATEMENTS)) {
    await client.query(`create constraint trigger stand_${stop} after ${event} on ${table}
      deferrable initially deferred for each row when (${when}) execute function fault.stand('${stop}')`);
  }

  async function release(): Promise<void> {
    await client.query('select pg_advisory_unlock_all()');
    await client.query('delete from fault.stops');
  }

  async function standing(): Promise<number[]> {
    const { rows } = await client.query<{ pid: number }>(
      "select pid from pg_locks where locktype = 'advisory' and classid = $1 and not granted",
      [LOCK],
    );
    return rows.map(({ pid }) => pid);
  }

  return {
    async arm(stop, outgoing) {
      const insert = 'insert into fault.stops (stop, outgoing) values ($1, $2) returning id';
      const { rows } = await client.query<{ id: number }>(insert, [stop, outgoing]);
      await client.query('select pg_advisory_lock($1, $2)', [LOCK, rows[0]?.id]);
    },
    standing,
    async undoAll() {
      for (const pid of await standing()) await client.query('select pg_terminate_backend($1, 5000)', [pid]);
      await release();
    },
    async letAllGo() {
      const pids = await standing();
      await release();
      // Those whose client is gone end with their statement.
      for (let looks = 0; ; looks += 1) {
        const { rows } = await client.query<{ query: string }>(
          "select pid, wait_event, query from pg_stat_activity where pid = any($1::integer[]) and state = 'active'",
          [pids],
        );
        if (rows.length === 0) return;
        if (looks > MOST_LOOKS) throw new Error(`What stood does not end: ${JSON.stringify(rows)}`);
        await client.query('select pg_sleep(0.01)');
      }
    },
    async forget() {
      client = await connect();
      await release();
    },
    async close() {
      await client.end();
    },
  };
}
