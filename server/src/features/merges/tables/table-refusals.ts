import { MERGE_LIMITS } from '@bocau/contract/merge-limits.ts';
import { Failure } from '../../../platform/failure.ts';

/** MM-2: a part of a table would be sent as if it were all of it. */
export function tooManyRows(): Failure {
  return new Failure('too_large', `A table has at most ${MERGE_LIMITS.rows} rows`, {
    details: { what: 'rows', limit: MERGE_LIMITS.rows },
  });
}

export function tooManyColumns(): Failure {
  return new Failure('too_large', `A table has at most ${MERGE_LIMITS.columns} columns`, {
    details: { what: 'columns', limit: MERGE_LIMITS.columns },
  });
}

export function tooManyBytes(): Failure {
  return new Failure('too_large', 'The table has too much text', {
    details: { what: 'bytes', limit: MERGE_LIMITS.tableBytes },
  });
}

export function unreadableTable(): Failure {
  return new Failure('unsupported_media_type', 'The file is no table as CSV or XLSX');
}
