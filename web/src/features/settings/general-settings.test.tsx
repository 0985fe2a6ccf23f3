import { type ApiClient, ApiError } from '@bocau/contract/client.ts';
import type { File as MailFile } from '@bocau/contract/messages.ts';
import { type ChosenSettings, DEFAULT_SETTINGS, type Setting } from '@bocau/contract/settings.ts';
import type { Signature } from '@bocau/contract/signatures.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { Editor } from '@tiptap/core';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { inlineSource } from '../../model/compose/own-words.ts';
import { createManualClock } from '../../model/engine/test-kit/manual-clock.ts';
import { createSettingsModel } from '../../model/settings/settings-model.ts';
import { notices } from '../../parts/notices/notify.ts';
import { SettingsContext } from '../../parts/settings/use-settings.ts';
import { renderPart } from '../../test-kit/render-part.tsx';
import { speak } from '../../test-kit/words.ts';
import { GeneralSettings } from './general-settings.tsx';
// Imported in advance, so that the lazy editor renders at once.
import '../compose/editor/mail-editor.tsx';
import './reply-settings.tsx';

/** Settings on a server, and any number of tabs that show them. */
function settingsServer() {
  const server = { settings: { ...DEFAULT_SETTINGS } as ChosenSettings, failure: null as ApiError | null };
  const answer = async () => ({
    data: Object.entries(server.settings).map(([key, value]) => ({ key, value }) as Setting),
    meta: undefined,
  });
  const openTab = () =>
    createSettingsModel({
      clock: createManualClock(),
      cache: { read: () => DEFAULT_SETTINGS, write: () => undefined },
      api: {
        getSettings: answer,
        async saveSettings({ body }) {
          if (server.failure) throw server.failure;
          server.settings = {
            ...server.settings,
            ...Object.fromEntries(body.map(({ key, value }) => [key, value])),
          };
          return answer();
        },
      },
    });
  return { server, openTab };
}

beforeEach(() => speak('vi'));

const group = (name: string) => within(screen.getByRole('radiogroup', { name }));
const isChosen = (name: string, option: string) =>
  group(name).queryByRole('radio', { name: option, checked: true }) !== null;

const FILE = '0199aa00-0000-7000-8000-000000000000';

/** The signatures besides the main one. */
function signaturesServer(server: { failure: ApiError | null }) {
  const kept: Signature[] = [];
  const answer = <T,>(data: T) => {
    if (server.failure) throw server.failure;
    return { data, meta: undefined };
  };
  const api: Partial<ApiClient> = {
    uploadFile: async () => ({ data: [{ id: FILE } as MailFile], meta: undefined }),
    listSignatures: async () => ({ data: [...kept], meta: undefined }),
    async createSignature({ body }) {
      const made = answer({ id: `0199-${kept.length}`, ...body });
      kept.push(made.data);
      return made;
    },
    async updateSignature({ params, body }) {
      const one = kept.find(({ id }) => id === params.id) as Signature;
      const { name = one.name, html = one.html } = body;
      return answer(Object.assign(one, { name, html }));
    },
    async deleteSignature({ params }) {
      const done = answer({ ok: true } as const);
      kept.splice(
        kept.findIndex(({ id }) => id === params.id),
        1,
      );
      return done;
    },
  };
  return { kept, api };
}

async function renderGeneral(other: Partial<ApiClient> = {}) {
  const { server, openTab } = settingsServer();
  const { kept, api: signatures } = signaturesServer(server);
  const [tab, otherTab] = [openTab(), openTab()];
  otherTab.load();
  const { user } = await renderPart(
    <SettingsContext value={tab}>
      <GeneralSettings />
    </SettingsContext>,
    {
      at: '/setting/general',
      api: { listRules: async () => ({ data: [], meta: undefined }), ...signatures, ...other },
    },
  );
  // The part that renders last.
  await screen.findByRole('radiogroup', { name: 'Trả lời tự động' });
  return { server, kept, tab, otherTab, user };
}

/** The editable element of the signature; the editor's library stores its instance on it. */
const signaturePlace = () =>
  screen.findByRole<HTMLElement & { editor: Editor }>('textbox', { name: 'Nội dung chữ ký' });

