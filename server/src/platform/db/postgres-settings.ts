import { totalmem } from 'node:os';

/** Server parameters by name, as `postgres -c name=value` takes them. */
export type PostgresSettings = Record<string, string>;

const GIGABYTE = 1024 ** 3;

/**
 * Settings of the embedded PostgreSQL: one program on a small machine, and an acknowledged commit is durable.
 * A server given by DATABASE_URL is tuned by its owner; none of this applies to it.
 */
export function postgresSettings(memoryBytes: number = totalmem()): PostgresSettings {
  const roomy = memoryBytes >= 3 * GIGABYTE;
  return {
    // Reachable only through the socket folder, which only its owner may enter.
    listen_addresses: '',
    unix_socket_permissions: '0700',
    max_connections: '100',

    // Durability. These are the defaults, set explicitly because the 250 reply to a mail sender depends on
    // them.
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    // Full-page images are most of the log, and compress to two fifths. The packaged binaries have neither
    // lz4 nor zstd; pglz takes some 0.1 ms for a page, which is written once between two checkpoints
    // (decision 083).
    wal_compression: 'pglz',

    // What does not fit is in the operating system's page cache, one copy away; a list costs as much with 256
    // MB (docs/performance.md).
    shared_buffers: '64MB',
    effective_cache_size: `${Math.max(256, Math.floor(memoryBytes / 2 / 1024 ** 2))}MB`,
    work_mem: roomy ? '16MB' : '8MB',
    maintenance_work_mem: roomy ? '128MB' : '64MB',

    // Fewer checkpoints, each spread out: a burst of mail should not pay for full-page images again and
    // again.
    max_wal_size: '4GB',
    min_wal_size: '256MB',
    checkpoint_timeout: '30min',

    // For SSDs and short queries: neither JIT compilation nor parallel workers ever pay off.
    random_page_cost: '1.1',
    jit: 'off',
    max_parallel_workers_per_gather: '0',

    // Folder rows change constantly: small, frequent vacuums keep index-only scans index-only.
    autovacuum_naptime: '20s',
    autovacuum_vacuum_scale_factor: '0.05',
    autovacuum_vacuum_insert_scale_factor: '0.05',
    autovacuum_analyze_scale_factor: '0.02',

    idle_in_transaction_session_timeout: '60s',

    // PostgreSQL's log records server events, never mail content: the level `log` omits statement errors,
    // which quote values.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    log_timezone: 'UTC',
  };
}
