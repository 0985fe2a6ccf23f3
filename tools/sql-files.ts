/** Where SQL is allowed, as data for tools/check-sql.ts. */

/** Files other than stores that contain or run SQL, with the reason. */
export const sqlFiles: { file: string; why: string }[] = [
  { file: 'server/src/platform/db/notify.ts', why: 'notifications, within a transaction or without one' },
  { file: 'server/src/platform/jobs/add-job.ts', why: "the job queue's own functions" },
  { file: 'server/src/platform/jobs/measure-jobs.ts', why: "figures of the job queue's own tables" },
];

/** Server folders in which SQL is allowed anywhere. */
export const sqlFolders: string[] = [
  'server/src/fault-tests/',
  'server/src/migrations/',
  'server/src/test-kit/',
];

/** The file that unwraps the Kysely instance of a database type, and who may import it besides tests. */
export const unwrapping = {
  file: 'server/src/platform/db/kysely-of.ts',
  importedBy: [
    'server/src/platform/db/',
    'server/src/platform/jobs/',
    'server/src/fault-tests/',
    'server/src/test-kit/',
  ],
};
