import { ApiError } from '@bocau/contract/client.ts';
import type { HeldDecision } from '@bocau/contract/held-messages.ts';
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { groups as english } from '../../i18n/en/groups.ts';
import { type Language, learnWords } from '../../i18n/i18n.ts';
import { groups as vietnamese } from '../../i18n/vi/groups.ts';
import { renderPart } from '../../test-kit/render-part.tsx';
import { speak } from '../../test-kit/words.ts';
import { SessionContext } from '../session/session-context.ts';
import { HeldLinkPage } from './held-link-page.tsx';

const GROUP = 'kinhdoanh@saomai.example';
const MESSAGE: HeldDecision = {
  ...{
    id: '1',
    subject: 'Báo giá',
    size: 10,
    text: 'Kính gửi\nanh chị',
    files: ['gia.pdf'],
    received_at: 1,
    proven: true,
    done: true,
    writer: null,
  },
  from: { name: 'Khách', email: 'khach@doitac.example' },
  ...{ decision: null, decided_at: null, decided_by: null },
};

function open(api: object) {
  window.history.replaceState(null, '', '/held#thu.1.2.abc');
  return renderPart(
    <SessionContext value={{ api } as never}>
      <HeldLinkPage />
    </SessionContext>,
  );
}

test.each([
  ['vi', vietnamese],
  ['en', english],
] as const)(
  'GR-4 the page of a button shows the message and waits for a press, in %s',
  async (language, words) => {
    speak(language satisfies Language);
    learnWords(language, { groups: words });
    const decideHeldByLink = vi.fn(async () => ({
      data: { group: GROUP, message: { ...MESSAGE, decision: 'released' } },
    }));
    const readHeldLink = vi.fn(async () => ({ data: { group: GROUP, message: MESSAGE } }));
    const { user } = await open({ readHeldLink, decideHeldByLink });
    expect(await screen.findByText('Báo giá')).toBeTruthy();
    expect(screen.getByText('Khách <khach@doitac.example>')).toBeTruthy();
    expect(screen.getByText(/Kính gửi\s+anh chị/)).toBeTruthy();
    expect(screen.getByText(words.held.files.replace('{{names}}', 'gia.pdf'))).toBeTruthy();
    expect(window.location.hash).toBe('');
    expect(decideHeldByLink).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: new RegExp(words.held.release) }));
    expect(await screen.findByText(words.held.released)).toBeTruthy();
    expect(decideHeldByLink.mock.calls).toEqual([[{ body: { token: 'thu.1.2.abc', act: 'release' } }]]);
    expect(screen.queryByRole('button')).toBeNull();
  },
);

test('GR-3 GR-4 a press that came too late says who decided, and a button after that that it is over', async () => {
  speak('en');
  learnWords('en', { groups: english });
  const decided = { ...MESSAGE, done: false, decision: 'refused', decided_by: 'ban@saomai.example' };
  const first = await open({
    readHeldLink: async () => ({ data: { group: GROUP, message: MESSAGE } }),
    decideHeldByLink: async () => ({ data: { group: GROUP, message: decided } }),
  });
  await first.user.click(await screen.findByRole('button', { name: new RegExp(english.held.release) }));
  const words = english.held.before.refused.replace('{{who}}', 'ban@saomai.example');
  expect(await screen.findByText(words)).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
  first.unmount();
  await open({
    readHeldLink: async () => {
      throw new ApiError(400, 'held_link_expired', 'Over');
    },
  });
  expect((await screen.findByRole('alert')).textContent).toBe(english.link.expired);
});
