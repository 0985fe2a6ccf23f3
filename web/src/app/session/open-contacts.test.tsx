import { expect, test, vi } from 'vitest';
import { createFakeContacts } from '../../model/contacts/test-kit/fake-contacts.ts';
import { createManualClock } from '../../model/engine/test-kit/manual-clock.ts';
import { createFakeServer } from '../../model/mail/test-kit/fake-server.ts';
import { startModel } from '../../model/mail/test-kit/start-model.ts';
import { openContacts } from './open-contacts.ts';

test('what the socket says of the contacts is fetched, until the session is closed', async () => {
  const clock = createManualClock();
  const server = createFakeServer(clock);
  const { model } = await startModel(server, clock);
  const { api } = createFakeContacts([]);
  const asked = vi.spyOn(api, 'getContactChanges');
  const contacts = openContacts(model.session, api);
  expect(openContacts(model.session, api)).toBe(contacts);
  contacts.hold({ list: { kind: 'all' }, order: 'given', from: null });
  await vi.waitFor(() => expect(contacts.books()).not.toBeNull());

  const tell = async (seq: number) => {
    asked.mockClear();
    server.send({ event: 'contacts_changed', data: { seq } });
    await clock.advance(10);
  };
  await tell(1);
  expect(asked).toHaveBeenCalledOnce();

  asked.mockClear();
  server.dropSockets();
  await clock.advance(2000);
  expect(asked, 'changes that nobody told of meanwhile').toHaveBeenCalledWith({ query: { since: '0' } });

  model.close();
  await tell(2);
  expect(asked).not.toHaveBeenCalled();
});