describe('general settings', () => {
  test('ST-1 ST-4 ST-6 fields of sending are saved, and hold in another tab without loading it anew', async () => {
    const { server, otherTab, user } = await renderGeneral();
    expect(isChosen('Hoàn tác gửi', '5 giây')).toBe(true);
    await user.click(group('Hoàn tác gửi').getByRole('radio', { name: '20 giây' }));
    await user.click(group('Theo dõi mở thư').getByRole('radio', { name: 'Bật' }));
    await user.click(group('Kiểm tra trước khi gửi').getByRole('radio', { name: 'Tắt' }));
    await user.click(group('Cảnh báo người nhận ngoài tổ chức').getByRole('radio', { name: 'Tắt' }));
    await user.click(screen.getByRole('button', { name: 'Lưu' }));
    const saved = {
      enable_delay_send: true,
      time_delay_send: 20,
      tracking: true,
      notice_spam: false,
      warning_send_outside: false,
    };
    expect(server.settings).toMatchObject(saved);
    // The effect of the socket event `settings` on every other tab.
    await otherTab.refresh();
    expect(otherTab.settings()).toMatchObject(saved);
    await user.click(group('Hoàn tác gửi').getByRole('radio', { name: 'Tắt, gửi ngay' }));
    await user.click(screen.getByRole('button', { name: 'Lưu' }));
    expect(server.settings).toMatchObject({ enable_delay_send: false, time_delay_send: 20 });
  });

  test('what another tab has saved is shown beside what is chosen here', async () => {
    const { tab, otherTab, user } = await renderGeneral();
    await user.click(group('Theo dõi mở thư').getByRole('radio', { name: 'Bật' }));
    await otherTab.save({ time_delay_send: 30 });
    await act(() => tab.refresh());
    expect(isChosen('Hoàn tác gửi', '30 giây')).toBe(true);
    expect(isChosen('Theo dõi mở thư', 'Bật')).toBe(true);
  });

  test('ST-1 a failed save keeps what was chosen, and says why', async () => {
    const { server, user } = await renderGeneral();
    server.failure = new ApiError(0, 'no_answer', 'No answer');
    await user.click(group('Hoàn tác gửi').getByRole('radio', { name: '30 giây' }));
    await user.click(screen.getByRole('button', { name: 'Lưu' }));
    expect(notices.get().at(-1)?.text).toMatch(/^Không lưu được cài đặt\. ./);
    expect(isChosen('Hoàn tác gửi', '30 giây')).toBe(true);
    expect(screen.queryByText('Có thay đổi chưa lưu')).not.toBeNull();
  });

  test('TL-25 what swiping a row does is chosen for each side', async () => {
    const { server, user } = await renderGeneral();
    const left = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Khi vuốt một dòng sang trái' });
    expect(left.value).toBe('delete');
    await user.selectOptions(left, 'Lưu trữ');
    await user.selectOptions(screen.getByLabelText('Khi vuốt một dòng sang phải'), 'Không làm gì');
    await user.click(screen.getByRole('button', { name: 'Lưu' }));
    expect(server.settings).toMatchObject({ swipe_left: 'archive', swipe_right: 'nothing' });
  });

  test('the time zone is found by the name of its place without accents', async () => {
    const { server, user } = await renderGeneral();
    const zone = screen.getByRole<HTMLInputElement>('combobox', { name: 'Múi giờ' });
    expect(zone.value).toBe('Việt Nam (GMT+7)');
    await user.clear(zone);
    await user.type(zone, 'nhat ban');
    await user.click(await screen.findByRole('option', { name: 'Nhật Bản (GMT+9)', hidden: true }));
    await user.click(screen.getByRole('button', { name: 'Lưu' }));
    expect(server.settings.time_zone).toBe('Asia/Tokyo');
  });

  test('ER-4 ST-9 ST-11 a signature that is refused leaves the editor, without a toast, with the reason and a way to put it back', async () => {
    const { server, tab, otherTab, user } = await renderGeneral();
    await otherTab.save({ enable_use_signature: true });
    await act(() => tab.refresh());
    const place = await signaturePlace();
    act(() => place.editor.commands.insertContent('Lan Anh'));
    server.failure = new ApiError(400, 'invalid_input', 'No', { key: 'signature', problem: 'is too long' });
    notices.set([]);
    await user.click(screen.getByRole('button', { name: 'Lưu' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Chữ ký dài quá 10.000 ký tự');
    expect(notices.get()).toEqual([]);
    expect(place.textContent).toBe('');
    expect(server.settings.signature).toBe('');
    await user.click(screen.getByRole('button', { name: 'Đưa lại nội dung của tôi' }));
    expect(place.textContent).toBe('Lan Anh');
    expect(screen.queryByRole('alert')).toBeNull();
    server.failure = null;
    await user.click(screen.getByRole('button', { name: 'Lưu' }));
    expect(server.settings.enable_use_signature).toBe(true);
    expect(server.settings.signature).toContain('Lan Anh');
    await otherTab.refresh();
    expect(otherTab.settings().signature).toBe(server.settings.signature);
  });

  test('ST-9 a signature that another tab has saved is shown where none is being written', async () => {
    const { tab, otherTab } = await renderGeneral();
    await otherTab.save({ enable_use_signature: true, signature: '<p>Phòng Kế toán</p>' });
    await act(() => tab.refresh());
    expect((await signaturePlace()).textContent).toBe('Phòng Kế toán');
  });

  test('ST-1 ST-9 signatures are added, named, chosen for answers and removed with one save', async () => {
    const { server, kept, user } = await renderGeneral();
    await user.click(group('Chữ ký').getByRole('radio', { name: 'Bật' }));
    const main = await signaturePlace();
    act(() => main.editor.commands.insertContent('Lan Anh'));
    await user.click(screen.getByRole('button', { name: 'Thêm chữ ký' }));
    const name = screen.getByRole<HTMLInputElement>('textbox', { name: 'Tên chữ ký' });
    expect(name.value).toBe('Chữ ký 2');
    await user.clear(name);
    await user.click(screen.getByRole('button', { name: 'Lưu' }));
    expect(screen.queryByText('Hãy đặt tên cho chữ ký này.')).not.toBeNull();
    expect(server.settings.signature).toBe('');
    await user.type(name, 'Kế toán');
    const place = await signaturePlace();
    expect(place.textContent).toBe('');
    act(() => place.editor.commands.insertContent('Phòng Kế toán'));
    await user.click(screen.getByRole('combobox', { name: 'Chữ ký của thư trả lời và chuyển tiếp' }));
    // Both fields offer this option; the last one belongs to this field.
    const options = await screen.findAllByRole('option', { name: 'Kế toán', hidden: true });
    await user.click(options.at(-1) as HTMLElement);
    await user.click(screen.getByRole('button', { name: 'Lưu' }));
    await waitFor(() => expect(server.settings.enable_use_signature).toBe(true));
    expect(server.settings.signature).toContain('Lan Anh');
    expect(kept).toMatchObject([{ name: 'Kế toán', html: expect.stringContaining('Phòng Kế toán') }]);
    expect(server.settings.signature_for_answers).toBe(kept[0]?.id);
    expect(screen.queryByText('Có thay đổi chưa lưu')).toBeNull();

    await user.click(screen.getByRole('button', { name: 'Xóa chữ ký này' }));
    expect(kept).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Lưu' }));
    await waitFor(() => expect(kept).toHaveLength(0));
    expect(server.settings.signature_for_answers).toBe('main');
  });

  test('ST-11 the text of another signature that is refused can be put back, too', async () => {
    const { server, kept, user } = await renderGeneral();
    await user.click(group('Chữ ký').getByRole('radio', { name: 'Bật' }));
    await signaturePlace();
    await user.click(screen.getByRole('button', { name: 'Thêm chữ ký' }));
    const place = await signaturePlace();
    act(() => place.editor.commands.insertContent('Giám đốc'));
    const fields = [{ field: 'html', problem: 'is too long', rule: 'too_long' }];
    server.failure = new ApiError(400, 'invalid_input', 'No', { fields });
    await user.click(screen.getByRole('button', { name: 'Lưu' }));
    await screen.findByRole('alert');
    expect((await signaturePlace()).textContent).toBe('');
    server.failure = null;
    await user.click(screen.getByRole('button', { name: 'Đưa lại nội dung của tôi' }));
    expect((await signaturePlace()).textContent).toBe('Giám đốc');
    await user.click(screen.getByRole('button', { name: 'Lưu' }));
    await waitFor(() => expect(kept).toHaveLength(1));
    expect(kept[0]?.html).toContain('Giám đốc');
  });

  test('an image is uploaded for the signature, and a limit that it breaks is named', async () => {
    const { server, user } = await renderGeneral();
    await user.click(group('Chữ ký').getByRole('radio', { name: 'Bật' }));
    const place = await signaturePlace();
    const picker = document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement;
    await user.upload(picker, new File(['GIF89a'], 'logo.gif', { type: 'image/gif' }));
    await waitFor(() => expect(place.querySelector('img')).not.toBeNull());
    const details = { key: 'signature', rule: 'too_large', limit: 512_000 };
    server.failure = new ApiError(400, 'invalid_input', 'No', details);
    await user.click(screen.getByRole('button', { name: 'Lưu' }));
    expect((await screen.findByRole('alert')).textContent).toContain('lớn quá 500 KB');
    server.failure = null;
    await user.click(screen.getByRole('button', { name: 'Đưa lại nội dung của tôi' }));
    await user.click(screen.getByRole('button', { name: 'Lưu' }));
    await waitFor(() => expect(server.settings.signature).toContain(`src="${inlineSource(FILE)}"`));
  });

  test('ST-9 signatures that come at the second try have the focus at the heading of their part', async () => {
    const { user } = await renderGeneral({
      listSignatures: vi.fn().mockRejectedValueOnce(new Error('down')).mockResolvedValue({ data: [] }),
    });
    await user.click(group('Chữ ký').getByRole('radio', { name: 'Bật' }));
    (await screen.findByRole('button', { name: 'Thử lại' })).focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Thử lại' })).toBeNull());
    expect(document.activeElement?.tagName).toBe('H2');
  });
});
