import type { LinkRules } from '@bocau/contract/link-rules.ts';
import type { Share } from '@bocau/contract/shares.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { now } from '../../lib/timers.ts';
import { renderPart } from '../../test-kit/render-part.tsx';
import { speak } from '../../test-kit/words.ts';
import { dayOf, endOfDay } from '../dates/local-days.ts';
import { notices } from '../notices/notify.ts';
import { ShareDialog } from './share-dialog.tsx';
import { WhoHasAccess } from './who-has-access.tsx';

const FILE = { id: 'f1', name: 'Báo giá.xlsx' };
const INSIDE = 'binh@saomai.example';
const STRANGER = 'khach@minhphat.example';
const SHARE: Share = {
  id: 's1',
  state: 'active',
  permission: 'READ',
  entries: [{ id: 'f1', name: 'Báo giá.xlsx', type: 'file' }],
  share_withs: [{ email: STRANGER, name: '', inside: false }],
  has_password: true,
  expire_date: null,
  link: 'https://mail.saomai.example/s/abc',
  created_at: 1_795_000_000,
  opens: 2,
  opened_at: 1_795_000_100,
  revoked_by: null,
  outside_closed: null,
};

function server(rules: LinkRules = { on: true, days: null }) {
  return {
    suggestRecipients: async () => ({ data: { suggest_emails: [], same_domain_emails: [], groups: [] } }),
    checkShare: vi.fn(async ({ body }: { body: { to_address: string[] } }) => {
      const outside = body.to_address.filter((address) => address === STRANGER);
      return { data: { share_public: outside.length > 0, outside, links: true, rules } };
    }),
    createShares: vi.fn(async () => ({ data: [SHARE] })),
    listShares: vi.fn(async () => ({ data: [SHARE] })),
    revokeShare: vi.fn(async () => ({ data: { ...SHARE, state: 'revoked', revoked_by: 'owner' } })),
    restoreShare: vi.fn(async () => ({ data: SHARE })),
  };
}

beforeEach(() => speak('vi'));

describe('the share dialog', () => {
  test('SH-4 says that the organisation allows no links, or for how many days, before it is refused', async () => {
    const off = await renderPart(<ShareDialog files={[FILE]} onClose={() => {}} />, {
      api: server({ on: false, days: null }) as never,
    });
    await off.user.type(screen.getByRole('combobox', { name: 'Chia sẻ với' }), `${STRANGER}{Enter}`);
    expect(await screen.findByText(/^Tổ chức của bạn đã tắt chia sẻ/)).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Chia sẻ' }).disabled).toBe(true);
    off.unmount();

    const api = server({ on: true, days: 7 });
    const { user } = await renderPart(<ShareDialog files={[FILE]} onClose={() => {}} />, {
      api: api as never,
    });
    await user.type(screen.getByRole('combobox', { name: 'Chia sẻ với' }), `${STRANGER}{Enter}`);
    const ends = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Đặt ngày hết hạn' });
    await waitFor(() => expect(ends.checked && ends.disabled).toBe(true));
    expect(screen.getByText('Liên kết của tổ chức bạn mở được tối đa 7 ngày.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Chia sẻ' }));
    const [[{ body }]] = api.createShares.mock.calls as unknown as [[{ body: { expire_date: number } }]];
    expect(body.expire_date).toBe(endOfDay(dayOf(now() / 1000 + 7 * 86_400)));
  });

  test('SH-2 SH-3 SH-4 sets a password by itself for somebody outside, and shows it once with the link', async () => {
    const api = server();
    const { user } = await renderPart(<ShareDialog files={[FILE]} onClose={() => {}} />, {
      api: api as never,
    });
    await user.type(screen.getByRole('combobox', { name: 'Chia sẻ với' }), `${INSIDE}{Enter}`);
    const set = screen.getByRole<HTMLInputElement>('checkbox', { name: /Đặt mật khẩu/ });
    expect(set.checked).toBe(false);
    await user.type(screen.getByRole('combobox', { name: 'Chia sẻ với' }), `${STRANGER}{Enter}`);
    expect(await screen.findByText('Ngoài tổ chức')).toBeTruthy();
    expect(set.checked && set.disabled).toBe(true);
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Mật khẩu' });
    await user.clear(field);
    await user.type(field, '1234567');
    await user.click(screen.getByRole('button', { name: 'Chia sẻ' }));
    expect(screen.getByText('Mật khẩu cần ít nhất 8 ký tự.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Tạo mật khẩu khác' }));
    const { value: password } = field;
    expect(password).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){2}$/);
    await user.click(screen.getByRole('button', { name: 'Chia sẻ' }));
    expect(await screen.findByText(SHARE.link as string)).toBeTruthy();
    expect(screen.getByText(password)).toBeTruthy();
    expect(document.activeElement?.textContent).toBe('Xong');
    expect(api.createShares).toHaveBeenCalledWith({
      body: {
        ids: ['f1'],
        share_withs: [INSIDE, STRANGER],
        permission: 'READ',
        expire_date: expect.any(Number),
        notify: true,
        password,
      },
    });
    expect(screen.getByText(/^Đang gửi email có liên kết/)).toBeTruthy();
  });

  test('SH-1 sends receivers no message where that is not wanted', async () => {
    const api = server();
    const { user } = await renderPart(<ShareDialog files={[FILE]} onClose={() => {}} />, {
      api: api as never,
    });
    await user.type(screen.getByRole('combobox', { name: 'Chia sẻ với' }), `${INSIDE}{Enter}`);
    await user.click(screen.getByRole('checkbox', { name: 'Gửi email thông báo' }));
    await user.click(screen.getByRole('button', { name: 'Chia sẻ' }));
    await screen.findByText(SHARE.link as string);
    expect(api.createShares).toHaveBeenCalledWith({ body: expect.objectContaining({ notify: false }) });
    expect(screen.queryByText(/^Đang gửi email có liên kết/)).toBeNull();
  });

  test('SH-2 an address that is suggested is typed to its end: Enter ends it, and shares nothing yet', async () => {
    const suggest_emails = [{ email: INSIDE, name: 'Bình' }];
    const api = {
      ...server(),
      suggestRecipients: async () => ({ data: { suggest_emails, same_domain_emails: [], groups: [] } }),
    };
    const { user } = await renderPart(<ShareDialog files={[FILE]} onClose={() => {}} />, {
      api: api as never,
    });
    await user.type(screen.getByRole('combobox', { name: 'Chia sẻ với' }), INSIDE);
    await screen.findByRole('option', { name: /Bình/ });
    await user.keyboard('{Enter}');
    expect(await screen.findByText(INSIDE, { selector: 'li small' })).toBeTruthy();
    expect(api.createShares).not.toHaveBeenCalled();
  });

  test('SH-10 a colleague is suggested before somebody outside with whom one writes more', async () => {
    const api = server();
    const suggest_emails = [{ name: 'Đỗ Thanh Tùng', email: 'thanhtung@minhphat.example' }];
    const same_domain_emails = [{ name: 'Trần Quốc Minh', email: 'minh.tran@saomai.example' }];
    const suggestRecipients = async () => ({ data: { suggest_emails, same_domain_emails, groups: [] } });
    const { user } = await renderPart(<ShareDialog files={[FILE]} onClose={() => {}} />, {
      api: { ...api, suggestRecipients } as never,
    });
    await user.type(screen.getByRole('combobox', { name: 'Chia sẻ với' }), 'minh');
    await waitFor(() =>
      expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
        'Trần Quốc Minhminh.tran@saomai.example',
        'Đỗ Thanh Tùngthanhtung@minhphat.example',
      ]),
    );
    await user.keyboard('{Enter}');
    await waitFor(() =>
      expect(api.checkShare).toHaveBeenLastCalledWith({ body: { to_address: ['minh.tran@saomai.example'] } }),
    );
  });

  test('asks for somebody to share with', async () => {
    const { user } = await renderPart(<ShareDialog files={[FILE]} onClose={() => {}} />, {
      api: server() as never,
    });
    await user.click(screen.getByRole('button', { name: 'Chia sẻ' }));
    expect(screen.getByText('Hãy nhập ít nhất một người.')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Chia sẻ với' }));
  });
});

