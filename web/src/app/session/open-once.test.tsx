import { type ApiClient, ApiError } from '@bocau/contract/client.ts';
import { expect, test, vi } from 'vitest';
import { planCreate } from '../../model/calendar/plan-operations.ts';
import { createFakeCalendar, fieldsOf } from '../../model/calendar/test-kit/fake-calendar.ts';
import type { Contact } from '../../model/contacts/contacts-noun.ts';
import { cardOf, createFakeContacts } from '../../model/contacts/test-kit/fake-contacts.ts';
import { BY_NAME } from '../../model/drive/drive-list.ts';
import { createFakeDrive, entryOf } from '../../model/drive/test-kit/fake-drive.ts';
import { createManualClock } from '../../model/engine/test-kit/manual-clock.ts';
import { createFakeServer } from '../../model/mail/test-kit/fake-server.ts';
import { startModel } from '../../model/mail/test-kit/start-model.ts';
import type { SessionModel } from '../../model/session/session-model.ts';
import { openCalendar } from './open-calendar.ts';
import { openContacts } from './open-contacts.ts';
import { openDrive } from './open-drive.ts';
import { openInvitationAnswers } from './open-invitation-answers.ts';

const SIGNED_OUT = new ApiError(401, 'session_required', 'Sign in');
const FORBIDDEN = new ApiError(403, 'forbidden', 'Not yours');

/** Each opens its room, and returns what does something in it, and the call that it sends. */
const ROOMS = {
  async answers(session: SessionModel) {
    const api = { answerInvitation: async () => ({ data: {} }) } as unknown as ApiClient;
    const model = openInvitationAnswers(session, api);
    await model.start();
    const answer = { id: 'f1', title: 'Họp', answer: 'accepted', before: 'waiting' } as const;
    return {
      call: vi.spyOn(api, 'answerInvitation'),
      begin: () => model.act({ kind: 'answer', ...answer }),
    };
  },
  async calendar(session: SessionModel) {
    const { api } = createFakeCalendar([]);
    const model = openCalendar(session, api);
    model.hold({ from: '2026-11-20', to: '2026-11-20', zone: 'UTC' });
    await vi.waitFor(() => expect(model.calendars()).not.toBeNull());
    const event = { id: 'new', calendarId: 'own', fields: fieldsOf('Họp', '2026-11-20', '09:00') };
    return { call: vi.spyOn(api, 'createEvent'), begin: () => model.act(planCreate(event)) };
  },
  async contacts(session: SessionModel) {
    const { api } = createFakeContacts([cardOf('lan', 'Lan Anh')]);
    const model = openContacts(session, api);
    const place = { list: { kind: 'all' }, order: 'given', from: null } as const;
    model.hold(place);
    await vi.waitFor(() => expect(model.view(place).contacts).toHaveLength(1));
    const [lan] = model.view(place).contacts as [Contact];
    return {
      call: vi.spyOn(api, 'markContacts'),
      begin: () => model.act({ kind: 'favorite', contacts: [lan], on: true }),
    };
  },
  async drive(session: SessionModel) {
    const { api } = createFakeDrive([]);
    const model = openDrive(session, api);
    model.hold({ kind: 'folder', id: null }, BY_NAME);
    await vi.waitFor(() => expect(model.usage()).not.toBeNull());
    return {
      call: vi.spyOn(api, 'renameDriveFile'),
      begin: () => model.act({ kind: 'favorite', files: [entryOf('a', {})], on: true }),
    };
  },
};

async function openRoom(name: keyof typeof ROOMS) {
  const clock = createManualClock();
  const { model, events } = await startModel(createFakeServer(clock), clock);
  const { call, begin } = await ROOMS[name](model.session);
  const heard = () => events.map(({ kind }) => kind).filter((kind) => kind !== 'new-mail');
  return { call, begin, heard };
}

const NAMES = Object.keys(ROOMS) as (keyof typeof ROOMS)[];

test.each(NAMES)(
  'RT-12 an act in the %s that finds the session ended ends it, and is sent once',
  async (name) => {
    const { call, begin, heard } = await openRoom(name);
    for (let times = 0; times < 5; times += 1) call.mockRejectedValueOnce(SIGNED_OUT);
    begin();
    await vi.waitFor(() => expect(heard()).toEqual(['session-ended']));
    begin();
    await Promise.resolve();
    expect(call).toHaveBeenCalledOnce();
  },
);

test.each(NAMES)('an act in the %s that is refused says nothing about the session', async (name) => {
  const { call, begin, heard } = await openRoom(name);
  call.mockRejectedValueOnce(FORBIDDEN);
  expect(await begin().settled).toBe(false);
  expect(heard()).toEqual([]);
});
