import type { ApiClient } from '@bocau/contract/client.ts';
import type { Message } from '@bocau/contract/messages.ts';
import { DEFAULT_SETTINGS } from '@bocau/contract/settings.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { say } from '../../i18n/i18n.ts';
import { speak } from '../../test-kit/words.ts';
import { printMessages } from './print-messages.ts';

beforeEach(() => speak('vi'));

test('TD-18 a message that begins with a frameset is printed, and so is the next', async () => {
  const frames = ['<frameset><frame src="https://a.example"></frameset><p>Lời chào</p>', '<p>Thư sau</p>'];
  const window = { print: vi.fn(), addEventListener: vi.fn() };
  vi.spyOn(HTMLIFrameElement.prototype, 'contentWindow', 'get').mockReturnValue(window as never);
  await printMessages({
    api: {} as ApiClient,
    settings: DEFAULT_SETTINGS,
    t: say,
    subject: 'Báo giá',
    messages: frames.map((body, at) => messageOf(`m${at}`, body)),
  });
  expect(window.print).toHaveBeenCalledOnce();
  // What printed before it has left its frame.
  const paper = [...document.querySelectorAll('iframe')].at(-1)?.contentDocument;
  const bodies = [...(paper?.querySelectorAll('section > div') ?? [])].map(
    (place) => place.shadowRoot?.textContent,
  );
  expect(bodies).toEqual([expect.stringContaining('Lời chào'), expect.stringContaining('Thư sau')]);
  expect(paper?.querySelector('frameset, frame')).toBeNull();
});

function messageOf(id: string, body: string): Message {
  return {
    id,
    body,
    body_type: 'html',
    from: { name: 'Hà', email: 'ha@x.vn' },
    to: [],
    cc: [],
    files: [],
    date: 1_795_000_000,
  } as unknown as Message;
}
