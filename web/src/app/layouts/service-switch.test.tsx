import { act, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Sidebar } from '../../features/folders/sidebar.tsx';
import { ComposeContext } from '../../parts/compose/lazy-compose.ts';
import { noCompose } from '../../test-kit/no-compose.ts';
import { renderPart } from '../../test-kit/render-part.tsx';
import { Header } from './header.tsx';
import { ServiceSwitch, ServicesOf } from './service-switch.tsx';

afterEach(() => {
  localStorage.removeItem('bocau.services');
  delete document.documentElement.dataset['services'];
});

// React warns about each lazy part that is not wrapped in act().
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined));

const page = (
  <ComposeContext value={noCompose}>
    <ServiceSwitch narrow={false} settled={false} />
    <Sidebar folded={false} inDrawer={false} />
  </ComposeContext>
);

const servicesShown = () => within(screen.getByRole('navigation', { name: 'Dịch vụ' })).getAllByRole('link');

test.each([
  ['/folder/INBOX', 'Thư'],
  ['/advance-search?from=hoa', 'Thư'],
  ['/drive/trash', 'Kho tệp'],
  ['/calendar/week/2026-11-20', 'Lịch'],
  ['/contacts/c/lan', 'Danh bạ'],
  ['/setting/general', null],
])(
  'LY-7 at %s one switch offers mail, calendar, contacts and drive, with %s as the one that is open',
  async (at, current) => {
    await renderPart(page, { at });
    const links = servicesShown();
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Thư', '/'],
      ['Lịch', '/calendar'],
      ['Danh bạ', '/contacts'],
      ['Kho tệp', '/drive'],
    ]);
    const open = links.find((link) => link.getAttribute('aria-current') === 'page');
    expect(open?.textContent ?? null).toBe(current);
    // It is not repeated elsewhere, such as in the folders.
    expect(screen.getAllByRole('link', { name: 'Kho tệp' })).toHaveLength(1);
  },
);

test.each([
  ['of a mailbox that has some', 1, { signedIn: { has_invoices: true } } as const],
  ['of one that has none', 0, {}],
  [
    'that are switched off',
    0,
    { signedIn: { has_invoices: true }, settings: { show_invoices: false } } as const,
  ],
])('LY-7 room is kept on a first visit too for the invoices %s: %d', async (_whose, room, given) => {
  localStorage.removeItem('bocau.invoices');
  await renderPart(page, given);
  const { children } = screen.getByRole('navigation', { name: 'Dịch vụ' });
  expect([...children].filter(({ tagName }) => tagName === 'SPAN')).toHaveLength(room);
});

test('LY-7 without the drive mail, calendar and contacts are left, and the next early frame knows of the switch', async () => {
  localStorage.setItem('bocau.services', '0');
  await renderPart(page, { signedIn: { enable_drive: false } });
  expect(servicesShown().map(({ textContent }) => textContent)).toEqual(['Thư', 'Lịch', 'Danh bạ']);
  expect(localStorage.getItem('bocau.services')).toBe('1');
  expect(document.documentElement.dataset['services']).toBe('shown');
});

test.each([
  [null, true],
  ['1', true],
  ['0', false],
])(
  'LY-7 around the pages of the account it stands, where %s is remembered, before it is known who is there: %s',
  async (kept, isShown) => {
    if (kept !== null) localStorage.setItem('bocau.services', kept);
    await renderPart(<ServicesOf user={null} narrow={false} />, { at: '/account/home' });
    expect(screen.queryByRole('navigation', { name: 'Dịch vụ' }) !== null).toBe(isShown);
    // The reserved space matches its visibility.
    expect(document.documentElement.dataset['services']).toBe(isShown ? 'shown' : undefined);
    expect(localStorage.getItem('bocau.services')).toBe(kept);
  },
);

test('LY-7 on a phone the switch leaves the foot to what is read', async () => {
  await renderPart(<ServiceSwitch narrow settled={false} />, { at: '/folder/INBOX/t1' });
  expect(screen.queryByRole('navigation')).toBeNull();
  expect(document.documentElement.dataset['services']).toBe('away');
});

test.each([
  ['/drive', 'Tìm trong kho tệp'],
  ['/contacts', 'Tìm trong danh bạ'],
])('LY-7 at %s the search of the header is “%s”, and there is no other', async (at, label) => {
  const header = <Header narrow={false} onMenu={() => undefined} />;
  const { rerender } = await renderPart(header, { at });
  await act(async () => rerender(header));
  expect(await screen.findByRole('searchbox', { name: label })).toBeTruthy();
  expect(screen.getAllByRole('search')).toHaveLength(1);
});
