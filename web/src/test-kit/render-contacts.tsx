import type { ApiClient } from '@bocau/contract/client.ts';
import type { SocketFrame } from '@bocau/contract/socket.ts';
import { act, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { vi } from 'vitest';
import { announceContactsEvent } from '../features/contacts/begin-contact-act.ts';
import { ContactsRoom } from '../features/contacts/contacts-room.tsx';
import { ContactsSearch } from '../features/contacts/contacts-search.tsx';
import { ContactsSidebar } from '../features/contacts/contacts-sidebar.tsx';
import type { ComposeModel } from '../model/compose/compose-model.ts';
import { createContactsModel } from '../model/contacts/create-contacts-model.ts';
import { cardOf, createFakeContacts } from '../model/contacts/test-kit/fake-contacts.ts';
import { createManualClock } from '../model/engine/test-kit/manual-clock.ts';
import { createMemoryStorage } from '../model/engine/test-kit/memory-storage.ts';
import { ComposeContext, type LazyCompose } from '../parts/compose/lazy-compose.ts';
import { CONTACTS_PATTERN } from '../parts/contacts/contact-address.ts';
import { ContactsModelContext } from '../parts/contacts/use-contacts.ts';
import { createRouter } from '../router/create-router.ts';
import { memoryEntries } from '../router/history.ts';
import { RouterProvider } from '../router/router.tsx';
import { renderPart } from './render-part.tsx';

/** Three people, one of them in a list. */
const SOME_CONTACTS = [
  cardOf('lan', 'Nguyễn Thị Lan Anh', {
    fields: {
      organisation: 'Sao Mai',
      title: 'Kế toán trưởng',
      emails: [{ label: 'work', value: 'lan.anh@saomai.example' }],
      phones: [{ label: 'mobile', value: '0912345678' }],
      lists: ['Khách hàng'],
      birthday: '1990-08-15',
      lunar_birthday: true,
    },
  }),
  cardOf('bao', 'Trần Quốc Bảo', { favorite: true }),
  cardOf('dung', 'Lê Dũng'),
];

/** Renders the page of these contacts, as on a wide screen. */
export async function renderContacts(
  given = SOME_CONTACTS,
  at = '/contacts',
  books?: Parameters<typeof createFakeContacts>[1],
  /** A dialog that opens from a menu, which jsdom can't show without a layout. */
  dialog?: ReactNode,
  /** Of the directory and of other people. */
  calls: Partial<ApiClient> = {},
) {
  const clock = createManualClock();
  const server = createFakeContacts(given, books);
  Object.assign(server.api, calls);
  const contacts = createContactsModel({
    api: server.api,
    clock,
    storage: createMemoryStorage(),
    online: { isOnline: () => true, onChange: () => () => undefined },
    owner: 'an@saomai.example',
    tabId: 'tab',
  });
  contacts.onEvent(announceContactsEvent);
  const openNew = vi.fn((_prefill: object) => null);
  const compose = { load: async () => ({ openNew }) as unknown as ComposeModel } as LazyCompose;
  const router = createRouter([{ path: CONTACTS_PATTERN, component: ContactsPage }], memoryEntries(at));
  const view = await renderPart(
    <ComposeContext value={compose}>
      <ContactsModelContext value={contacts}>
        <RouterProvider router={router} starting={null} />
        {dialog}
      </ContactsModelContext>
    </ComposeContext>,
    { api: server.api },
  );
  const settle = () => act(() => clock.advance(10));
  await settle();
  /** Tells the page what the server says on its socket. */
  const tell = (frame: SocketFrame) =>
    act(async () => {
      view.server.send(frame);
      await view.clock.advance(10);
    });
  const names = () =>
    screen.queryAllByRole('row').map((row) => row.getAttribute('aria-label')?.split(',')[0]);
  const place = () => router.shown().location.pathname + router.shown().location.search;
  return { ...view, clock, contacts, cards: server, openNew, router, settle, tell, names, place };
}

function ContactsPage() {
  return (
    <>
      <ContactsSearch />
      <ContactsSidebar folded={false} inDrawer={false} />
      <ContactsRoom />
    </>
  );
}
