import type { ApiClient } from '@bocau/contract/client.ts';
import { ApiError } from '@bocau/contract/client.ts';
import type { ContactCard } from '@bocau/contract/contacts.ts';
import type { Sender } from '@bocau/contract/fields.ts';
import type { Thread } from '@bocau/contract/threads.ts';
import { MantineProvider } from '@mantine/core';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { loadLaterWords } from '../../../i18n/i18n.ts';
import { ComposeContext, type LazyCompose } from '../../../parts/compose/lazy-compose.ts';
import { notices } from '../../../parts/notices/notify.ts';
import { renderPart } from '../../../test-kit/render-part.tsx';
import { speak } from '../../../test-kit/words.ts';
import { hasLayers } from '../../../ui/layers/layers.ts';
import { PersonLink } from './person-link.tsx';

const HA: Sender = { name: 'Phạm Thu Hà', email: 'ha@minhphat.example' };
const CARD = {
  id: 'c-1',
  name: 'Phạm Thu Hà',
  photo: '/photo/1',
  numbers: ['+84912345678'],
  fields: {
    title: 'Trưởng phòng',
    organisation: 'Minh Phát',
    phones: [{ label: 'mobile', value: '0912345678' }],
  },
} as unknown as ContactCard;
const row = (id: string, at: number) =>
  ({
    id,
    thread_id: id,
    subject: `Chuyện ${id}`,
    mailbox_name: 'INBOX',
    last_message_timestamp: at,
  }) as Thread;

const openNew = vi.fn(() => null);
const COMPOSE = {
  subscribe: () => () => undefined,
  model: () => null,
  load: async () => ({ openNew, window: () => null }),
} as unknown as LazyCompose;

function calls(card: ContactCard | null = null) {
  return {
    findContact: vi.fn(async (_: unknown) => ({ data: card, meta: undefined })),
    listThreads: vi.fn(async ({ query }: { query: { from_addr?: string } }) => ({
      data: query.from_addr ? [row('1', 10), row('2', 20), row('5', 5)] : [row('3', 30), row('2', 20)],
    })),
    createContact: vi.fn(async (_: { body: object }) => ({ data: CARD, meta: undefined })),
    createRule: vi.fn(async (_: unknown) => ({ data: { id: 'r' }, meta: undefined })),
    deleteRule: vi.fn(async (_: unknown) => ({ data: { ok: true }, meta: undefined })),
  };
}

async function show(api: object, given: { person?: Sender; proven?: boolean; spoofed?: boolean } = {}) {
  const { person = HA, ...rest } = given;
  return renderPart(
    <MantineProvider env="test">
      <ComposeContext value={COMPOSE}>
        <PersonLink person={person} threadId="2" proven {...rest}>
          {person.name}
        </PersonLink>
        <p>beside</p>
      </ComposeContext>
    </MantineProvider>,
    { api: api as Partial<ApiClient> },
  );
}

const name = () => screen.getByRole('link', { name: HA.name });
const opened = () => screen.findByRole('dialog', { name: HA.name });

beforeAll(async () => void (await import('./person-card.tsx')));
beforeEach(async () => {
  speak('vi');
  await loadLaterWords();
});

test('TD-21 nothing is asked before the card is opened; then who it is, and the latest besides this one', async () => {
  const api = calls(CARD);
  const { user } = await show(api);
  expect(name().getAttribute('href')).toBe('mailto:ha%40minhphat.example');
  expect(api.findContact).not.toHaveBeenCalled();
  await user.click(name());
  const card = await opened();
  expect(await within(card).findByText('Trưởng phòng · Minh Phát')).toBeDefined();
  expect(within(card).getByRole('link', { name: 'Gọi 0912 345 678' }).getAttribute('href')).toBe(
    'tel:+84912345678',
  );
  const threads = await within(card).findAllByRole('listitem');
  expect(threads.map((line) => line.querySelector('a')?.getAttribute('href'))).toEqual([
    '/folder/INBOX/3',
    '/folder/INBOX/1',
    '/folder/INBOX/5',
  ]);
  expect(within(card).getByRole('link', { name: 'Mở trong danh bạ' }).getAttribute('href')).toBe(
    '/contacts/c/c-1',
  );
  expect(
    within(card)
      .getByRole('link', { name: `Mọi thư với ${HA.email}` })
      .getAttribute('href'),
  ).toBe(`/advance-search?${new URLSearchParams({ q: `với:${HA.email}` })}`);
  expect(card.querySelector('img')?.getAttribute('src')).toBe('/photo/1?width=96');
  await user.click(within(card).getByRole('button', { name: `Sao chép ${HA.email}` }));
  expect(await navigator.clipboard.readText()).toBe(HA.email);
});

