import { ApiError } from '@bocau/contract/client.ts';
import type { Merge, MergeRow } from '@bocau/contract/merges.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { merges as en } from '../../i18n/en/merges.ts';
import { learnWords } from '../../i18n/i18n.ts';
import { merges as viWords } from '../../i18n/vi/merges.ts';
import { sending } from '../../i18n/vi/sending.ts';
import { snooze } from '../../i18n/vi/snooze.ts';
import type { ComposeEvent } from '../../model/compose/compose-model.ts';
import { ComposeContext } from '../../parts/compose/lazy-compose.ts';
import { mergeRequest } from '../../parts/merges/merge-request.ts';
import { notices } from '../../parts/notices/notify.ts';
import { useLocation } from '../../router/router.tsx';
import { countsOf, mergeOf, mergeRowOf } from '../../test-kit/merge-of.ts';
import { noCompose } from '../../test-kit/no-compose.ts';
import { renderPart } from '../../test-kit/render-part.tsx';
import { threadOf } from '../../test-kit/thread-of.ts';
import { speak } from '../../test-kit/words.ts';
import { MergeList } from './merge-list.tsx';
import { MergePage } from './merge-page.tsx';
import { NewMerge } from './new-merge.tsx';

beforeEach(() => {
  learnWords('vi', { merges: viWords });
  learnWords('en', { merges: en });
  speak('vi');
});
afterEach(() => localStorage.clear());

const { failures: words } = sending;

const PREVIEW = {
  row: 1,
  from: { name: 'Lan Anh', email: 'lan.anh@saomai.example' },
  to: { name: 'Hà', email: 'ha@minhphat.example' },
  subject: 'Nhắc thanh toán',
  html: '<p>Chào Hà</p>',
  files: [],
  problems: [],
  empty_fields: [],
};

function show(part: Parameters<typeof renderPart>[0], api: object, at = '/merges') {
  return renderPart(<ComposeContext value={noCompose}>{part}</ComposeContext>, { api: api as never, at });
}

function showMerge(merge: Merge, api: object, step = 'table') {
  const getMerge = vi.fn(async () => ({ data: { ...merge, opened: null, answered: 0 } }));
  const previewMerge = vi.fn(async () => ({ data: PREVIEW }));
  const getMessage = async () => ({ data: { draft: { version: 3 } } });
  const calls = { getMerge, previewMerge, getMessage, ...api };
  return show(<MergePage id="g1" />, calls, `/merges/g1?step=${step}`);
}

const NO_STRAYS = { total: 0, first: [] };
const rowsOf = (rows: MergeRow[]) => async () => ({ data: rows, meta: { next_after: null } });

test.each([
  ['vi', 'Các đợt trộn thư', '5 người · khach.csv · đã gửi 3/5 · 1 bị từ chối', 'Tạm dừng'],
  ['en', 'Mail merges', '5 people · khach.csv · 3 of 5 sent · 1 refused', 'Paused'],
] as const)('MM-13 in %s the list says how far each has come', async (language, rows, facts, state) => {
  speak(language);
  const counts = countsOf({ rows: 5, sent: 3, refused: 1, waiting: 1 });
  const listMerges = async () => ({ data: [mergeOf({ state: 'paused', counts })] });
  await show(<MergeList />, { listMerges });
  const list = await screen.findByRole('list', { name: rows });
  expect(within(list).getByRole('link').textContent).toBe(`Nhắc thanh toán${facts}`);
  expect(list.textContent).toContain(state);
});

test('an empty list says how to begin, and one that could not be loaded offers another try', async () => {
  const { unmount } = await show(<MergeList />, { listMerges: async () => ({ data: [] }) });
  expect(await screen.findByRole('heading', { name: 'Chưa có đợt trộn thư nào' })).toBeTruthy();
  unmount();
  const listMerges = vi.fn(async () => {
    throw new ApiError(500, 'internal_error', 'x');
  });
  const { user } = await show(<MergeList />, { listMerges });
  expect(await screen.findByRole('heading', { name: 'Không tải được các đợt trộn thư' })).toBeTruthy();
  const asked = listMerges.mock.calls.length;
  await user.click(screen.getByRole('button', { name: 'Thử lại' }));
  await waitFor(() => expect(listMerges.mock.calls.length).toBeGreaterThan(asked));
});

test('MM-1 recipients of the draft are told of before the merge is made', async () => {
  const people = Array.from({ length: 5 }, (_, at) => ({ name: `Khách ${at}`, email: `k${at}@x.example` }));
  const getMessage = async () => ({ data: { to: [], cc: people, bcc: [] } });
  await show(<NewMerge draft="d1" />, { getMessage, listContactLists: async () => ({ data: [] }) });
  expect(
    await screen.findByText(/^Khách 0, Khách 1, Khách 2 và 2 người khác ở ô Cc không được gửi/),
  ).toBeTruthy();
});

function New({ draft }: { draft: string | null }) {
  const { pathname, search } = useLocation();
  return (
    <>
      <NewMerge draft={draft} />
      <p>at {pathname + search}</p>
    </>
  );
}

