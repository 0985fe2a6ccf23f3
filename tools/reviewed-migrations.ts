/**
 * Reviewed exceptions to the rules of tools/check-migration-rules.ts, each with its reason: the duration was
 * measured, or the table stays small.
 */
export const reviewedMigrations: { file: string; fault: string; why: string }[] = [
  {
    file: '087-administrators.sql',
    fault: 'audit_log',
    why: 'the acts of administrators are few, and no delivery writes them or columns of mailboxes',
  },
  {
    file: '088-people-anywhere.sql',
    fault: 'mailboxes: builds an index',
    why: 'there are as many rows as people, and no delivery writes them',
  },
  {
    file: '091-outgoing-queue.sql',
    fault: 'updates the rows',
    why: 'recipients of messages that are being sent alone, found by the index of those',
  },
  { file: '091-outgoing-queue.sql', fault: 'moves rows', why: 'the same few rows' },
  {
    file: '098-suspension-by-kind.sql',
    fault: 'updates the rows',
    why: 'the few people who are suspended; no delivery writes mailboxes',
  },
  { file: '098-suspension-by-kind.sql', fault: 'moves rows', why: 'the same few rows' },
  {
    file: '099-deleted-people.sql',
    fault: 'mailboxes: builds an index',
    why: 'there are as many rows as people, and no delivery writes them',
  },
  { file: '093-mail-trace.sql', fault: '`do` block', why: 'makes the partitions of a table of its own' },
  {
    file: '096-brake.sql',
    fault: 'locked together',
    why: 'columns without values to write, of tables with as many rows as people at most; no delivery writes these tables',
  },
  {
    file: '186-directory.sql',
    fault: 'locked together',
    why: 'columns without values to write, and a new table; no delivery writes these tables',
  },
  {
    file: '217-bytes-of-texts.sql',
    fault: 'locked together',
    why: 'columns without values to write, of tables with as many rows as people at most; no delivery writes these tables',
  },
  {
    file: '234-labels.sql',
    fault: 'locked together',
    why: 'columns without values to write, of jobs and their steps; no delivery writes these tables',
  },
  {
    file: '120-domains-go.sql',
    fault: 'addresses: builds an index',
    why: 'there are as many rows as people have addresses, and no delivery writes them',
  },
];