test('TD-21 Enter opens it, Escape closes it and leads back to the name; so does a press elsewhere', async () => {
  const { user } = await show(calls());
  await user.tab();
  expect(document.activeElement).toBe(name());
  await user.keyboard('{Enter}');
  await opened();
  expect(hasLayers()).toBe(true);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(name()));
  await user.click(name());
  await opened();
  await user.click(screen.getByText('beside'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('TD-21 a mouse that rests opens it without taking the keys of the page, and closes it by leaving', async () => {
  const { user } = await show(calls());
  await user.hover(name());
  await screen.findByRole('dialog');
  expect(hasLayers()).toBe(false);
  expect(document.activeElement).toBe(document.body);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.unhover(name());
  await user.hover(name());
  await screen.findByRole('dialog');
  await user.unhover(name());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('TD-21 the card goes when its name is scrolled away', async () => {
  const { user } = await show(calls());
  await user.click(name());
  await opened();
  const { top } = name().getBoundingClientRect();
  name().getBoundingClientRect = () => ({ top: top + 30 }) as DOMRect;
  act(() => void document.dispatchEvent(new Event('scroll')));
  expect(screen.queryByRole('dialog')).not.toBeNull();
  name().getBoundingClientRect = () => ({ top: top + 90 }) as DOMRect;
  act(() => void document.dispatchEvent(new Event('scroll')));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('TD-21 a doubtful sender is doubtful in the card too: no picture, and the name goes nowhere', async () => {
  const api = calls(null);
  const person: Sender = { ...HA, doubts: ['name_is_other_domain'] };
  const { user } = await show(api, { person, proven: true, spoofed: true });
  await user.click(name());
  const card = await opened();
  expect(within(card).getByText('Tên hiển thị nhắc đến tên miền khác')).toBeDefined();
  expect(within(card).getByText(/^Thư ghi người gửi là ha@minhphat.example/)).toBeDefined();
  await user.click(await within(card).findByRole('button', { name: 'Thêm vào danh bạ' }));
  expect(api.createContact.mock.calls[0]?.[0].body).toMatchObject({
    fields: { emails: [{ label: 'work', value: HA.email }] },
  });
  expect(JSON.stringify(api.createContact.mock.calls)).not.toContain(HA.name);
  await within(card).findByRole('link', { name: 'Mở trong danh bạ' });
  expect(card.querySelector('img')).toBeNull();
  await user.click(within(card).getByRole('button', { name: 'Viết thư' }));
  await waitFor(() => expect(openNew).toHaveBeenLastCalledWith({ to: HA.email }));
});

describe.each([
  [
    'vi',
    {
      add: 'Thêm vào danh bạ',
      open: 'Mở trong danh bạ',
      failed: /^Chưa thêm được vào danh bạ\./,
      noContacts: /^Không xem được danh bạ\./,
      noThreads: /^Không tải được/,
      retry: 'Thử lại',
      block: 'Chặn người này',
      blocked: 'Đã chặn ha@minhphat.example.',
    },
  ],
  [
    'en',
    {
      add: 'Add to contacts',
      open: 'Open the contact',
      failed: /^Not added to your contacts\./,
      noContacts: /^We couldn’t look in/,
      noThreads: /^We couldn’t load/,
      retry: 'Try again',
      block: 'Block this sender',
      blocked: 'ha@minhphat.example',
    },
  ],
] as const)('TD-21 the card of a person, in %s', (language, words) => {
  beforeEach(async () => {
    speak(language);
    await loadLaterWords();
  });

  test('adds to the contacts once, however often the answer is lost', async () => {
    const api = calls(null);
    api.createContact.mockRejectedValueOnce(new ApiError(0, 'unreachable' as never, 'gone'));
    const { user } = await show(api);
    await user.click(name());
    const card = await opened();
    await user.click(await within(card).findByRole('button', { name: words.add }));
    expect((await within(card).findByRole('alert')).textContent).toMatch(words.failed);
    await user.click(within(card).getByRole('button', { name: words.add }));
    const link = await within(card).findByRole('link', { name: words.open });
    await waitFor(() => expect(document.activeElement).toBe(link));
    const [first, second] = api.createContact.mock.calls.map(([call]) => call.body);
    expect(second).toEqual(first);
    expect(first).toMatchObject({ fields: { full_name: HA.name }, uid: expect.any(String) });
  });

  test('says what could not be looked up, and tries again', async () => {
    const api = calls(CARD);
    api.findContact.mockRejectedValueOnce(new Error('500'));
    api.listThreads.mockRejectedValueOnce(new Error('500'));
    const { user } = await show(api);
    await user.click(name());
    const card = await opened();
    expect(await within(card).findByText(words.noContacts)).toBeDefined();
    expect(await within(card).findByText(words.noThreads)).toBeDefined();
    expect(within(card).queryByRole('button', { name: words.add })).toBeNull();
    for (const retry of within(card).getAllByRole('button', { name: words.retry })) await user.click(retry);
    expect(await within(card).findByText('Trưởng phòng · Minh Phát')).toBeDefined();
    expect(await within(card).findAllByRole('listitem')).toHaveLength(3);
  });

  test('blocks as the settings do, with a way back', async () => {
    const api = calls(null);
    const { user } = await show(api);
    await user.click(name());
    await user.click(within(await opened()).getByRole('button', { name: words.block }));
    await waitFor(() => expect(notices.get().at(-1)?.text).toContain(words.blocked));
    expect(api.createRule).toHaveBeenCalledTimes(1);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
