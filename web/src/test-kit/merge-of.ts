import type { Merge, MergeRow } from '@bocau/contract/merges.ts';

/** A merge that is prepared for two people, with these changes. */
export function mergeOf(changes: Partial<Merge> = {}): Merge {
  return {
    id: 'g1',
    title: '',
    state: 'preparing',
    draft_id: 'd1',
    subject: 'Nhắc thanh toán',
    source: 'csv',
    source_name: 'khach.csv',
    columns: [
      { heading: 'Tên', field: 'Tên', sample: 'Hà' },
      { heading: 'Email', field: 'Email', sample: 'ha@minhphat.example' },
      { heading: 'Số tiền', field: 'Số tiền', sample: '1.200.000 đ' },
    ],
    address_column: 1,
    name_column: 0,
    file_column: null,
    drive_folder_id: null,
    unsubscribe: true,
    counts: countsOf({ rows: 2, waiting: 2 }),
    faults: { total: 0, first: [] },
    wait: null,
    wait_until: null,
    paused_by: null,
    sender: { name: 'Lan Anh', email: 'lan.anh@saomai.example' },
    per_hour: 240,
    per_day: 500,
    left_today: 500,
    expected_end: null,
    created_at: Date.UTC(2026, 10, 5, 3) / 1000,
    started_at: null,
    finished_at: null,
    ...changes,
  };
}

export function countsOf(changes: Partial<Merge['counts']>): Merge['counts'] {
  return { rows: 0, waiting: 0, sending: 0, sent: 0, refused: 0, unclear: 0, skipped: 0, ...changes };
}

export function mergeRowOf(changes: Partial<MergeRow> = {}): MergeRow {
  return {
    row: 1,
    line: 2,
    cells: ['Hà', 'ha@minhphat.example', '1.200.000 đ'],
    name: 'Hà',
    email: 'ha@minhphat.example',
    problems: [],
    empty_fields: [],
    left_out: false,
    state: 'waiting',
    reply: null,
    sent_at: null,
    message_id: null,
    thread_id: null,
    opened: null,
    answered: false,
    ...changes,
  };
}
