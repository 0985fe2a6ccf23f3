import { screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { learnWords } from '../../i18n/i18n.ts';
import { drive } from '../../i18n/vi/drive.ts';
import { entryOf } from '../../model/drive/test-kit/fake-drive.ts';
import { renderDrive } from '../../test-kit/render-drive.tsx';
import { speak } from '../../test-kit/words.ts';
import { readLook, rememberLook } from './drive-look.ts';

const AT = 1_795_000_000;

beforeAll(() => learnWords('vi', { drive }));
beforeEach(() => {
  localStorage.clear();
  return speak('vi');
});

function shared(id: string, name: string, shared_at: number) {
  const owner = { owner: 'bao@saomai.example', owner_display_name: 'Quốc Bảo' };
  return entryOf(id, { name, ...owner, prop: { permission: 'READ', shared_at } });
}

test('DV-3 what others share says who and since when, the latest first or as it was sorted last', async () => {
  const given = [shared('a', 'báo giá.xlsx', AT), shared('b', 'kế hoạch.docx', AT + 86_400)];
  const first = await renderDrive(given, '/drive/shared');
  await waitFor(() => expect(first.names()).toEqual(['kế hoạch.docx', 'báo giá.xlsx']));
  expect(screen.getAllByText('Quốc Bảo chia sẻ')).toHaveLength(2);
  expect(screen.getByRole('button', { name: 'Sắp xếp' })).toBeTruthy();
  first.unmount();
  rememberLook({ ...readLook(), sharedOrder: { by: 'last_modified', descending: false } });
  const { names } = await renderDrive(given, '/drive/shared');
  await waitFor(() => expect(names()).toEqual(['báo giá.xlsx', 'kế hoạch.docx']));
});

test('DV-3 what the user shares has a place of its own, which a share comes into and leaves', async () => {
  const own = entryOf('a', { name: 'báo giá.xlsx', prop: { shared: true } });
  const {
    drive: model,
    names,
    settle,
    files,
  } = await renderDrive([own, entryOf('b')], '/drive/shared-by-me');
  await waitFor(() => expect(names()).toEqual(['báo giá.xlsx']));
  expect(screen.getByRole('link', { name: 'Đã chia sẻ', current: 'page' })).toBeTruthy();
  files.put(entryOf('b', { prop: { shared: true } }));
  files.put(entryOf('a', { name: 'báo giá.xlsx', prop: { shared: false } }));
  model.changed();
  await settle();
  await waitFor(() => expect(names()).toEqual(['b.txt']));
});
