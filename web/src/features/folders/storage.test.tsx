import type { InstallationLinks, Quota } from '@bocau/contract/account.ts';
import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { MailModel } from '../../model/mail/mail-model.ts';
import { MailModelContext } from '../../parts/mailbox/use-mailbox.ts';
import { renderPart } from '../../test-kit/render-part.tsx';
import { speak } from '../../test-kit/words.ts';
import { QuotaLine } from './quota-line.tsx';
import { StorageBanner } from './storage-banner.tsx';

const GB = 1024 ** 3;

async function show(given: Partial<Quota>, { links, at }: { links?: InstallationLinks; at?: string } = {}) {
  const quota = { user_quota: 10 * 1024, user_used_quota: 4 * GB, auto_quota: false, ...given };
  const model = {
    subscribe: () => () => undefined,
    quota: () => quota,
  } as Partial<MailModel>;
  const { container } = await renderPart(
    <MailModelContext value={model as MailModel}>
      <StorageBanner />
      <QuotaLine />
    </MailModelContext>,
    { signedIn: { ...(links && { links }) }, ...(at !== undefined && { at }) },
  );
  return { line: container.querySelector('footer') as HTMLElement };
}

test('LY-12 used, percent and total are told of a fixed quota, used and what is left of an automatic one', async () => {
  await speak('vi');
  const { line: fixed } = await show({});
  expect(fixed.textContent).toBe('4,0 GB (40%) trên 10,0 GB');
  expect(fixed.querySelector('[data-hint]')).toBeNull();
  const { line: automatic } = await show({ auto_quota: true });
  expect(automatic.textContent).toBe('Đã dùng 4,0 GB, còn 6,0 GB');
  const tooltip = 'Dung lượng được cấp tự động theo nhu cầu. Hiện có 10,0 GB.';
  const told = automatic.querySelector('[data-hint]');
  expect(told?.getAttribute('data-hint')).toBe(tooltip);
  expect(told?.getAttribute('aria-description')).toBe(tooltip);
});

test('LY-11 NS-14 the foot shows the quota line and a link to the provider, but not beside one conversation', async () => {
  await speak('vi');
  const links = { provider: 'https://www.nhacungcap.example/lien-he' };
  for (const at of ['/folder/INBOX', '/advance-search?q=a', '/setting/general', '/drive']) {
    const { line } = await show({}, { links, at });
    expect(within(line).getByRole('meter')).toBeDefined();
    expect(line.textContent).toContain('4,0 GB (40%) trên 10,0 GB');
    const link = within(line).getByRole('link', { name: 'Dịch vụ của www.nhacungcap.example' });
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([links.provider, '_blank']);
  }
  expect((await show({}, { links, at: '/folder/INBOX/7' })).line).toBeNull();
  const { line: without } = await show({});
  const left = within(without)
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'));
  expect(left).toEqual(['/setting/storage']);
});

describe.each([
  [
    'vi',
    /^Hộp thư sắp đầy: đã dùng \d+% trong 10,0 GB/,
    /^Hộp thư đã đầy \(10,0 GB\)\. Thư mới có thể bị từ chối/,
  ],
  ['en', /almost full.*\d+% of 10.0 GB/i, /is full/i],
] as const)('the storage banner in %s', (language, almost, full) => {
  test.each([
    [79.9, null, null],
    [80, 'warning', almost],
    [90, 'danger', almost],
    [100, 'danger', full],
  ] as const)('LY-15 at %s %% used', async (percent, tone, words) => {
    await speak(language);
    await show({ user_used_quota: (percent / 100) * 10 * GB });
    const banner = screen.queryByRole('status');
    expect(banner?.getAttribute('data-tone') ?? null).toBe(tone);
    if (words) expect(banner?.textContent).toMatch(words);
  });
});
