import type { InstallationLinks } from '@bocau/contract/account.ts';
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { ComposeModel } from '../../model/compose/compose-model.ts';
import { ComposeContext } from '../../parts/compose/lazy-compose.ts';
import { noCompose } from '../../test-kit/no-compose.ts';
import { renderPart } from '../../test-kit/render-part.tsx';
import { speak } from '../../test-kit/words.ts';
import { SupportLinks } from './support-links.tsx';

async function show(links: InstallationLinks) {
  speak('vi');
  const openNew = vi.fn();
  const compose = { ...noCompose, load: async () => ({ openNew }) as unknown as ComposeModel };
  const { user } = await renderPart(
    <ComposeContext value={compose}>
      <SupportLinks />
    </ComposeContext>,
    { signedIn: { links } },
  );
  return { user, openNew };
}

test('LY-1 the feedback button writes to the configured address, or opens the configured page', async () => {
  const { user, openNew } = await show({ feedback: 'gop-y@saomai.example' });
  await user.click(screen.getByRole('button', { name: 'Góp ý' }));
  await vi.waitFor(() => expect(openNew).toHaveBeenCalledWith({ to: 'gop-y@saomai.example' }));
  await show({ feedback: 'https://saomai.example/gop-y' });
  const link = screen.getByRole('link', { name: 'Góp ý' });
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([
    'https://saomai.example/gop-y',
    '_blank',
  ]);
});

test('without a feedback address there is no button', async () => {
  await show({});
  expect(screen.queryByText('Góp ý')).toBeNull();
});