test.each([
  ['there is no draft', null],
  ['the draft is gone', 'd1'],
])('MM-35 the page of a new merge leads to the list where %s', async (_, draft) => {
  const getMessage = async () => {
    throw new ApiError(404, 'message_not_found', 'x');
  };
  await show(
    <New draft={draft} />,
    { getMessage, listContactLists: async () => ({ data: [] }) },
    '/merges/new',
  );
  await screen.findByText('at /merges');
});

test('MM-34 it does so when the draft goes with its window', async () => {
  let tell: (event: ComposeEvent) => void = () => undefined;
  const onEvent = (listener: typeof tell) => {
    tell = listener;
    return () => undefined;
  };
  let isThere = true;
  const getMessage = async () => {
    if (!isThere) throw new ApiError(404, 'message_not_found', 'x');
    return { data: { to: [], cc: [], bcc: [] } };
  };
  await renderPart(
    <ComposeContext value={{ ...noCompose, model: () => ({ onEvent }) } as never}>
      <New draft="d1" />
    </ComposeContext>,
    {
      api: { getMessage, listContactLists: async () => ({ data: [] }) } as never,
      at: '/merges/new?draft=d1',
    },
  );
  expect(await screen.findByLabelText('Chọn tệp trên máy', { selector: 'input' })).toBeTruthy();
  isThere = false;
  tell({ kind: 'draft-deleted', messageId: 'd1' });
  await screen.findByText('at /merges');
});

test('a new merge begins from the list as well, with a message of its own', async () => {
  const openNew = vi.fn(() => 'w1');
  const lazy = { ...noCompose, load: async () => ({ openNew }) } as never;
  const listMerges = async () => ({ data: [mergeOf()] });
  const { user } = await renderPart(
    <ComposeContext value={lazy}>
      <MergeList />
    </ComposeContext>,
    { api: { listMerges } as never, at: '/merges' },
  );
  await user.click(await screen.findByRole('button', { name: 'Trộn thư mới' }));
  await waitFor(() => expect(mergeRequest.get()).toBe('w1'));
  mergeRequest.set(null);
});

test('MM-2 a table with too many lines is refused in words, and one of contacts is taken', async () => {
  const uploadMergeTable = vi.fn(async () => {
    throw new ApiError(413, 'too_large', 'x', { what: 'rows', limit: 10_000 });
  });
  const createMerge = vi.fn(async () => ({ data: mergeOf({ source: 'contacts' }) }));
  const listContactLists = async () => ({ data: [{ name: 'Khách quen', total: 12 }] });
  const { user } = await show(<NewMerge draft="d1" />, { uploadMergeTable, createMerge, listContactLists });
  const input = screen.getByLabelText('Chọn tệp trên máy', { selector: 'input' });
  await user.upload(input, new File(['a'], 'lon.csv', { type: 'text/csv' }));
  expect((await screen.findByRole('alert')).textContent).toContain('hơn 10.000 dòng');
  await user.selectOptions(
    await screen.findByRole('combobox', { name: 'Hoặc một danh sách trong Danh bạ' }),
    'Khách quen',
  );
  await user.click(screen.getByRole('button', { name: 'Dùng danh sách này' }));
  const body = { draft_id: 'd1', source: { from: 'contacts', list: 'Khách quen' } };
  await waitFor(() => expect(createMerge).toHaveBeenCalledExactlyOnceWith({ body }));
});

test.each([
  ['vi', 'Dòng 7 có dấu ngoặc kép (") mở mà không đóng. Hãy sửa tệp rồi chọn lại.'],
  ['en', 'In line 7 a quote (") begins that isn’t closed. Correct the file and choose it again.'],
] as const)(
  'MM-32 in %s a table with a quote that is not closed is refused by its line',
  async (language, said) => {
    speak(language);
    const uploadMergeTable = vi.fn(async () => {
      throw new ApiError(400, 'invalid_input', 'x', { problem: 'open_quote', line: 7 });
    });
    const { user, container } = await show(<NewMerge draft="d1" />, {
      uploadMergeTable,
      listContactLists: async () => ({ data: [] }),
    });
    const input = container.querySelector('input[type=file]') as HTMLInputElement;
    await user.upload(input, new File(['a'], 'khach.csv', { type: 'text/csv' }));
    expect((await screen.findByRole('alert')).textContent).toContain(said);
  },
);

test('MM-40 lines with characters that could not be read are named', async () => {
  const faults = { total: 1, first: [{ line: 7, problem: 'unreadable' as const }] };
  await showMerge(mergeOf({ faults }), { listMergeRows: rowsOf([mergeRowOf()]) });
  expect(await screen.findByText('Dòng 7: có ký tự không đọc được')).toBeTruthy();
});

