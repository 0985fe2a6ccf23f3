import { type ApiClient, ApiError } from '@bocau/contract/client.ts';
import { MantineProvider } from '@mantine/core';
import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { loadCalendarWords } from '../../../i18n/calendar-words.ts';
import { recipientOf } from '../../../model/compose/recipient-text.ts';
import { renderPart } from '../../../test-kit/render-part.tsx';
import { speak } from '../../../test-kit/words.ts';
import { mayNeedSharing } from './files-to-share.ts';
import { ShareFilesDialog } from './share-files-dialog.tsx';

const OWN = 'lan.anh@saomai.example';
const MINH = 'minh@saomai.example';
const GUEST = 'khach@minhphat.example';
const DRIVE = `${location.origin}/storage/v1/files/tep/content`;
const LINK = `${location.origin}/s/abcdefghijklmnopqrstuvwx`;
const FILE = { name: 'Báo cáo.pdf', url: DRIVE, size: 10 };
const SHARED = { ...FILE, url: LINK };
const people = (...emails: string[]) => emails.map((email) => recipientOf({ name: '', email }));

async function show(given: {
  files: (typeof FILE)[];
  guests: string[];
  outside?: string[];
  locked?: boolean;
  isDown?: boolean;
}) {
  const api = {
    checkShare: vi.fn(async () => ({
      data: {
        ...{ share_public: true, outside: given.outside ?? [], links: true },
        rules: { on: true, days: null },
      },
    })),
    getDriveFile: vi.fn(async () => ({ data: { owner: OWN } })),
    getShare: vi.fn(async () => ({ data: { has_password: given.locked === true } })),
    createShares: vi.fn(async () => ({ data: [{ id: 'm', link: LINK }] })),
    changeShare: vi.fn(async () => ({ data: {} })),
  };
  if (given.isDown) api.checkShare.mockRejectedValueOnce(new ApiError(0, 'no_answer', 'offline'));
  const onShared = vi.fn();
  const values = { files: given.files, guests: people(...given.guests) };
  const part = await renderPart(
    <MantineProvider env="test">
      <ShareFilesDialog
        values={values}
        shares={[{ url: LINK, share_id: 'chia' }]}
        onShared={onShared}
        onClose={vi.fn()}
      />
    </MantineProvider>,
    { api: api as unknown as Partial<ApiClient> },
  );
  return { ...part, ...api, onShared };
}

describe.each([
  [
    'vi',
    {
      submit: 'Chia sẻ và lưu',
      password: 'Mật khẩu của tệp',
      failed: /Chưa chia sẻ được tệp/,
      again: 'Thử lại',
    },
  ],
  [
    'en',
    {
      submit: 'Share and save',
      password: 'Password of the files',
      failed: /couldn’t be shared/,
      again: 'Try again',
    },
  ],
] as const)('files of an event (%s)', (language, words) => {
  beforeEach(async () => {
    await speak(language);
    await loadCalendarWords();
  });

  test('CL-200 are shared without a question where all guests are colleagues', async () => {
    const { onShared, createShares } = await show({ files: [FILE], guests: [MINH] });
    await vi.waitFor(() => expect(onShared).toHaveBeenCalledWith([SHARED]));
    expect(createShares).toHaveBeenCalledWith({
      body: {
        ...{ ids: ['tep'], share_withs: [MINH], permission: 'READ', expire_date: null },
        pending: true,
      },
    });
  });

  test('CL-200 get a password where somebody is outside, also those that had none', async () => {
    const { onShared, createShares, changeShare, user } = await show({
      ...{ files: [FILE, { ...SHARED, name: 'Cũ' }], guests: [MINH, GUEST], outside: [GUEST] },
    });
    const field = await screen.findByLabelText(words.password);
    await expect.poll(() => document.activeElement).toBe(field);
    expect(screen.getByText(GUEST)).toBeDefined();
    await user.clear(field);
    await user.type(field, 'ngắn');
    await user.click(screen.getByRole('button', { name: words.submit }));
    expect(createShares).not.toHaveBeenCalled();
    await user.type(field, ' thì thêm vào');
    await user.click(screen.getByRole('button', { name: words.submit }));
    await vi.waitFor(() => expect(onShared).toHaveBeenCalledTimes(1));
    const password = 'ngắn thì thêm vào';
    expect(createShares).toHaveBeenCalledWith({ body: expect.objectContaining({ password }) });
    expect(changeShare).toHaveBeenCalledWith({ params: { id: 'chia' }, body: { password } });
  });

  test('CL-200 that have one already are asked about no more', async () => {
    const { onShared, createShares } = await show({
      ...{ files: [SHARED], guests: [GUEST], outside: [GUEST], locked: true },
    });
    await vi.waitFor(() => expect(onShared).toHaveBeenCalledWith([SHARED]));
    expect(createShares).not.toHaveBeenCalled();
  });

  test('CL-200 that could not be shared keep the event from being saved, until it is tried again', async () => {
    const { onShared, user } = await show({ files: [FILE], guests: [MINH], isDown: true });
    expect(await screen.findByText(words.failed)).toBeDefined();
    expect(onShared).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: words.again }));
    await vi.waitFor(() => expect(onShared).toHaveBeenCalledWith([SHARED]));
  });
});

test('CL-200 nothing is looked at where nobody is asked, or files lead elsewhere', () => {
  const guests = people(MINH);
  expect(mayNeedSharing({ files: [FILE], guests: [] }, [])).toBe(false);
  expect(mayNeedSharing({ files: [{ ...FILE, url: 'https://docs.example/a' }], guests }, [])).toBe(false);
  expect(mayNeedSharing({ files: [FILE], guests }, [])).toBe(true);
  expect(mayNeedSharing({ files: [SHARED], guests }, [{ url: LINK, share_id: 'chia' }])).toBe(true);
});
