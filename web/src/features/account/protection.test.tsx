import { ApiError } from '@bocau/contract/client.ts';
import type { TwoStepState } from '@bocau/contract/second-step.ts';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { withProof } from '../../model/session/ask-proof.ts';
import { notices } from '../../parts/notices/notify.ts';
import { ProofHost } from '../../parts/proof/proof-host.tsx';
import { renderPart } from '../../test-kit/render-part.tsx';
import { speak } from '../../test-kit/words.ts';
import { PasswordPage } from './password-page.tsx';
import { TwoStepPage } from './two-step-page.tsx';

const user = { email: 'lan.anh@saomai.example', fullname: 'Lan Anh' };
const refused = (status: number, code: string, details = {}) =>
  Promise.reject(new ApiError(status, code as never, code, details));
const OFF: TwoStepState = {
  enabled: false,
  since: null,
  available: true,
  recovery_codes_left: 0,
  trusted_devices: 0,
  proof: 'password',
  methods: [],
  required: false,
  setup: null,
};
const CODES = Array.from(
  { length: 10 },
  (_, index) => `abcd efgh ijkl mnop qrst uvw${index + 2 > 7 ? 'x' : index + 2}${index}`,
);

/** A server that requires an identity check before any change. */
function serverThatAsks() {
  let proven = false;
  let state = OFF;
  const guarded = <T,>(answer: () => T) =>
    vi.fn((_input: unknown) =>
      proven ? Promise.resolve({ data: answer() }) : refused(403, 'proof_required'),
    );
  return {
    getUserInfo: vi.fn(async () => ({ data: user })),
    getTwoStep: vi.fn(async () => ({ data: state })),
    listPasskeys: vi.fn(async () => ({ data: [] })),
    listAppPasswords: vi.fn(async () => ({
      data: [
        {
          id: '1',
          name: 'Outlook',
          scopes: ['smtp'],
          created_at: 1,
          last_used_at: null,
          last_used_from: null,
        },
      ],
      meta: { scopes: ['smtp', 'imap'] },
    })),
    proveIdentity: vi.fn(async ({ body }: { body: { password?: string } }) => {
      if (body.password !== 'đúng') return refused(400, 'password_incorrect');
      proven = true;
      return { data: { proven_until: 1 } };
    }),
    setUpTwoStep: guarded(() => ({ secret: 'ABCD EFGH', uri: 'otpauth://totp/x?secret=ABCDEFGH' })),
    turnOnTwoStep: vi.fn(async ({ body }: { body: { code: string } }) => {
      if (body.code !== '123456') return refused(400, 'verification_code_wrong');
      state = {
        ...{ ...OFF, enabled: true, since: 1_795_000_000, recovery_codes_left: 10, proof: 'code' },
        methods: ['totp', 'recovery_code'],
      };
      return { data: { recovery_codes: CODES } };
    }),
    createAppPassword: guarded(() => ({ app_password: {}, password: 'abcd efgh' })),
    revokeAppPassword: vi.fn(async () => ({ data: { ok: true } })),
    changePassword: vi.fn(async (_input: unknown) => refused(400, 'password_refused', { faults: ['weak'] })),
  };
}

const show = (part: typeof TwoStepPage, api: ReturnType<typeof serverThatAsks>) => {
  const Part = part;
  const shown = (
    <>
      <Part />
      <ProofHost />
    </>
  );
  return renderPart(shown, { at: '/protect/authentication', api: withProof(api as never) });
};
/** Escape must not close a dialog that shows a secret only once. */
async function staysOnEscape(person: UserEvent, dialog: HTMLElement) {
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
  const focused = document.activeElement;
  await person.keyboard('{Escape}');
  expect(dialog.isConnected).toBe(true);
  expect(document.activeElement).toBe(focused);
}

const button = (name: string | RegExp) => screen.findByRole<HTMLButtonElement>('button', { name });

beforeEach(() => speak('vi'));

