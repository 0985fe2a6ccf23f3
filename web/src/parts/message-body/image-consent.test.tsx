import type { Message } from '@bocau/contract/messages.ts';
import { DEFAULT_SETTINGS, IMAGE_SENDERS, imageSenders } from '@bocau/contract/settings.ts';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { readableSize } from '../../lib/sizes.ts';
import { createStore } from '../../lib/store.ts';
import type { SettingsModel } from '../../model/settings/settings-model.ts';
import { speak } from '../../test-kit/words.ts';
import { AppearanceProvider } from '../../ui/appearance-context.tsx';
import { SettingsContext } from '../settings/use-settings.ts';
import { mayShowRemote, useRemoteImages } from './image-consent.ts';

const FROM = { name: 'Hà', email: 'Ha@X.vn' };

function messageOf(id: string, given: Partial<Message> = {}): Message {
  return { id, from: FROM, spoofed: false, ...given } as Message;
}

/** The settings as stored on the server. */
function keptSettings(before = '') {
  const known = createStore({ settings: { ...DEFAULT_SETTINGS, image_senders: before }, failed: false });
  const model = {
    subscribe: known.subscribe,
    known: known.get,
    settings: () => known.get().settings,
    load: () => undefined,
    async save(change: object) {
      known.set({ ...known.get(), settings: { ...known.get().settings, ...change } });
    },
  } as unknown as SettingsModel;
  return { model, list: () => imageSenders(known.get().settings.image_senders) };
}

function Images({ message }: { message: Message }) {
  const { asks, given, showFromSender } = useRemoteImages(message);
  return (
    <p>
      {message.id} {given ? 'shown' : asks ? 'asks' : 'waits'}
      {showFromSender && <button type="button" aria-label={message.id} onClick={showFromSender} />}
    </p>
  );
}

function show(model: SettingsModel, ...messages: Message[]) {
  return render(
    <AppearanceProvider>
      <SettingsContext value={model}>
        {messages.map((message) => (
          <Images key={message.id} message={message} />
        ))}
      </SettingsContext>
    </AppearanceProvider>,
  );
}

test('TD-19 the images of one sender are shown from now on, and of nobody else', async () => {
  const { model, list } = keptSettings();
  show(model, messageOf('a'), messageOf('b'), messageOf('c', { from: { name: 'Hà', email: 'ha@y.vn' } }));
  await userEvent.setup().click(screen.getByRole('button', { name: 'a' }));
  expect(list()).toEqual(['ha@x.vn']);
  expect(screen.getByText('b shown')).toBeTruthy();
  expect(screen.getByText('c asks')).toBeTruthy();
});

test('TD-19 who only pretends to be that sender has to ask, and offers nothing to remember', () => {
  const { model } = keptSettings('ha@x.vn');
  const doubted = messageOf('e', { from: { ...FROM, doubts: ['unchecked_claim'] } });
  show(model, messageOf('d', { spoofed: true }), doubted);
  expect(screen.getByText('d asks')).toBeTruthy();
  expect(screen.getByText('e asks')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
  expect(mayShowRemote(model.settings(), messageOf('f'))).toBe(true);
  expect(mayShowRemote(model.settings(), messageOf('g', { spoofed: true }))).toBe(false);
});

test('of too many senders the oldest gives way', async () => {
  const before = Array.from({ length: IMAGE_SENDERS }, (_, at) => `a${at}@x.vn`);
  const { model, list } = keptSettings(before.join('\n'));
  show(model, messageOf('h'));
  await userEvent.setup().click(screen.getByRole('button', { name: 'h' }));
  expect(list()).toHaveLength(IMAGE_SENDERS);
  expect(list()[0]).toBe('a1@x.vn');
  expect(list().at(-1)).toBe('ha@x.vn');
});

test('IN-3 sizes are written as the page’s language writes numbers', () => {
  speak('vi');
  expect(readableSize(5.9 * 1024 ** 2)).toBe('5,9 MB');
  speak('en');
  expect(readableSize(5.9 * 1024 ** 2)).toBe('5.9 MB');
});
