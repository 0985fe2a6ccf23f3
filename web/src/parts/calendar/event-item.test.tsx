import type { Message } from '@bocau/contract/messages.ts';
import { act, screen } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { loadLaterWords } from '../../i18n/i18n.ts';
import { renderPart } from '../../test-kit/render-part.tsx';
import { threadOf } from '../../test-kit/thread-of.ts';
import { speak } from '../../test-kit/words.ts';
import { Menu } from '../../ui/layers/menu.tsx';
import { EventItem } from './event-item.tsx';
import { eventRequest } from './event-request.ts';

beforeAll(async () => {
  for (const language of ['en', 'vi'] as const) {
    speak(language);
    await loadLaterWords();
  }
});
beforeEach(() => eventRequest.set(null));

const MINH = { name: 'Trần Minh', email: 'minh@saomai.example' };
const BINH = { name: 'Bình', email: 'binh@doitac.example' };

test.each([
  ['vi', 'Tạo sự kiện'],
  ['en', 'Make an event'],
] as const)(
  'CL-264 (%s) an event of a message has its subject, a link to it and who is in it',
  async (language, name) => {
    speak(language);
    const thread = threadOf({ mailbox_name: 'Khách hàng khó' });
    const message = {
      ...{ from: MINH, subject: 'Hợp đồng', cc: [BINH, MINH] },
      to: [{ name: 'Lan Anh', email: 'LAN.ANH@saomai.example' }],
    } as unknown as Message;
    await renderPart(
      <Menu opened trapFocus={false}>
        <Menu.Target>
          <button type="button">…</button>
        </Menu.Target>
        <Menu.Dropdown>
          <EventItem thread={thread} message={message} />
        </Menu.Dropdown>
      </Menu>,
    );
    await act(async () => screen.getByRole('menuitem', { name, hidden: true }).click());
    expect(eventRequest.get()).toEqual({
      title: 'Hợp đồng',
      description: `${window.location.origin}/folder/INBOX/t1`,
      people: [MINH, BINH],
    });
  },
);