describe('two-step sign-in', () => {
  test('TF-1 asks who it is, goes on with what was begun, and shows the recovery codes once', async () => {
    const api = serverThatAsks();
    const { user: person } = await show(TwoStepPage, api);
    await person.click(await button('Bật xác thực hai bước'));
    const proof = await screen.findByRole('dialog', { name: 'Xác nhận đó là bạn' });
    const password = await within(proof).findByLabelText('Mật khẩu');
    await person.type(password, 'sai{Enter}');
    expect(await within(proof).findByText('Mật khẩu hiện tại không đúng.')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(password));
    await person.keyboard('đúng{Enter}');
    const setup = await screen.findByRole('dialog', { name: 'Thiết lập ứng dụng xác thực' });
    expect(within(setup).getByRole('img', { name: 'Mã QR cho ứng dụng xác thực' })).toBeTruthy();
    expect(within(setup).getByText('ABCD EFGH')).toBeTruthy();
    const link = within(setup).getByRole<HTMLAnchorElement>('link', { name: /^Mở trong ứng dụng xác thực/ });
    expect(link.href).toBe('otpauth://totp/x?secret=ABCDEFGH');
    await person.click(within(setup).getByRole('button', { name: 'Sao chép khóa' }));
    await waitFor(async () => expect(await navigator.clipboard.readText()).toBe('ABCDEFGH'));
    const code = within(setup).getByRole('textbox');
    await person.type(code, '000000{Enter}');
    expect(await within(setup).findByText('Mã không đúng.')).toBeTruthy();
    await person.clear(code);
    await person.type(code, '123456{Enter}');
    const shown = await screen.findByRole('dialog', { name: 'Mã khôi phục của bạn' });
    expect(within(shown).getAllByRole('listitem')).toHaveLength(10);
    const file = within(shown).getByRole<HTMLAnchorElement>('link', { name: 'Tải xuống' });
    expect(decodeURIComponent(file.href)).toContain(CODES[9]);
    await staysOnEscape(person, shown);
    await person.click(within(shown).getByRole('button', { name: 'Tạo mật khẩu ứng dụng' }));
    await person.type(await screen.findByLabelText('Tên chương trình'), 'Outlook{Enter}');
    expect(await screen.findByText('abcd efgh')).toBeTruthy();
    const made = screen.getByRole('dialog', { name: /Outlook/ });
    expect(within(made).queryByRole('button', { name: 'Đóng' })).toBeNull();
    await staysOnEscape(person, made);
    // As on an unencrypted page.
    vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(undefined as never);
    await person.click(within(made).getByRole('button', { name: 'Sao chép' }));
    await waitFor(() => expect(notices.get().at(-1)?.text).toContain('nhấn Ctrl C để sao chép'));
    expect(getSelection()?.toString()).toBe('abcd efgh');
    expect(api.createAppPassword).toHaveBeenCalledWith({
      body: { name: 'Outlook', scopes: ['smtp', 'imap'] },
    });
    await person.click(await button('Xong'));
    expect(await screen.findByText(/^Đã bật từ/)).toBeTruthy();
    expect(screen.queryByText(CODES[0] as string)).toBeNull();
    // Date and use distinguish passwords of the same name.
    expect(screen.getByText(/· Tạo .*1970 · Chưa dùng lần nào/)).toBeTruthy();
  });

  test('a question whose kind comes late has the focus in its field', async () => {
    const late = Promise.withResolvers<{ data: TwoStepState }>();
    const api = { getTwoStep: () => late.promise, setUpTwoStep: () => refused(403, 'proof_required') };
    const asking = withProof(api as never);
    await renderPart(<ProofHost />, { api: asking });
    void asking.setUpTwoStep({}).catch(() => undefined);
    const dialog = await screen.findByRole('dialog', { name: 'Xác nhận đó là bạn' });
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
    late.resolve({ data: { ...OFF, enabled: true, proof: 'code' } });
    const field = await within(dialog).findByLabelText('Mã xác thực');
    await waitFor(() => expect(document.activeElement).toBe(field));
  });

  test('a question whose kind could not be read is no question yet, and is asked for again', async () => {
    let state: Promise<{ data: TwoStepState }> = refused(503, 'service_unavailable');
    const api = { getTwoStep: () => state, setUpTwoStep: () => refused(403, 'proof_required') };
    const asking = withProof(api as never);
    const { user: person } = await renderPart(<ProofHost />, { api: asking });
    void asking.setUpTwoStep({}).catch(() => undefined);
    const dialog = await screen.findByRole('dialog', { name: 'Xác nhận đó là bạn' });
    expect((await within(dialog).findByRole('alert')).textContent).toBe('Không kết nối được máy chủ.');
    expect(within(dialog).queryByText(/Nhập mật khẩu/)).toBeNull();
    const late = Promise.withResolvers<{ data: TwoStepState }>();
    state = late.promise;
    const again = within(dialog).getByRole('button', { name: 'Thử lại' });
    await person.click(again);
    expect((await within(dialog).findByRole('status')).textContent).toBe('Đang tải…');
    expect((again as HTMLButtonElement).disabled).toBe(false);
    expect(document.activeElement).toBe(again);
    late.resolve({ data: OFF });
    const field = await within(dialog).findByLabelText('Mật khẩu');
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(within(dialog).queryByRole('alert')).toBeNull();
  });

  test('a question that is left changes nothing and says nothing', async () => {
    const api = serverThatAsks();
    const { user: person } = await show(TwoStepPage, api);
    await person.click(await button('Bật xác thực hai bước'));
    await person.click(await button('Hủy'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.setUpTwoStep).toHaveBeenCalledTimes(1);
    expect((await button('Bật xác thực hai bước')).disabled).toBe(false);
  });
});

describe('the password', () => {
  test('PW-1 PW-2 says what is missing, what will end, and why the server refused', async () => {
    const api = serverThatAsks();
    api.getTwoStep.mockResolvedValue({ data: { ...OFF, enabled: true, trusted_devices: 1 } });
    const { user: person } = await show(PasswordPage, api);
    expect(await screen.findByText(/thu hồi: Outlook/)).toBeTruthy();
    expect(await screen.findByText('Trình duyệt tin cậy sẽ hỏi lại mã.')).toBeTruthy();
    const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
    // Typing three such fields character by character would take seconds.
    const fill = async (name: string, text: string) => {
      await person.clear(field(name));
      await person.click(field(name));
      await person.paste(text);
    };
    await fill('Mật khẩu hiện tại', 'Cũ-rồi-2025');
    await fill('Mật khẩu mới', 'hoa-sen-2026');
    await person.keyboard('{Enter}');
    expect(screen.getByText('Mật khẩu phải có chữ hoa.')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(field('Mật khẩu mới')));
    await fill('Mật khẩu mới', 'Hoa-Sen-2026');
    await fill('Nhập lại mật khẩu mới', 'Hoa-Sen-2027');
    await person.keyboard('{Enter}');
    expect(screen.getByText('Mật khẩu nhập lại không khớp.')).toBeTruthy();
    expect(api.changePassword).not.toHaveBeenCalled();
    await person.keyboard('{Backspace}6{Enter}');
    expect(await screen.findByText(/^Mật khẩu này dễ đoán/)).toBeTruthy();
  });

  test.each([
    ['a question that was left', 403, 'proof_required', null],
    ['too many tries', 429, 'too_many_requests', /Thử lại sau 30 giây/],
  ])('%s is no fault of a field, and what was typed is kept', async (_what, status, code, said) => {
    const api = serverThatAsks();
    api.changePassword.mockRejectedValue(new ApiError(status, code as never, code, {}, 30));
    const { user: person } = await show(PasswordPage, api);
    const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
    for (const [name, text] of [
      ['Mật khẩu hiện tại', 'Cũ-rồi-2025'],
      ['Mật khẩu mới', 'Hoa-Sen-2026'],
      ['Nhập lại mật khẩu mới', 'Hoa-Sen-2026'],
    ] as const) {
      await person.click(field(name));
      await person.paste(text);
    }
    expect(screen.queryByText(/^Trình duyệt tin cậy/), 'where there are none').toBeNull();
    await person.keyboard('{Enter}');
    if (said === null) await person.click(await button('Hủy'));
    else expect((await screen.findByRole('alert')).textContent).toMatch(said);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    if (said === null) expect(screen.queryByRole('alert')).toBeNull();
    expect(field('Mật khẩu hiện tại').value).toBe('Cũ-rồi-2025');
    expect(field('Mật khẩu hiện tại').getAttribute('aria-invalid')).not.toBe('true');
  });
});