test('who has access says how often it was opened; what is revoked can be put back', async () => {
  const api = server();
  const { user } = await renderPart(<WhoHasAccess file={FILE} />, { api: api as never });
  const list = await screen.findByRole('region', { name: 'Ai có quyền truy cập' });
  expect(await within(list).findByText(/Đã mở 2 lần/)).toBeTruthy();
  await user.click(within(list).getByRole('button', { name: `Thu hồi chia sẻ với ${STRANGER}` }));
  expect(await within(list).findByText('Đã thu hồi')).toBeTruthy();
  notices.get().at(-1)?.undo?.();
  await waitFor(() => expect(within(list).queryByText('Đã thu hồi')).toBeNull());
  expect(api.restoreShare).toHaveBeenCalledWith({ params: { id: 's1' } });
});

test('of two readings of who has access the later one counts', async () => {
  const api = server();
  const answers: ((shares: Share[]) => void)[] = [];
  api.listShares.mockImplementation(
    () => new Promise((resolve) => answers.push((shares) => resolve({ data: shares as never }))),
  );
  const { rerender } = await renderPart(<WhoHasAccess file={FILE} version={1} />, { api: api as never });
  rerender(<WhoHasAccess file={FILE} version={2} />);
  await waitFor(() => expect(answers).toHaveLength(2));
  answers[1]?.([{ ...SHARE, state: 'revoked', revoked_by: 'owner' }]);
  expect(await screen.findByText('Đã thu hồi')).toBeTruthy();
  await act(async () => answers[0]?.([SHARE]));
  expect(screen.getByText('Đã thu hồi')).toBeTruthy();
});

test('who has access stays when it could not be read again, and trying again keeps the focus', async () => {
  const api = server();
  const { rerender, user } = await renderPart(<WhoHasAccess file={FILE} version={1} />, {
    api: api as never,
  });
  expect(await screen.findByText(/Đã mở 2 lần/)).toBeTruthy();
  api.listShares.mockRejectedValueOnce(new Error('down'));
  rerender(<WhoHasAccess file={FILE} version={2} />);
  const retry = await screen.findByRole('button', { name: 'Thử lại' });
  expect(screen.getByText(/Đã mở 2 lần/)).toBeTruthy();
  retry.focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Thử lại' })).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Ai có quyền truy cập' }));
});
