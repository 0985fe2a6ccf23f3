import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPart } from '../../test-kit/render-part.tsx';
import { speak } from '../../test-kit/words.ts';
import type { Session } from '../session/session.ts';
import { SessionContext } from '../session/session-context.ts';
import { AccountFrame } from './account-layout.tsx';

const ELSEWHERE = 'https://help.saomai.example/';

function sessionOf(links: { help?: string }): Session {
  const api = { getUserInfo: async () => ({ data: { links } }) };
  return { api, isSigningOut: () => false } as unknown as Session;
}

async function showAt(at: string, links: { help?: string } = {}) {
  speak('vi');
  await renderPart(
    <SessionContext value={sessionOf(links)}>
      <AccountFrame nav={null}>{null}</AccountFrame>
    </SessionContext>,
    { at },
  );
  return screen.findByRole('link', { name: 'Trợ giúp' });
}

test.each([
  ['/account/protect', 'passkeys'],
  ['/account/devices', 'app-passwords'],
  ['/protect/authentication', 'two-step'],
  ['/protect/password', 'lost-password'],
  ['/admin/people', 'people'],
  ['/admin/domains', 'domains'],
])('LY-17 the page of the account or the console at %s leads to the help that fits it', async (at, page) => {
  const link = await showAt(at);
  expect(link.getAttribute('href')).toBe(`/help/${page}`);
  expect(link.getAttribute('target')).toBe('_blank');
});

test('LY-17 help that is configured takes its place there too', async () => {
  const link = await showAt('/admin/people', { help: ELSEWHERE });
  await waitFor(() => expect(link.getAttribute('href')).toBe(ELSEWHERE));
});
