import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { learnWords } from '../../i18n/i18n.ts';
import { contacts } from '../../i18n/vi/contacts.ts';
import { drive } from '../../i18n/vi/drive.ts';
import { renderContacts } from '../../test-kit/render-contacts.tsx';
import { renderDrive } from '../../test-kit/render-drive.tsx';
import { speak } from '../../test-kit/words.ts';

beforeAll(() => learnWords('vi', { contacts, drive }));
beforeEach(() => {
  localStorage.clear();
  speak('vi');
});
afterEach(() => void vi.useRealTimers());

const field = () => screen.getByRole('searchbox');

/** Types, and opens something before the search of what was typed begins. */
async function typeAndOpen(words: string, open: () => void): Promise<void> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  fireEvent.change(field(), { target: { value: words } });
  await act(async () => vi.advanceTimersByTime(100));
  await act(async () => open());
  await act(async () => vi.advanceTimersByTime(1_000));
  vi.useRealTimers();
}

test('a folder that is opened before its search began is not left again by it', async () => {
  const { names, place, settle } = await renderDrive();
  await waitFor(() => expect(names()).toContain('Hợp đồng'));
  await typeAndOpen('ghi', () => fireEvent.doubleClick(screen.getByRole('row', { name: /^Hợp đồng/ })));
  await settle();
  expect(place()).toBe('/drive/work');
  expect(field()).toHaveProperty('value', '');
});

test('a file that is opened before its search began stays open', async () => {
  const { names, settle } = await renderDrive();
  await waitFor(() => expect(names()).toContain('ghi chú.txt'));
  await typeAndOpen('báo', () => fireEvent.doubleClick(screen.getByRole('row', { name: /^ghi chú\.txt/ })));
  await settle();
  await screen.findByRole('dialog', { name: /ghi chú\.txt/ });
});

test('CT-63 the arrow leads from the search into what it found, as Enter does where that is shown', async () => {
  const { user, settle } = await renderContacts();
  // The search of what was typed begins with Enter, not by itself before.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  fireEvent.change(field(), { target: { value: 'an' } });
  fireEvent.keyDown(field(), { key: 'ArrowDown' });
  expect(document.activeElement).toBe(screen.getByRole('grid'));
  field().focus();
  await act(async () => fireEvent.submit(field()));
  vi.useRealTimers();
  await settle();
  expect(document.activeElement).toBe(field());
  await user.keyboard('{Enter}');
  expect(document.activeElement).toBe(screen.getByRole('grid'));
});

test('what is typed while a search is on its way is searched for too', async () => {
  const { place, settle } = await renderDrive();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  fireEvent.change(field(), { target: { value: 'ghi' } });
  await act(async () => {
    vi.advanceTimersByTime(300);
    fireEvent.change(field(), { target: { value: 'ghi ch' } });
  });
  expect(place()).toBe('/drive/search?q=ghi');
  expect(field()).toHaveProperty('value', 'ghi ch');
  await act(async () => vi.advanceTimersByTime(300));
  vi.useRealTimers();
  await settle();
  expect(place()).toBe('/drive/search?q=ghi+ch');
});

test('a card that is opened before its search began stays open, and what was typed stays', async () => {
  const { place, settle } = await renderContacts();
  await typeAndOpen('bao', () => fireEvent.click(screen.getByRole('row', { name: /^Lê Dũng/ })));
  await settle();
  expect(place()).toBe('/contacts/c/dung');
  expect(field()).toHaveProperty('value', 'bao');
});

test('a list that is chosen before the search began is not left again by it', async () => {
  const { place, settle } = await renderContacts();
  await typeAndOpen('bao', () =>
    fireEvent.click(screen.getByRole('link', { name: new RegExp(contacts.places.favorites) })),
  );
  await settle();
  expect(place()).toBe('/contacts/favorites');
  expect(field()).toHaveProperty('value', '');
});