test('MM-1 lines that could not be read are named, and another column can have the addresses', async () => {
  const faults = { total: 1, first: [{ line: 7, problem: 'cell_too_long' as const }] };
  const merge = mergeOf({ faults, address_column: null });
  const changeMerge = vi.fn(async () => ({ data: { ...merge, address_column: 1 } }));
  const { user } = await showMerge(merge, { listMergeRows: rowsOf([mergeRowOf()]), changeMerge });
  expect(await screen.findByText('Dòng 7: có ô dài quá 4.000 ký tự')).toBeTruthy();
  expect(screen.getByText('Chưa biết cột nào là địa chỉ email.')).toBeTruthy();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Cột địa chỉ email' }), '1');
  expect(changeMerge).toHaveBeenCalledExactlyOnceWith({ params: { id: 'g1' }, body: { address_column: 1 } });
  await waitFor(() => expect(screen.queryByText('Chưa biết cột nào là địa chỉ email.')).toBeNull());
});

test.each([
  ['vi', '1 dòng đang ẩn trong bảng tính (như khi lọc) nên không lấy vào', /^1\.200 dòng đang ẩn/],
  ['en', '1 line is hidden in the workbook, as by a filter, and is left out', /^1,200 lines are hidden/],
] as const)('MM-26 in %s lines that the workbook hides are counted', async (language, one, many) => {
  speak(language);
  const api = { listMergeRows: rowsOf([mergeRowOf()]) };
  const { unmount } = await showMerge(mergeOf({ faults: { total: 0, first: [], hidden: 1 } }), api);
  expect(await screen.findByText(one)).toBeTruthy();
  unmount();
  await showMerge(mergeOf({ faults: { total: 0, first: [], hidden: 1200 } }), api);
  expect(await screen.findByText(many)).toBeTruthy();
});

test.each([
  ['vi', 'Bảng có hơn 100 cột. Hãy bỏ bớt những cột không dùng.'],
  ['en', 'The table has more than 100 columns. Remove those that are not used.'],
] as const)('MM-2 in %s a table with too many columns is refused in words', async (language, words) => {
  speak(language);
  const uploadMergeTable = vi.fn(async () => {
    throw new ApiError(413, 'too_large', 'x', { what: 'columns', limit: 100 });
  });
  const { user, container } = await show(<NewMerge draft="d1" />, {
    uploadMergeTable,
    listContactLists: async () => ({ data: [] }),
  });
  const input = container.querySelector('input[type="file"]') as HTMLInputElement;
  await user.upload(input, new File(['a'], 'rong.csv', { type: 'text/csv' }));
  expect((await screen.findByRole('alert')).textContent).toContain(words);
});

test.each([
  ['vi', 'Thêm tệp còn thiếu', 'Tải tệp lên'],
  ['en', 'Add the missing files', 'Upload files'],
] as const)(
  'MM-43 in %s a file that is missing is given where the check leads to',
  async (language, link, act) => {
    speak(language);
    const merge = mergeOf({ file_column: 2 });
    const problems = [{ problem: 'no_file' as const, total: 1, first: [] }];
    const check = { merge, ready: 1, obstacles: [], problems, stray_files: NO_STRAYS };
    const api = {
      checkMerge: async () => ({ data: check }),
      listMergeRows: rowsOf([{ ...BAD, problems: ['no_file'] }]),
      listMergeFiles: async () => ({ data: [] }),
    };
    const { user } = await showMerge(merge, api, 'check');
    await user.click(await screen.findByRole('link', { name: link }));
    expect(await screen.findByRole('button', { name: act })).toBe(document.activeElement);
  },
);

const BAD = mergeRowOf({ row: 2, line: 3, email: 'sai', cells: ['Anh', 'sai', ''], name: 'Anh' });

test('MM-5 a wrong address is corrected where the check names it, and a row is left out', async () => {
  const merge = mergeOf();
  const problems = [{ problem: 'invalid_address' as const, total: 1, first: [] }];
  const checkMerge = vi.fn(async () => ({
    data: { merge, ready: 1, obstacles: [], problems, stray_files: NO_STRAYS },
  }));
  const changeMergeRow = vi.fn(async () => ({ data: BAD }));
  const listMergeRows = rowsOf([{ ...BAD, problems: ['invalid_address'] }]);
  const { user } = await showMerge(merge, { checkMerge, changeMergeRow, listMergeRows }, 'check');
  expect(await screen.findByText('Sẵn sàng gửi cho 1 người')).toBeTruthy();
  const field = await screen.findByRole('textbox', { name: 'Sửa Email của dòng 3' });
  await user.clear(field);
  await user.type(field, 'anh@minhphat.example{Enter}');
  const params = { id: 'g1', row: '2' };
  const body = { cells: [{ column: 1, text: 'anh@minhphat.example' }] };
  await waitFor(() => expect(changeMergeRow).toHaveBeenCalledExactlyOnceWith({ params, body }));
  await waitFor(() => expect(checkMerge.mock.calls.length).toBeGreaterThan(1));
  await user.click(screen.getByRole('button', { name: 'Bỏ dòng 3 ra' }));
  expect(changeMergeRow).toHaveBeenLastCalledWith({ params, body: { left_out: true } });
});

