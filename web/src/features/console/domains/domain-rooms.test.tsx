import type { Room, RoomBooking } from '@bocau/contract/admin-rooms.ts';
import { ApiError } from '@bocau/contract/client.ts';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { admin as en } from '../../../i18n/en/admin.ts';
import { learnWords } from '../../../i18n/i18n.ts';
import { admin as vi } from '../../../i18n/vi/admin.ts';
import { renderPart } from '../../../test-kit/render-part.tsx';
import { speak } from '../../../test-kit/words.ts';
import { DomainRooms } from './domain-rooms.tsx';

const NAME = 'saomai.example';
const TAKEN = `lan@${NAME}`;
const NEXT = [{ at: 1_795_140_000, until: 1_795_143_600, name: 'Minh Trần' }];

const BOOKING: RoomBooking = {
  ...{ event_id: 'daily', name: 'Minh Trần', email: `minh@${NAME}`, times: 730 },
  ...{ at: 1_795_140_000, until: 1_795_143_600, last_until: 1_858_215_600 },
};

function roomServer() {
  const server = { rooms: [] as Room[], asked: [] as unknown[], bookings: [BOOKING] };
  const find = (email: string) => server.rooms.find((room) => room.email === email) as Room;
  const api = {
    listRooms: async () => ({ data: server.rooms }),
    async addRoom({ body }: { body: { local: string; settings: { name: string } } }) {
      const email = `${body.local}@${NAME}`;
      if (email === TAKEN) throw new ApiError(400, 'already_exists', 'Taken');
      const room: Room = {
        ...{ email, name: body.settings.name, kind: 'room', place: '', seats: null, note: '' },
        ...{ bookers: 'domain', named: [], created_at: 1, booked: 1, next: NEXT, ahead_days: null },
      };
      server.rooms = [...server.rooms, room];
      return { data: room };
    },
    showRoom: async ({ params }: { params: { room: string } }) => ({ data: find(params.room) }),
    async changeRoom({ params, body }: { params: { room: string }; body: Partial<Room> }) {
      server.asked.push(body);
      if (body.named?.includes('khach@minhphat.example')) throw new ApiError(400, 'invalid_input', 'Nobody');
      Object.assign(find(params.room), body);
      return { data: find(params.room) };
    },
    listRoomBookings: async () => ({ data: server.bookings }),
    async releaseRoom({ params }: { params: { event: string } }) {
      server.bookings = server.bookings.filter(({ event_id }) => event_id !== params.event);
      return { data: { ok: true } };
    },
    async deleteRoom({ params }: { params: { room: string } }) {
      server.rooms = server.rooms.filter(({ email }) => email !== params.room);
      return { data: { ok: true } };
    },
  };
  return { server, api };
}

test.each([
  ['vi', vi],
  ['en', en],
] as const)(
  'CL-170 an owner adds a room, says what it is, and deletes it, in %s',
  async (language, words) => {
    speak(language);
    learnWords(language, { admin: words });
    const { rooms } = words;
    const { server, api } = roomServer();
    const { user } = await renderPart(<DomainRooms name={NAME} />, { api: api as never });
    await screen.findByText(rooms.none);
    const address = screen.getByLabelText(rooms.label);
    await user.type(address, `${TAKEN}{Enter}`);
    await screen.findByText(rooms.taken.replace('{{address}}', TAKEN));
    await user.clear(address);
    await user.type(address, 'phong-a{Enter}');
    const heading = await screen.findByRole('heading', { name: `phong-a@${NAME}` });
    expect(document.activeElement).toBe(heading);

    const name = await screen.findByLabelText(rooms.name);
    await user.clear(name);
    await user.click(screen.getByRole('button', { name: rooms.save }));
    screen.getByText(rooms.nameWrong);
    await user.type(name, 'Phòng A');
    await user.type(screen.getByLabelText(rooms.seats), 'tám{Enter}');
    screen.getByText(rooms.seatsWrong);
    await user.clear(screen.getByLabelText(rooms.seats));
    await user.type(screen.getByLabelText(rooms.seats), '8');
    await user.selectOptions(screen.getByLabelText(rooms.bookers), 'named');
    await user.type(screen.getByLabelText(rooms.named), 'khach@minhphat.example');
    await user.click(screen.getByRole('button', { name: rooms.save }));
    await screen.findByText(rooms.namedWrong);
    await user.clear(screen.getByLabelText(rooms.named));
    await user.type(screen.getByLabelText(rooms.named), `minh@${NAME}, kd@${NAME}`);
    await user.click(screen.getByRole('button', { name: rooms.save }));
    await screen.findByDisplayValue('8');
    expect(server.asked.at(-1)).toMatchObject({
      ...{ name: 'Phòng A', seats: 8, bookers: 'named' },
      named: [`minh@${NAME}`, `kd@${NAME}`],
    });

    await user.click(screen.getByRole('button', { name: rooms.all }));
    // At once, with its new name.
    const line = screen.getByRole('button', { name: /Phòng A/ });
    expect(document.activeElement).toBe(line);
    await user.click(line);
    await user.click(await screen.findByRole('button', { name: rooms.delete }));
    const dialog = await screen.findByRole('dialog');
    within(dialog).getByText(/Minh Trần/);
    await user.click(within(dialog).getByRole('button', { name: rooms.delete }));
    await screen.findByText(rooms.none);
    expect(server.rooms).toEqual([]);
  },
);

test.each([
  ['vi', vi],
  ['en', en],
] as const)(
  'CL-212 CL-213 an owner limits a room and takes it from an event, in %s',
  async (language, words) => {
    speak(language);
    learnWords(language, { admin: words });
    const { rooms } = words;
    const { server, api } = roomServer();
    const { user } = await renderPart(<DomainRooms name={NAME} />, { api: api as never });
    await user.type(await screen.findByLabelText(rooms.label), 'phong-a{Enter}');
    await user.selectOptions(await screen.findByLabelText(rooms.ahead), '90');
    await user.click(screen.getByRole('button', { name: rooms.save }));
    expect(server.asked.at(-1)).toMatchObject({ ahead_days: 90 });

    const bookings = await screen.findByRole('list', { name: rooms.bookings });
    within(bookings).getByText(/730/);
    await user.click(within(bookings).getByRole('button', { name: /Minh Trần/ }));
    const dialog = await screen.findByRole('dialog');
    within(dialog).getByText(/Minh Trần/, { selector: 'div' });
    await user.click(within(dialog).getByRole('button', { name: rooms.release }));
    await screen.findByText(rooms.bookingsNone);
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: rooms.bookings }));
  },
);
