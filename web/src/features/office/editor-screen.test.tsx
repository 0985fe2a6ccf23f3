import { ApiError } from '@bocau/contract/client.ts';
import { act, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { now } from '../../lib/timers.ts';
import { renderPart } from '../../test-kit/render-part.tsx';
import { speak } from '../../test-kit/words.ts';
import { EditorScreen } from './editor-screen.tsx';

const OPENED = {
  state: 'ready',
  name: 'báo giá.docx',
  parent_id: 'p1',
  action: 'edit',
  locked_by: null,
  url: 'https://office.example/cool.html?WOPISrc=x',
  access_token: 'secret',
  access_token_ttl: now() + 3600_000,
} as const;

const submitted: Record<string, string>[] = [];

beforeEach(() => {
  speak('vi');
  submitted.length = 0;
  vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function (this: HTMLFormElement) {
    const fields = Object.fromEntries(new FormData(this)) as Record<string, string>;
    submitted.push({ action: this.action, target: this.target, ...fields });
  });
});

const show = (answer: () => Promise<object>) =>
  renderPart(<EditorScreen id="f1" />, {
    at: '/drive/edit/f1',
    api: { openInOffice: (async () => ({ data: await answer(), meta: undefined })) as never },
  });

test('DV-13 a document opens in a frame, by a token that is posted there', async () => {
  await show(async () => OPENED);
  const frame = await screen.findByTitle('Trình soạn thảo: báo giá.docx');
  expect(submitted).toEqual([
    {
      action: OPENED.url,
      target: frame.getAttribute('name'),
      access_token: 'secret',
      access_token_ttl: String(OPENED.access_token_ttl),
    },
  ]);
  expect(frame.getAttribute('src')).toBeNull();
  expect(frame.getAttribute('sandbox')).not.toContain('top-navigation');
  expect(screen.getByRole('link', { name: 'Về kho tệp' }).getAttribute('href')).toBe('/drive/p1');
  expect(document.title).toMatch(/^báo giá\.docx/);
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event('offline')));
  expect(screen.getByText(/Mất kết nối mạng/)).toBeTruthy();
  onLine.mockRestore();
  act(() => void window.dispatchEvent(new Event('online')));
  expect(screen.queryByText(/Mất kết nối mạng/)).toBeNull();
});

test.each([
  [{ ...OPENED, state: 'off', url: null, access_token: null }, /không có trình soạn thảo/],
  [{ ...OPENED, state: 'unsupported', url: null, access_token: null }, /không mở được loại tệp này/],
  [{ ...OPENED, state: 'silent', url: null, access_token: null }, /chưa trả lời/],
  [{ ...OPENED, locked_by: 'Minh Trần' }, /Minh Trần cũng đang mở/],
  [{ ...OPENED, action: 'view' }, /Chỉ xem/],
])('DV-13 what stands in the way of editing is told', async (answer, words) => {
  await show(async () => answer);
  expect(await screen.findByText(words)).toBeTruthy();
});

test('DV-13 a file that is gone says so, and is asked for again', async () => {
  let gone = true;
  const { user } = await show(async () => {
    if (gone) throw new ApiError(404, 'file_not_found', 'File not found');
    return OPENED;
  });
  expect(await screen.findByText(/Không tìm thấy tệp này/)).toBeTruthy();
  gone = false;
  await user.click(screen.getByRole('button', { name: 'Thử lại' }));
  expect(await screen.findByTitle(/báo giá/)).toBeTruthy();
});
