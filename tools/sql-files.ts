/** Where SQL may stand, as data. tools/check-sql.ts reads it. */

/** Files that write or run SQL besides the stores, with the reason. */
export const sqlFiles: { file: string; why: string }[] = [
  { file: 'server/src/platform/db/notify.ts', why: 'notifications, within a transaction or without one' },
  { file: 'server/src/platform/jobs/add-job.ts', why: "the job queue's own functions" },
  { file: 'server/src/platform/jobs/measure-jobs.ts', why: "figures of the job queue's own tables" },
];

/** Folders of the server in which SQL may stand anywhere. */
export const sqlFolders: string[] = [
  'server/src/fault-tests/',
  'server/src/migrations/',
  'server/src/test-kit/',
];

/** The file that takes a Kysely out of a database type, and who may import it besides tests. */
export const unwrapping = {
  file: 'server/src/platform/db/kysely-of.ts',
  importedBy: [
    'server/src/platform/db/',
    'server/src/platform/jobs/',
    'server/src/fault-tests/',
    'server/src/test-kit/',
  ],
};
