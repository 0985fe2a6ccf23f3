import type { User } from '@bocau/contract/account.ts';
import { ApiError } from '@bocau/contract/client.ts';
import type { Profile } from '@bocau/contract/profile.ts';
import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { notices } from '../../parts/notices/notify.ts';
import { renderPart } from '../../test-kit/render-part.tsx';
import { speak } from '../../test-kit/words.ts';
import { AccountHome } from './account-home.tsx';
import { ProfilePage } from './profile-page.tsx';

function profileServer() {
  const server = {
    profile: {
      email: 'lan.anh@saomai.example',
      fullname: 'Nguyễn Thị Lan Anh',
      birth_date: null,
      gender: null,
      phone: '+84912345678',
    } as Profile,
    failure: null as ApiError | null,
  };
  const api = {
    getProfile: async () => ({ data: server.profile, meta: undefined }),
    async saveProfile({ body }: { body: Partial<Profile> }) {
      if (server.failure) throw server.failure;
      server.profile = { ...server.profile, ...body };
      return { data: server.profile, meta: undefined };
    },
  };
  return { server, api };
}

beforeEach(() => speak('vi'));

test('AC-3 name, date of birth and gender are saved; the phone is shown', async () => {
  const { server, api } = profileServer();
  const { user } = await renderPart(<ProfilePage />, { api, at: '/account/profile' });
  const name = await screen.findByRole('textbox', { name: /Họ và tên/ });
  expect(screen.getByRole('textbox', { name: 'Điện thoại' })).toHaveProperty('readOnly', true);
  await user.clear(name);
  await user.type(name, 'Đỗ Thị Ý Nhi');
  await user.type(screen.getByRole('textbox', { name: /Ngày sinh/ }), '31/12/90');
  await user.click(screen.getByRole('radio', { name: 'Nữ' }));
  await user.click(screen.getByRole('button', { name: 'Lưu' }));
  await expect.poll(() => notices.get().at(-1)?.text).toBe('Đã lưu hồ sơ');
  expect(server.profile).toMatchObject({
    fullname: 'Đỗ Thị Ý Nhi',
    birth_date: '1990-12-31',
    gender: 'female',
  });
});

test('AC-3 a name with a digit, and a day that is none, are said beside their fields', async () => {
  const { server, api } = profileServer();
  const { user } = await renderPart(<ProfilePage />, { api, at: '/account/profile' });
  const name = await screen.findByRole('textbox', { name: /Họ và tên/ });
  const save = screen.getByRole('button', { name: 'Lưu' });
  await user.type(name, ' 2');
  await user.click(save);
  expect(screen.getByText('Tên chỉ được gồm chữ cái và dấu cách.')).toBeTruthy();
  expect(document.activeElement).toBe(name);
  await user.type(name, '{Backspace}{Backspace}');
  await user.type(screen.getByRole('textbox', { name: /Ngày sinh/ }), '31/02/1990');
  await user.click(save);
  expect(screen.getByText('Nhập ngày sinh theo dạng ngày/tháng/năm.')).toBeTruthy();
  expect(server.profile.birth_date).toBeNull();
});

test('AC-5 what could not be saved says so and stays', async () => {
  const { server, api } = profileServer();
  server.failure = new ApiError(503, 'service_unavailable', 'no');
  const { user } = await renderPart(<ProfilePage />, { api, at: '/account/profile' });
  await user.type(await screen.findByRole('textbox', { name: /Họ và tên/ }), ' Thư');
  await user.click(screen.getByRole('button', { name: 'Lưu' }));
  expect((await screen.findByRole('alert')).textContent).toMatch(/^Không lưu được hồ sơ/);
  expect(screen.getByRole('textbox', { name: /Họ và tên/ })).toHaveProperty(
    'value',
    'Nguyễn Thị Lan Anh Thư',
  );
});

test('AC-2 AC-4 home shows address, storage and picture; one that is refused says why, and one is set', async () => {
  const user = {
    email: 'lan.anh@saomai.example',
    addresses: ['lan.anh@saomai.example'],
    fullname: 'Nguyễn Thị Lan Anh',
    enable_smtp: 1,
    enable_drive: true,
    type: 'Owner',
    owner: 'lan.anh@saomai.example',
    domains: [],
    new_api: 'v4',
    domain_verified: true,
  } as User;
  const server = { user, failure: null as ApiError | null };
  const { user: hand } = await renderPart(<AccountHome onSignOut={() => undefined} />, {
    at: '/account/home',
    api: {
      getUserInfo: async () => ({ data: server.user, meta: undefined }),
      getQuota: async () => ({
        data: {
          ...{ user_quota: 1000, user_used_quota: 1048576, auto_quota: false },
          drive: { user_quota: 500, user_used_quota: 3 * 1048576 },
        },
        meta: undefined,
      }),
      getProfile: profileServer().api.getProfile,
      async setAvatar() {
        if (server.failure) throw server.failure;
        server.user = { ...user, avatar: '/api/v2/public/avatars/ab' };
        return { data: { avatar: '/api/v2/public/avatars/ab' }, meta: undefined };
      },
    },
  });
  expect(await screen.findByText('lan.anh@saomai.example')).toBeTruthy();
  expect(screen.getByRole('meter', { name: 'Dung lượng' })).toBeTruthy();
  expect(screen.getByRole('meter', { name: 'Dung lượng kho tệp' })).toBeTruthy();
  const picture = new File(['x'], 'ảnh.png', { type: 'image/png' });
  const field = screen.getByLabelText('Chọn ảnh đại diện', { selector: 'input' });
  server.failure = new ApiError(400, 'file_not_allowed', 'no', { problem: 'is smaller than 100 × 100' });
  await hand.upload(field, picture);
  expect((await screen.findByRole('alert')).textContent).toBe('Ảnh phải có ít nhất 100 × 100 pixel.');
  server.failure = null;
  await hand.upload(field, picture);
  expect(await screen.findByRole('button', { name: 'Đổi ảnh' })).toBeTruthy();
  const shown = document.querySelector('img') as HTMLImageElement;
  expect(shown.getAttribute('src')).toBe('/api/v2/public/avatars/ab?width=256');
  // One that does not load gives way to the initial.
  fireEvent.error(shown);
  expect(document.querySelector('img')).toBeNull();
  expect(screen.getByText('A', { exact: true })).toBeTruthy();
});
