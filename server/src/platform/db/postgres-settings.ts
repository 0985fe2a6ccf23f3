import { totalmem } from 'node:os';

/** Server parameters by name, as `postgres -c name=value` takes them. */
export type PostgresSettings = Record<string, string>;

const GIGABYTE = 1024 ** 3;

/**
 * How the embedded PostgreSQL runs: one program on a small machine beside it, and a commit that is told is kept.
 * A server that is given by DATABASE_URL is tuned by its owner; none of this reaches it.
 */
export function postgresSettings(memoryBytes: number = totalmem()): PostgresSettings {
  const roomy = memoryBytes >= 3 * GIGABYTE;
  return {
    // Reached through the socket folder alone, which only its owner may enter.
    listen_addresses: '',
    unix_socket_permissions: '0700',
    max_connections: '100',

    // Durable. These are the defaults, spelled out because 250 to a mail sender depends on them.
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    // Whole pages are most of the log, and shrink to two fifths. The packaged binaries have neither lz4 nor zstd; pglz
    // takes some 0.1 ms for a page, which is written once between two checkpoints (decision 083).
    wal_compression: 'pglz',

    // What does not fit lies in the system's cache, a copy away; a list costs as much with 256 MB (docs/performance.md).
    shared_buffers: '64MB',
    effective_cache_size: `${Math.max(256, Math.floor(memoryBytes / 2 / 1024 ** 2))}MB`,
    work_mem: roomy ? '16MB' : '8MB',
    maintenance_work_mem: roomy ? '128MB' : '64MB',

    // Fewer checkpoints, each spread out: a burst of mail should not pay for full pages again and again.
    max_wal_size: '4GB',
    min_wal_size: '256MB',
    checkpoint_timeout: '30min',

    // Solid-state disks and short queries: neither compilation nor parallel workers ever pay.
    random_page_cost: '1.1',
    jit: 'off',
    max_parallel_workers_per_gather: '0',

    // Folder rows change all the time: small, frequent cleaning keeps index-only scans index-only.
    autovacuum_naptime: '20s',
    autovacuum_vacuum_scale_factor: '0.05',
    autovacuum_vacuum_insert_scale_factor: '0.05',
    autovacuum_analyze_scale_factor: '0.02',

    idle_in_transaction_session_timeout: '60s',

    // PostgreSQL's own log names what happened to the server, never what is in the mail:
    // the level `log` leaves out statement errors, which quote values.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    log_timezone: 'UTC',
  };
}
