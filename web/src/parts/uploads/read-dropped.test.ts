import { afterEach, expect, test } from 'vitest';
import { learnWords } from '../../i18n/i18n.ts';
import { uploads } from '../../i18n/vi/uploads.ts';
import { notices } from '../notices/notify.ts';
import { readDropped } from './read-dropped.ts';

afterEach(() => notices.set([]));

const fileEntry = (name: string, isReadable = true) => ({
  name,
  isDirectory: false,
  file: (found: (file: File) => void, failed: (error: Error) => void) =>
    isReadable ? found(new File(['a'], name)) : failed(new Error('gone')),
});

/** Returns all entries at once, then none; with null it cannot be read. */
const folderEntry = (name: string, entries: object[] | null) => ({
  name,
  isDirectory: true,
  createReader() {
    const parts = [entries, []];
    return {
      readEntries(found: (entries: object[]) => void, failed: (error: Error) => void) {
        const part = parts.shift();
        if (part) found(part);
        else failed(new Error('denied'));
      },
    };
  },
});

test('DV-11 what can be read of a drop is uploaded, and what can not is named', async () => {
  learnWords('vi', { uploads });
  const locked = folderEntry('Khóa', null);
  const work = folderEntry('Dự án', [
    fileEntry('a.txt'),
    fileEntry('b.txt', false),
    locked,
    folderEntry('Trống', []),
    fileEntry('c.txt'),
  ]);
  const items = [
    { kind: 'file', getAsFile: () => null, webkitGetAsEntry: () => work },
    { kind: 'file', getAsFile: () => new File(['d'], 'd.txt'), webkitGetAsEntry: () => fileEntry('d.txt') },
  ];
  const found = await readDropped({ items } as unknown as DataTransfer);
  expect(found.map(({ file, folders }) => [...folders, file.name].join('/'))).toEqual([
    'Dự án/a.txt',
    'Dự án/c.txt',
    'd.txt',
  ]);
  expect(notices.get().map(({ text }) => text)).toEqual([
    'Không đọc được 2 mục nên chưa tải lên: b.txt, Khóa. Kiểm tra các mục này trên máy rồi thả lại.',
    'Chưa tải lên thư mục trống: Trống.',
  ]);
});