test.each([
  ['vi', /^Nhiều địa chỉ trong một ô/, 'Sửa Email của dòng 3'],
  ['en', /^Several addresses in one cell/, 'Correct Email of line 3'],
] as const)(
  'MM-46 in %s of several addresses in one cell one is chosen there',
  async (language, said, fix) => {
    speak(language);
    const merge = mergeOf();
    const problems = [{ problem: 'several_addresses' as const, total: 1, first: [] }];
    const cells = ['Anh', 'anh@x.example; em@x.example', ''];
    const row = { ...BAD, cells, email: cells[1] as string, problems: ['several_addresses' as const] };
    const changeMergeRow = vi.fn(async () => ({ data: row }));
    const api = {
      checkMerge: async () => ({
        data: { merge, ready: 1, obstacles: [], problems, stray_files: NO_STRAYS },
      }),
      listMergeRows: rowsOf([row]),
      changeMergeRow,
    };
    const { user } = await showMerge(merge, api, 'check');
    expect(await screen.findByText(said)).toBeTruthy();
    const field = await screen.findByRole('textbox', { name: fix });
    expect((field as HTMLInputElement).value).toBe(cells[1]);
    await user.clear(field);
    await user.type(field, 'em@x.example{Enter}');
    const body = { cells: [{ column: 1, text: 'em@x.example' }] };
    const params = { id: 'g1', row: '2' };
    await waitFor(() => expect(changeMergeRow).toHaveBeenCalledExactlyOnceWith({ params, body }));
  },
);

test('MM-47 when a row has been corrected, the next one has the focus', async () => {
  const merge = mergeOf();
  const problems = [{ problem: 'invalid_address' as const, total: 2, first: [] }];
  const state = {
    rows: [BAD, { ...BAD, row: 3, line: 4 }].map((row) => ({
      ...row,
      problems: ['invalid_address' as const],
    })),
  };
  const checkMerge = async () => ({
    data: { merge, ready: 1, obstacles: [], problems, stray_files: NO_STRAYS },
  });
  const changeMergeRow = async () => {
    state.rows = state.rows.slice(1);
    return { data: BAD };
  };
  const listMergeRows = async () => ({ data: state.rows, meta: { next_after: null } });
  const { user } = await showMerge(merge, { checkMerge, changeMergeRow, listMergeRows }, 'check');
  const field = await screen.findByRole('textbox', { name: 'Sửa Email của dòng 3' });
  await user.clear(field);
  await user.type(field, 'anh@minhphat.example{Enter}');
  const next = screen.getByText('Dòng 4').closest('li') as HTMLElement;
  await waitFor(() => expect(next.contains(document.activeElement)).toBe(true));
});

test.each([
  ['vi', 'Kiểm tra lại', 'Thiếu: Số tiền', 'Không được gửi: Thiếu địa chỉ'],
  ['en', 'Check again', 'Missing: Số tiền', 'Will not be sent: No address'],
] as const)(
  'MM-21 MM-22 in %s a check shows its rows after one press, what each lacks, and who gets nothing',
  async (language, again, missing, notSent) => {
    speak(language);
    const merge = mergeOf();
    const problems = [{ problem: 'empty_field' as const, total: 1, first: [] }];
    const state = { checks: 0 };
    const answers: (() => void)[] = [];
    const checkMerge = vi.fn(async () => {
      if (state.checks > 0) await new Promise<void>((resolve) => answers.push(resolve));
      state.checks += 1;
      return { data: { merge, ready: 1, obstacles: [], problems, stray_files: NO_STRAYS } };
    });
    // What the server knows of rows is as of its last check.
    const listMergeRows = vi.fn(async () => {
      const empty_fields = state.checks > 1 ? ['Số tiền'] : ['Tên'];
      return { data: [{ ...BAD, problems: ['empty_field'], empty_fields }], meta: { next_after: null } };
    });
    const previewMerge = async () => ({
      data: { ...PREVIEW, to: { name: '', email: '' }, problems: ['no_address'] },
    });
    const { user } = await showMerge(merge, { checkMerge, listMergeRows, previewMerge }, 'check');
    await waitFor(() => expect(listMergeRows).toHaveBeenCalled());
    expect(await screen.findByText(notSent)).toBeTruthy();
    await user.click(await screen.findByRole('button', { name: again }));
    await waitFor(() => expect(answers).toHaveLength(1));
    await waitFor(() => expect(listMergeRows.mock.calls.length).toBeGreaterThan(1));
    answers[0]?.();
    expect(await screen.findByText(missing)).toBeTruthy();
  },
);

test('MM-5 what keeps all of it from being sent is said, with the fields that have no column', async () => {
  speak('en');
  const merge = mergeOf();
  const obstacles = [{ obstacle: 'unknown_field' as const, fields: ['mã đơn'] }];
  const checkMerge = async () => ({
    data: { merge, ready: 0, obstacles, problems: [], stray_files: NO_STRAYS },
  });
  await showMerge(merge, { checkMerge, listMergeRows: rowsOf([]) }, 'check');
  expect((await screen.findByRole('alert')).textContent).toBe('The list has no column for: {mã đơn}.');
});

