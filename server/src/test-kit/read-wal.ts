import pg from 'pg';
import { withDatabase } from '../platform/db/pg-config.ts';
import { SUPERUSER } from '../platform/db/postgres-cluster.ts';

/** What the write-ahead log contains of one relation by one kind of record. */
export type WalPart = {
  /** A table or an index; records without one, such as commits, are listed by kind. */
  relation: string;
  record: string;
  records: number;
  /** Including page images. */
  bytes: number;
  /** Of these, full-page images: each page's first change after a checkpoint writes one. */
  pageBytes: number;
};

export type WalReader = {
  checkpoint(): Promise<void>;
  /** The current end of the log. */
  position(): Promise<string>;
  read(from: string, to: string): Promise<WalPart[]>;
  setting(name: string): Promise<string>;
  close(): Promise<void>;
};

/**
 * Reads the log of the embedded PostgreSQL with its extension `pg_walinspect`, as a superuser. The extension
 * is created in the database `postgres`, so that the measured one stays unchanged.
 */
export async function openWalReader(databaseUrl: string): Promise<WalReader> {
  const url = new URL(databaseUrl);
  url.username = SUPERUSER;
  const config = { connectionString: url.href };
  const measured = new pg.Client({ ...config, application_name: 'test-kit' });
  const inspector = new pg.Client({ ...withDatabase(config, 'postgres'), application_name: 'test-kit' });
  await inspector.connect();
  await measured.connect();
  const own = await measured.query<{ oid: string }>(
    'select oid from pg_database where datname = current_database()',
  );
  const database = own.rows[0]?.oid ?? '';
  await inspector.query('set synchronous_commit = on');
  await inspector.query('create extension if not exists pg_walinspect');
  return {
    async checkpoint() {
      await inspector.query('checkpoint');
    },
    async position() {
      const { rows } = await inspector.query<{ lsn: string }>(
        'select pg_current_wal_insert_lsn()::text as lsn',
      );
      return rows[0]?.lsn ?? '';
    },
    async read(from, to) {
      // Only flushed records can be read, and a commit flushes everything before it.
      await inspector.query("select pg_logical_emit_message(true, 'test-kit', '')");
      const { rows } = await inspector.query<WalPart & { node: string; fork: number }>(PARTS, [
        from,
        to,
        database,
      ]);
      const names = await measured.query<{ node: string; name: string }>(NAMES);
      const nameOf = new Map(names.rows.map(({ node, name }) => [node, name]));
      return rows.map(({ node, fork, ...part }) => ({
        ...part,
        relation: node === '' ? '' : relationName(nameOf.get(node) ?? ELSEWHERE, fork),
        records: Number(part.records),
        bytes: Number(part.bytes),
        pageBytes: Number(part.pageBytes),
      }));
    },
    async setting(name) {
      const { rows } = await inspector.query<{ value: string }>(
        'select setting as value from pg_settings where name = $1',
        [name],
      );
      return rows[0]?.value ?? '';
    },
    async close() {
      await Promise.all([inspector.end(), measured.end()]);
    },
  };
}

/** Another database, or the shared catalogue. */
const ELSEWHERE = 'elsewhere';

function relationName(name: string, fork: number): string {
  return fork === 2 ? `${name} (visibility map)` : name;
}

/** A record counts for the relation of its first block. */
const PARTS = `
  with records as (
    select start_lsn, resource_manager || ' ' || record_type as record, record_length, fpi_length
    from pg_get_wal_records_info($1::pg_lsn, $2::pg_lsn)
  ), firsts as (
    select distinct on (start_lsn) start_lsn, relforknumber,
      case when reldatabase = $3::oid then relfilenode::text else 'elsewhere' end as node
    from pg_get_wal_block_info($1::pg_lsn, $2::pg_lsn, false) order by start_lsn, block_id
  )
  select coalesce(f.node, '') as node, coalesce(f.relforknumber, 0)::integer as fork, r.record,
    count(*) as records, sum(r.record_length) as bytes, sum(r.fpi_length) as "pageBytes"
  from records r left join firsts f using (start_lsn)
  group by 1, 2, 3`;

/** TOAST tables are named after the table that they belong to. */
const NAMES = `
  select pg_relation_filenode(c.oid)::text as node,
    case when t.oid is null then c.relname else t.relname || ' (long values)' end as name
  from pg_class c
  left join pg_index i on i.indexrelid = c.oid
  left join pg_class t on t.reltoastrelid = coalesce(i.indrelid, c.oid)
  where pg_relation_filenode(c.oid) is not null`;
