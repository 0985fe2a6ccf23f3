import { DEFAULT_SETTINGS, type Setting, settingsFromList } from '@bocau/contract/settings.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { connectSocket } from '../../test-kit/socket-client.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function settingsOf(person: NewPerson) {
  return settingsFromList((await person.client.getSettings({})).data);
}

function save(person: NewPerson, settings: Record<string, unknown>) {
  const body = Object.entries(settings).map(([key, value]) => ({ key, value })) as Setting[];
  return person.client.saveSettings({ body });
}

describe('settings', () => {
  test('AP-51 ST-2 ST-3 ST-4 ST-5 ST-6 ST-7 begin with the defaults', async () => {
    const person = await newPerson(server);
    expect(await settingsOf(person)).toEqual({
      ...DEFAULT_SETTINGS,
      max_body_size: 1_000_000,
      domain: 'saomai.example',
      enable_drive: true,
      move_folder_api: true,
      auto_reply: '',
    });
    expect(DEFAULT_SETTINGS).toMatchObject({
      item_per_page: 50,
      language: 'vi',
      enable_delay_send: true,
      time_delay_send: 5,
      inline_read: true,
      inline_read_position: 'default',
      tracking: false,
      notice_spam: true,
      warning_send_outside: true,
      ask_send_outside: false,
      enable_use_signature: false,
    });
  });

  test.each(
    Object.entries({
      item_per_page: [10, 20, 25, 50, 100],
      language: ['vi', 'en'],
      time_delay_send: [5, 10, 20, 30],
      inline_read_position: ['default', 'right', 'bottom'],
      tracking: [true, false],
      ask_send_outside: [true, false],
      time_zone: ['Asia/Ho_Chi_Minh', 'Europe/Berlin', 'UTC'],
      remote_images: ['ask', 'always'],
      appearance: ['light', 'dark', 'system'],
      density: ['comfortable', 'compact'],
      conversation_view: [false, true],
      preview_size: [25, 60, 75],
      swipe_left: ['archive', 'read', 'snooze', 'star', 'nothing', 'delete'],
      swipe_right: ['delete', 'nothing'],
    }),
  )('AP-51 %s takes each of its options, and keeps it', async (key, options) => {
    const person = await newPerson(server);
    for (const value of options) {
      const { data } = await save(person, { [key]: value });
      expect(settingsFromList(data)).toMatchObject({ [key]: value });
      expect(await settingsOf(person)).toMatchObject({ [key]: value });
    }
  });

  test.each([
    ['item_per_page', 30],
    ['item_per_page', '50'],
    ['language', 'fr'],
    ['time_delay_send', 7],
    ['inline_read_position', 'left'],
    ['tracking', 'yes'],
    ['time_zone', 'Mars/Olympus'],
    ['time_zone', '+07:00'],
    ['density', 'tight'],
    ['swipe_left', 'move'],
    ['preview_size', 80],
    ['preview_size', 30.5],
    ['image_senders', 'khong-phai-dia-chi'],
    ['image_senders', 'Ha@x.vn'],
    ['image_senders', Array.from({ length: 101 }, (_, at) => `a${at}@x.vn`).join('\n')],
    ['invoice_columns', 'date,colour'],
    ['invoice_columns', 'date,date'],
    ['invoice_columns', 'date,'],
    ['domain', 'other.example'],
    ['enable_drive', false],
    ['signature', 'x'.repeat(10_001)],
    ['signature', '&'.repeat(9_000)],
  ])('ST-7 ST-8 ST-10 %s is refused as %j, and nothing of that save is kept', async (key, value) => {
    const person = await newPerson(server);
    await expect(save(person, { item_per_page: 25, [key]: value })).rejects.toMatchObject({
      status: 400,
      code: 'invalid_input',
      details: { key },
    });
    expect(await settingsOf(person)).toMatchObject({ item_per_page: 50, domain: 'saomai.example' });
  });

  test('ST-8 an unknown key is refused', async () => {
    const person = await newPerson(server);
    await expect(save(person, { language: 'en', colour: 'red' })).rejects.toMatchObject({
      code: 'invalid_input',
    });
    expect((await settingsOf(person)).language).toBe('vi');
  });

  test('ST-7 the whole list can be sent back as it came', async () => {
    const person = await newPerson(server);
    const { data } = await person.client.getSettings({});
    await expect(person.client.saveSettings({ body: data })).resolves.toEqual({ data });
  });

  test('ST-10 a signature is kept without what could run', async () => {
    const person = await newPerson(server);
    const { data } = await save(person, { signature: '<b onclick="x()">Lan</b><script>x()</script>' });
    expect(settingsFromList(data).signature).toBe('<b>Lan</b>');
    expect((await settingsOf(person)).signature).toBe('<b>Lan</b>');
  });

  test('ST-3 a change is told to the journal and the sockets, and to nobody else', async () => {
    const person = await newPerson(server);
    const other = await newPerson(server);
    const { data: before } = await person.client.getChanges({ query: {} });
    const { data: others } = await other.client.getChanges({ query: {} });
    const socket = await connectSocket(server.baseUrl, { room: person.email, token: person.client.token });
    await socket.next('hello');
    await save(person, { language: 'en' });
    await expect(socket.next('changes')).resolves.toMatchObject({ settings: true });
    const { data } = await person.client.getChanges({ query: { since: String(before.seq) } });
    expect(data.settings).toBe(true);
    const { data: same } = await person.client.getChanges({ query: { since: String(data.seq) } });
    expect(same.settings).toBeUndefined();
    expect((await other.client.getChanges({ query: {} })).data.seq).toBe(others.seq);
    await socket.close();
  });
});
