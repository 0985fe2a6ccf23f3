import type { TwoStepState } from '@bocau/contract/second-step.ts';
import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderPart } from '../../test-kit/render-part.tsx';
import { speak } from '../../test-kit/words.ts';
import { RequiredNote } from './required-note.tsx';
import { TwoStepPage } from './two-step-page.tsx';

const ON: TwoStepState = {
  enabled: true,
  since: 1_795_000_000,
  available: true,
  recovery_codes_left: 10,
  trusted_devices: 0,
  proof: 'code',
  methods: ['passkey', 'recovery_code'],
  required: false,
  setup: null,
};
const PHONE = { id: '1', name: 'iPhone', backed_up: true, created_at: 1_795_000_000, last_used_at: null };

function serverWith(state: TwoStepState) {
  return {
    getTwoStep: async () => ({ data: state }),
    listPasskeys: async () => ({ data: state.enabled ? [PHONE] : [] }),
    listAppPasswords: vi.fn(async () => ({ data: [], meta: { scopes: ['smtp'] } })),
    beginPasskey: async () => ({
      data: {
        challenge: 'AA',
        rp: 'localhost',
        user: { handle: 'AA', email: '', name: '' },
        credentials: [],
      },
    }),
    renamePasskey: vi.fn(async () => ({ data: { ok: true } })),
    removePasskey: vi.fn(async () => ({ data: { ok: true } })),
  };
}

/** Stands in for the credentials API, which jsdom lacks; `make` runs when a page asks for a passkey. */
function standInForBrowser(make: () => Promise<never>): void {
  vi.stubGlobal('PublicKeyCredential', class {});
  vi.stubGlobal('isSecureContext', true);
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { create: make } });
}

beforeEach(() => speak('vi'));
afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'credentials');
});

const show = (api: ReturnType<typeof serverWith>, given = {}) =>
  renderPart(<TwoStepPage />, { api: api as never, ...given });
const button = (name: string) => screen.findByRole('button', { name });

test('a browser without passkeys is said to be one, and those that are there can be removed', async () => {
  vi.stubGlobal('isSecureContext', true);
  await show(serverWith(ON));
  expect(await screen.findByText(/Trình duyệt này không dùng được khóa truy cập/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Thêm khóa truy cập' })).toBeNull();
  expect(await button('Gỡ khóa iPhone')).toBeTruthy();
});

test('since when two-step is on is said on the clock of the mailbox', async () => {
  await show(serverWith(ON), { settings: { time_zone: 'America/New_York' } });
  expect(await screen.findByText('Đã bật từ 18/11/2026 06:06')).toBeTruthy();
});

test('a passkey that its person thought better of is no fault, and one that is there already is', async () => {
  let fault = 'NotAllowedError';
  standInForBrowser(() => Promise.reject(new DOMException('', fault)));
  const { user } = await show(serverWith(ON));
  await user.click(await button('Thêm khóa truy cập'));
  const dialog = await screen.findByRole('dialog', { name: 'Thêm khóa truy cập' });
  await user.click(within(dialog).getByLabelText('Tên'));
  await user.keyboard('{End} của tôi{Enter}');
  expect((await within(dialog).findByText('Đã hủy. Không có gì thay đổi.')).getAttribute('role')).toBe(
    'status',
  );
  fault = 'InvalidStateError';
  await user.keyboard('{Enter}');
  expect((await within(dialog).findByRole('alert')).textContent).toMatch(/đã có khóa truy cập/);
});

test('the last one is removed with the words that two-step goes off', async () => {
  const api = serverWith(ON);
  const { user } = await show(api);
  await user.click(await button('Đổi tên khóa iPhone'));
  await user.clear(await screen.findByLabelText('Tên'));
  await user.keyboard('Điện thoại{Enter}');
  expect(api.renamePasskey).toHaveBeenCalledWith({ params: { id: '1' }, body: { name: 'Điện thoại' } });
  await user.click(await button('Gỡ khóa iPhone'));
  const dialog = await screen.findByRole('dialog', { name: 'Gỡ khóa “iPhone”?' });
  expect(within(dialog).getByText(/xác thực hai bước cũng tắt/)).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: 'Gỡ' }));
  expect(api.removePasskey).toHaveBeenCalledWith({ params: { id: '1' } });
});

test('TF-1 an owner who requires it of everybody while they have none is told to set it up, not that it stays on', async () => {
  const off = { ...ON, enabled: false, since: null, methods: [] };
  const page = await renderPart(<RequiredNote state={off} />, { api: {} as never });
  page.rerender(<RequiredNote state={{ ...off, required: true }} />);
  expect(await screen.findByText('Tên miền của bạn yêu cầu xác thực hai bước')).toBeTruthy();
  expect(screen.getByText(/Sau đó hộp thư và mọi phần khác sẽ mở ra/)).toBeTruthy();
  expect(screen.queryByText(/không tắt được/)).toBeNull();
});

test('TF-1 where the domain requires it, the page says why one was led here, and asks for nothing that is closed', async () => {
  const api = serverWith({ ...ON, enabled: false, since: null, methods: [], required: true });
  await show(api);
  expect(await screen.findByText('Tên miền của bạn yêu cầu xác thực hai bước')).toBeTruthy();
  expect(await screen.findByText('Chưa có khóa truy cập nào.')).toBeTruthy();
  expect(api.listAppPasswords).not.toHaveBeenCalled();
});