test('MM-42 a column in double braces is said as it is written, and as it is to be', async () => {
  speak('en');
  const merge = mergeOf();
  const obstacles = [{ obstacle: 'double_braces' as const, fields: ['Tên'] }];
  const checkMerge = async () => ({
    data: { merge, ready: 1, obstacles, problems: [], stray_files: NO_STRAYS },
  });
  await showMerge(merge, { checkMerge, listMergeRows: rowsOf([]) }, 'check');
  expect((await screen.findByRole('alert')).textContent).toBe(
    '{{Tên}} has two braces, so it is not filled in and people would read {Tên}. To fill it in from the list, use one brace on each side.',
  );
});

test('MM-5 of a draft that is gone only that is said, and its text is written again', async () => {
  const openDraft = vi.fn();
  const lazy = { ...noCompose, load: async () => ({ openDraft }) } as never;
  const merge = mergeOf({ draft_id: null, title: 'Công nợ' });
  const obstacles = [{ obstacle: 'draft_not_found' as const }];
  const createDraft = vi.fn(async () => ({ data: { id: 'd9' } }));
  const changeMerge = vi.fn(async () => ({ data: mergeOf({ draft_id: 'd9' }) }));
  const api = {
    ...{ createDraft, changeMerge, listMergeRows: rowsOf([]) },
    getMerge: async () => ({ data: { ...merge, opened: null, answered: 0 } }),
    checkMerge: async () => ({ data: { merge, ready: 2, obstacles, problems: [], stray_files: NO_STRAYS } }),
    getMessage: async () => ({ data: { draft: { version: 1 } } }),
    previewMerge: async () => ({ data: PREVIEW }),
  };
  const { user } = await renderPart(
    <ComposeContext value={lazy}>
      <MergePage id="g1" />
    </ComposeContext>,
    { api: api as never, at: '/merges/g1?step=check' },
  );
  expect((await screen.findByRole('alert')).textContent).toContain('Thư nháp không còn nữa');
  expect(screen.queryByText(/Sẵn sàng gửi/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Viết lại thư' }));
  const params = { id: 'g1' };
  await waitFor(() => expect(openDraft).toHaveBeenCalledExactlyOnceWith({ id: 'd9' }, 'window'));
  expect(createDraft).toHaveBeenCalledExactlyOnceWith({ body: { subject: 'Công nợ' } });
  expect(changeMerge).toHaveBeenCalledExactlyOnceWith({ params, body: { draft_id: 'd9' } });
});

test('MM-5 a draft in Trash is restored from the step that needs it', async () => {
  const restoreThreads = vi.fn(async () => ({ data: {} }));
  const getMessage = async () => ({ data: { thread_id: 't1', draft: { version: 1 } } });
  const getMerge = vi
    .fn()
    .mockResolvedValueOnce({ data: { ...mergeOf({ draft_discarded: true }), opened: null, answered: 0 } })
    .mockResolvedValue({ data: { ...mergeOf(), opened: null, answered: 0 } });
  const { user } = await showMerge(mergeOf(), { restoreThreads, getMessage, getMerge }, 'text');
  await user.click(await screen.findByRole('button', { name: 'Lấy lại thư nháp' }));
  expect(restoreThreads).toHaveBeenCalledExactlyOnceWith({ body: { ids: ['t1'] } });
  expect(await screen.findByRole('button', { name: 'Sửa thư' })).toBeTruthy();
});

test.each([
  ['vi', '1 người không có tệp riêng', /^Ô “Số tiền” của họ để trống/],
  ['en', '1 person gets no file of their own', /^Their cell in “Số tiền” is empty/],
] as const)('MM-41 in %s the check says how many get no file of their own', async (language, said, why) => {
  speak(language);
  const merge = mergeOf({ file_column: 2 });
  const checkMerge = async () => ({
    data: { merge, ready: 2, obstacles: [], problems: [], without_file: 1, stray_files: NO_STRAYS },
  });
  await showMerge(merge, { checkMerge }, 'check');
  expect(await screen.findByText(said)).toBeTruthy();
  expect(screen.getByText(why)).toBeTruthy();
});

test('MM-5 files for nobody are told by the check, listed with their rows, and removed', async () => {
  const merge = mergeOf({ file_column: 2 });
  const stray_files = { total: 1, first: ['thừa.pdf'] };
  const checkMerge = async () => ({ data: { merge, ready: 2, obstacles: [], problems: [], stray_files } });
  const listMergeFiles = async () => ({
    data: [
      { name: 'hà.pdf', size: 2048, rows: 2 },
      { name: 'thừa.pdf', size: 10, rows: 0 },
    ],
  });
  const removeMergeFile = vi.fn(async () => ({ data: { ok: true } }));
  const { user } = await showMerge(merge, { checkMerge, listMergeFiles, removeMergeFile }, 'check');
  expect(await screen.findByText('1 tệp không của ai')).toBeTruthy();
  await user.click(screen.getByRole('link', { name: 'Xem các tệp' }));
  const list = await screen.findByRole('list', { name: 'Tệp riêng đã tải lên' });
  expect(list.textContent).toMatch(/hà\.pdf.*của 2 dòng.*thừa\.pdf.*không của ai/);
  await user.click(within(list).getByRole('button', { name: 'Bỏ tệp thừa.pdf' }));
  const params = { id: 'g1' };
  expect(removeMergeFile).toHaveBeenCalledExactlyOnceWith({ params, body: { name: 'thừa.pdf' } });
});

test('nothing is sent before the question is answered, and then what was chosen', async () => {
  const merge = mergeOf();
  const problems = [{ problem: 'empty_field' as const, total: 1, first: [] }];
  const checkMerge = async () => ({
    data: { merge, ready: 1, obstacles: [], problems, stray_files: NO_STRAYS },
  });
  const startMerge = vi.fn(async () => ({ data: { ...merge, state: 'running' as const } }));
  const { user } = await showMerge(merge, { checkMerge, startMerge, listMergeRows: rowsOf([]) }, 'send');
  await user.click(await screen.findByRole('button', { name: 'Gửi 1 thư' }));
  expect(screen.getByText('Hãy trả lời câu hỏi trên trước khi gửi.')).toBeTruthy();
  await user.click(screen.getByRole('radio', { name: 'Vẫn gửi, để trống chỗ đó' }));
  await user.click(screen.getByRole('checkbox', { name: 'Có, họ biết tôi và chờ thư này' }));
  await user.click(screen.getByRole('button', { name: 'Gửi 2 thư' }));
  expect(startMerge).toHaveBeenCalledExactlyOnceWith({
    params: { id: 'g1' },
    body: { expected: true, empty_fields: 'send', draft_version: 3, delay: 5 },
  });
});

test('a draft that was changed meanwhile is not sent', async () => {
  const merge = mergeOf();
  const checkMerge = async () => ({
    data: { merge, ready: 2, obstacles: [], problems: [], stray_files: NO_STRAYS },
  });
  const startMerge = async () => {
    throw new ApiError(409, 'draft_conflict', 'x');
  };
  const { user } = await showMerge(merge, { checkMerge, startMerge }, 'send');
  await user.click(await screen.findByRole('checkbox', { name: 'Có, họ biết tôi và chờ thư này' }));
  await user.click(screen.getByRole('button', { name: 'Gửi 2 thư' }));
  expect(await screen.findByText(/Thư vừa được sửa ở nơi khác/)).toBeTruthy();
});

test('nothing is sent of a draft whose version could not be asked for; one that is gone has none', async () => {
  const merge = mergeOf();
  const checkMerge = async () => ({
    data: { merge, ready: 2, obstacles: [], problems: [], stray_files: NO_STRAYS },
  });
  const getMessage = vi
    .fn()
    .mockRejectedValueOnce(new ApiError(429, 'too_many_requests', 'x'))
    .mockRejectedValue(new ApiError(404, 'message_not_found', 'x'));
  const { user } = await showMerge(merge, { checkMerge, getMessage }, 'send');
  expect((await screen.findByRole('alert')).textContent).toContain('Không thực hiện được.');
  expect(screen.queryByRole('button', { name: 'Gửi 2 thư' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Thử lại' }));
  expect(await screen.findByRole('button', { name: 'Gửi 2 thư' })).toBeTruthy();
});

test('MM-9 a running merge is paused, and stopped after a question that says what is left', async () => {
  const counts = countsOf({ rows: 10, sent: 4, waiting: 6 });
  const merge = mergeOf({ state: 'running', counts, wait: 'hour_limit', wait_until: null });
  const controlMerge = vi.fn(async ({ body }: { body: { act: string } }) => ({
    data: { ...merge, state: body.act === 'stop' ? ('stopped' as const) : ('paused' as const) },
  }));
  const getMerge = vi.fn(async () => ({ data: { ...merge, opened: null, answered: 0 } }));
  const listMergeRows = rowsOf([mergeRowOf({ state: 'sent' })]);
  const { user } = await showMerge(merge, { controlMerge, getMerge, listMergeRows });
  expect(await screen.findByText('Đã gửi đủ số thư của một giờ; sẽ tự gửi tiếp.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Tạm dừng' }));
  expect(await screen.findByRole('button', { name: 'Gửi tiếp' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Dừng hẳn' }));
  const dialog = await screen.findByRole('dialog', { name: 'Dừng hẳn đợt này?' });
  expect(dialog.textContent).toContain('Còn 6 người chưa được gửi');
  await user.click(within(dialog).getByRole('button', { name: 'Dừng hẳn' }));
  expect(controlMerge.mock.calls.map(([{ body }]) => body.act)).toEqual(['pause', 'stop']);
});

test('MM-9 MM-13 one that was stopped says how many it was not sent to, and lists them', async () => {
  const counts = countsOf({ rows: 10, sent: 4 });
  const merge = mergeOf({ state: 'stopped', counts, finished_at: 1_762_300_000 });
  await showMerge(merge, { listMergeRows: rowsOf([mergeRowOf({ state: 'stopped' })]) });
  expect(await screen.findByText('Đã dừng. Còn 6 người chưa được gửi.')).toBeTruthy();
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('4');
  expect(screen.getByRole('button', { name: 'Không gửi 6' })).toBeTruthy();
});

test('MM-17 a start time is chosen, and said before and after', async () => {
  learnWords('vi', { snooze });
  const merge = mergeOf();
  const checkMerge = async () => ({
    data: { merge, ready: 2, obstacles: [], problems: [], stray_files: NO_STRAYS },
  });
  const startMerge = vi.fn(async () => ({ data: { ...merge, state: 'running' as const } }));
  const { user } = await showMerge(merge, { checkMerge, startMerge, listMergeRows: rowsOf([]) }, 'send');
  await user.click(await screen.findByRole('checkbox', { name: 'Có, họ biết tôi và chờ thư này' }));
  await user.click(screen.getByRole('button', { name: 'Gửi lúc khác…' }));
  await user.click(await screen.findByRole('button', { name: /^Sáng mai/ }));
  expect(await screen.findByRole('button', { name: 'Gửi ngay' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Gửi 2 thư' }));
  const [{ body }] = startMerge.mock.calls[0] as unknown as [{ body: { start_at?: number; delay?: number } }];
  expect([typeof body.start_at, body.delay]).toEqual(['number', undefined]);
});

test('MM-17 one that has not sent anything yet says when it will, and is taken back', async () => {
  const merge = mergeOf({ state: 'running', starts_at: 1_795_900_000 });
  const controlMerge = vi.fn(async () => ({ data: mergeOf() }));
  const { user } = await showMerge(merge, { controlMerge, listMergeRows: rowsOf([mergeRowOf()]) });
  expect(await screen.findByText(/^Bắt đầu gửi lúc /)).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: 'Lấy lại, chưa gửi' }));
  expect(controlMerge).toHaveBeenCalledExactlyOnceWith({ params: { id: 'g1' }, body: { act: 'undo' } });
});

test('MM-16 MM-18 after the end, those not sent to are a new merge, and the draft goes by a press', async () => {
  const counts = countsOf({ rows: 6, sent: 3, skipped: 3, doubled: 1 });
  const merge = mergeOf({ state: 'done', counts, finished_at: 1_762_300_000 });
  const mergeAgain = vi.fn(async () => ({ data: mergeOf({ id: 'g2' }) }));
  const deleteThreads = vi.fn(async () => ({ data: {} }));
  const getMessage = async () => ({ data: { thread_id: 't1', folder_id: 'drafts' } });
  const api = { mergeAgain, deleteThreads, getMessage, listMergeRows: rowsOf([mergeRowOf()]) };
  const { user } = await showMerge(merge, api);
  await user.click(await screen.findByRole('button', { name: 'Bỏ thư nháp vào Thùng rác' }));
  expect(deleteThreads).toHaveBeenCalledExactlyOnceWith({ body: { ids: ['t1'], folder_id: 'drafts' } });
  await user.click(screen.getByRole('button', { name: 'Gửi cho 2 người chưa được gửi' }));
  expect(mergeAgain).toHaveBeenCalledExactlyOnceWith({ params: { id: 'g1' } });
});

test('MM-3 how many were refused is said above the report of an ended merge', async () => {
  speak('vi');
  const counts = countsOf({ rows: 13, sent: 1, refused: 11, skipped: 1 });
  const merge = mergeOf({ state: 'done', counts });
  await showMerge(merge, { listMergeRows: rowsOf([]) });
  expect(await screen.findByText('Đã gửi 1/12 thư · 11 bị từ chối · 1 dòng bị bỏ qua')).toBeTruthy();
});

test('MM-16 rows that are skipped are no part of what is sent, and are told beside it', async () => {
  const counts = countsOf({ rows: 10, sent: 4, waiting: 3, skipped: 3 });
  const merge = mergeOf({ state: 'running', counts });
  await showMerge(merge, { listMergeRows: rowsOf([mergeRowOf()]) });
  expect(await screen.findByText('Đã gửi 4/7 thư · 3 dòng bị bỏ qua')).toBeTruthy();
  const bar = screen.getByRole('progressbar');
  expect([bar.getAttribute('aria-valuenow'), bar.getAttribute('aria-valuemax')]).toEqual(['4', '7']);
});

test('MM-13 the report says why a message was refused or left out, and filters', async () => {
  const counts = countsOf({ rows: 3, sent: 1, refused: 1, skipped: 1 });
  const merge = mergeOf({ state: 'done', counts, finished_at: 1_762_300_000 });
  const listMergeRows = vi.fn(
    rowsOf([
      mergeRowOf({ state: 'sent', thread_id: 't1', answered: true }),
      mergeRowOf({ row: 2, line: 3, name: 'Anh', state: 'refused', reply: '550 no such user' }),
      mergeRowOf({ row: 3, line: 4, name: '', email: '', state: 'skipped', problems: ['no_address'] }),
    ]),
  );
  const { user } = await showMerge(merge, { listMergeRows });
  const rows = within(await screen.findByRole('list', { name: 'Kết quả từng người' })).getAllByRole(
    'listitem',
  );
  expect(rows[0]?.textContent).toContain('Đã trả lời');
  expect(rows[1]?.textContent).toContain(words.receiver_not_found);
  expect(within(rows[1] as HTMLElement).getByTitle('550 no such user')).toBeTruthy();
  expect(rows[2]?.textContent).toContain('Thiếu địa chỉ');
  expect(screen.getByRole('link', { name: 'Tải báo cáo (CSV)' }).getAttribute('href')).toBe(
    '/api/v2/merges/g1/report.csv?lang=vi',
  );
  await user.click(screen.getByRole('button', { name: 'Bị từ chối 1' }));
  const query = { state: 'refused' };
  await waitFor(() =>
    expect(listMergeRows).toHaveBeenLastCalledWith({ params: { id: 'g1' }, query }, expect.anything()),
  );
});

test('MM-48 an open report follows the answers that come', async () => {
  const counts = countsOf({ rows: 1, sent: 1 });
  const merge = mergeOf({ state: 'done', counts, finished_at: 1_762_300_000 });
  const state = { answered: 0 };
  const getMerge = async () => ({ data: { ...merge, opened: null, answered: state.answered } });
  const listMergeRows = vi.fn(async () => ({
    data: [mergeRowOf({ state: 'sent', thread_id: 't1', answered: state.answered > 0 })],
    meta: { next_after: null },
  }));
  const { server, clock } = await showMerge(merge, { getMerge, listMergeRows });
  await screen.findByRole('list', { name: 'Kết quả từng người' });
  expect(screen.queryByRole('button', { name: /Đã trả lời/ })).toBeNull();
  state.answered = 1;
  await act(async () => {
    server.send({ event: 'new_mail', data: { message_id: 'a1', thread: threadOf({ id: 'a' }) } });
    await clock.advance(10);
  });
  expect(await screen.findByRole('button', { name: 'Đã trả lời 1' })).toBeTruthy();
  await waitFor(() => expect(screen.getByRole('listitem').textContent).toContain('Đã trả lời'));
});

test('MM-6 a test goes to oneself, and its refusal is said', async () => {
  speak('en');
  const testMerge = vi.fn(async () => ({ data: { ok: true } }));
  const { user } = await showMerge(mergeOf(), { testMerge }, 'text');
  await user.click(await screen.findByRole('button', { name: 'Next message' }));
  await user.click(screen.getByRole('button', { name: 'Send a test to me' }));
  expect(testMerge).toHaveBeenCalledExactlyOnceWith({ params: { id: 'g1', row: '2' } });
  await waitFor(() => expect(notices.get().at(-1)?.text).toBe('A test was sent to your own address.'));
});

test.each([
  ['vi', '2 người chưa được gửi đã chuyển sang một đợt trộn thư sau.', 'Xem đợt đó', /chưa được gửi$/],
  ['en', '2 people not sent to were taken over by a later mail merge.', 'See that merge', /not sent to$/],
] as const)(
  'MM-23 in %s whom a later merge took over are not offered again, and it is one press away',
  async (language, told, see, offer) => {
    speak(language);
    const merge = mergeOf({ state: 'done', counts: countsOf({ rows: 5, sent: 3, skipped: 2 }) });
    const other = mergeOf({ id: 'g2' });
    const mergeAgain = vi.fn(async () => ({ data: other }));
    const api = { mergeAgain, listMergeRows: rowsOf([]) };
    const { user, unmount } = await showMerge({ ...merge, draft_id: null }, api);
    await user.click(await screen.findByRole('button', { name: offer }));
    const link = await screen.findByRole('link', { name: see });
    expect(screen.getByText(told)).toBeTruthy();
    expect(link.getAttribute('href')).toBe('/merges/g2');
    expect(screen.queryByRole('button', { name: offer })).toBeNull();
    unmount();
    // That one was deleted after it had begun.
    await showMerge({ ...merge, draft_id: null, taken_over: { by: null } }, api);
    expect(await screen.findByText(told)).toBeTruthy();
    expect(screen.queryByRole('link', { name: see })).toBeNull();
    expect(screen.queryByRole('button', { name: offer })).toBeNull();
  },
);

test('MM-23 who presses after the later merge has begun is told so, and sees where they are', async () => {
  const merge = mergeOf({
    state: 'done',
    draft_id: null,
    counts: countsOf({ rows: 2, sent: 1, skipped: 1 }),
  });
  const mergeAgain = vi.fn(async () => {
    throw new ApiError(400, 'merge_not_ready', 'x', { obstacles: [{ obstacle: 'nobody' }] });
  });
  const getMerge = vi
    .fn()
    .mockResolvedValueOnce({ data: { ...merge, opened: null, answered: 0 } })
    .mockResolvedValue({ data: { ...merge, opened: null, answered: 0, taken_over: { by: 'g2' } } });
  const { user } = await showMerge(merge, { mergeAgain, getMerge, listMergeRows: rowsOf([]) });
  await user.click(await screen.findByRole('button', { name: 'Gửi cho 1 người chưa được gửi' }));
  expect(await screen.findByRole('link', { name: 'Xem đợt đó' })).toBeTruthy();
  expect(notices.get().at(-1)?.text).toBe('Không còn ai để gửi.');
});
