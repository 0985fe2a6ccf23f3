import type { ApiClient } from '@bocau/contract/client.ts';
import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { noticeClaims } from '../../parts/notifications/notice-claims.ts';
import { changeNotificationChoice } from '../../parts/notifications/notification-choice.ts';
import { useLocation } from '../../router/router.tsx';
import { stubCaches } from '../../test-kit/fake-caches.ts';
import { renderPart } from '../../test-kit/render-part.tsx';
import { threadOf } from '../../test-kit/thread-of.ts';
import { DesktopNotices } from './desktop-notices.tsx';

class Shown extends EventTarget {
  static permission = 'granted';
  static all: Shown[] = [];
  readonly title: string;
  readonly body: string;
  close = vi.fn();
  constructor(title: string, { body }: { body: string }) {
    super();
    this.title = title;
    this.body = body;
    Shown.all.push(this);
  }
}

class SilentChannel extends EventTarget {
  postMessage(): void {}
  close(): void {}
}

beforeEach(() => {
  Shown.all = [];
  vi.stubGlobal('Notification', Shown);
  vi.stubGlobal('BroadcastChannel', SilentChannel);
  stubCaches();
  vi.spyOn(document, 'hasFocus').mockReturnValue(false);
  vi.spyOn(window, 'focus').mockImplementation(() => undefined);
  changeNotificationChoice({
    ...{ on: true, pushed: null, content: 'subject', quiet: false, sound: false },
    folders: ['INBOX'],
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function Where() {
  return <p>{`at ${useLocation().pathname}`}</p>;
}

async function show(api: Partial<ApiClient> = {}) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { server, clock } = await renderPart(
    <>
      <DesktopNotices />
      <Where />
    </>,
    { api },
  );
  return async (...messages: { id: string; subject?: string }[]) => {
    await act(async () => {
      for (const { id, subject = 'Báo giá tháng 12' } of messages) {
        const thread = threadOf({ id: `t-${id}`, subject });
        server.send({ event: 'new_mail', data: { message_id: id, thread } });
      }
      await clock.advance(10);
      await vi.advanceTimersByTimeAsync(1000);
    });
  };
}

const told = () => Shown.all.map(({ title, body }) => `${title} | ${body}`);

test('NT-3 new mail is told by sender and subject, and a click opens it in this tab', async () => {
  const receive = await show();
  await receive({ id: 'm1', subject: '**SPOOF** Chuyển khoản' });
  expect(told()).toEqual(['Trần Minh | Giả mạo: Chuyển khoản']);
  await act(async () => void Shown.all[0]?.dispatchEvent(new Event('click')));
  expect(window.focus).toHaveBeenCalledOnce();
  expect(Shown.all[0]?.close).toHaveBeenCalledOnce();
  expect(screen.getByText('at /folder/INBOX/t-m1')).toBeTruthy();
});

test.each([
  ['sender', 'Trần Minh | Thư mới'],
  ['nothing', 'Thư mới | '],
] as const)('where that was chosen it is told with %s of who and what', async (content, words) => {
  changeNotificationChoice({ content });
  const receive = await show();
  await receive({ id: 'm2' });
  expect(told()).toEqual([words]);
});

describe('where mail is pushed to this browser', () => {
  const api = {
    getPush: vi.fn(async () => ({ data: { key: 'a2V5', subscribed: true }, meta: undefined })),
    savePush: vi.fn(async () => ({ data: { ok: true as const }, meta: undefined })),
  };
  const worker = new EventTarget();
  const shown: { title: string; tag?: string; data?: unknown }[] = [];
  const subscription = {
    options: { applicationServerKey: new TextEncoder().encode('key').buffer },
    toJSON: () => ({ endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } }),
  };
  const registration = {
    pushManager: { getSubscription: async () => subscription },
    showNotification: async (title: string, options: object) => void shown.push({ title, ...options }),
  };

  beforeEach(() => {
    shown.length = 0;
    api.savePush.mockClear();
    Object.defineProperty(navigator, 'serviceWorker', {
      configurable: true,
      value: Object.assign(worker, { getRegistration: async () => registration }),
    });
    changeNotificationChoice({ pushed: 'lan.anh@saomai.example' });
  });
  afterEach(() => {
    Reflect.deleteProperty(navigator, 'serviceWorker');
  });

  test('NT-11 a page shows the notice by the worker, under the id of the message', async () => {
    const receive = await show(api);
    await receive({ id: 'm1' });
    expect(Shown.all).toEqual([]);
    expect(shown).toMatchObject([{ title: 'Trần Minh', tag: 'm1', data: { path: '/folder/INBOX/t-m1' } }]);
  });

  test('NT-11 a page tells nothing of a message that the worker has told of', async () => {
    await noticeClaims.write(['m1']);
    const receive = await show(api);
    await receive({ id: 'm1' }, { id: 'm2' });
    expect(shown.map(({ tag }) => tag)).toEqual(['m2']);
  });

  test('what is chosen reaches the server, and a notice of the worker opens its conversation here', async () => {
    changeNotificationChoice({ content: 'sender', quiet: true, hours: { from: '22:00', to: '07:00' } });
    const receive = await show(api);
    await receive();
    expect(api.savePush).toHaveBeenCalledWith({
      body: {
        subscription: { endpoint: 'https://push.example/1', p256dh: 'p', auth: 'a' },
        choice: { content: 'sender', folders: ['INBOX'], quiet: { from: '22:00', to: '07:00' } },
      },
    });
    const data = { kind: 'open-notice', path: '/folder/INBOX/t-9' };
    await act(async () => void worker.dispatchEvent(new MessageEvent('message', { data })));
    expect(screen.getByText('at /folder/INBOX/t-9')).toBeTruthy();
  });

  test('somebody else who signs in here has not asked for it', async () => {
    changeNotificationChoice({ pushed: 'ha.pham@saomai.example' });
    const receive = await show(api);
    await receive({ id: 'm1' });
    expect(shown).toEqual([]);
    expect(told()).toHaveLength(1);
    expect(api.savePush).not.toHaveBeenCalled();
  });
});

test('many at once, as after a night without a connection, are told as a number', async () => {
  const receive = await show();
  await receive(...['a', 'b', 'c', 'd'].map((id) => ({ id })));
  expect(told()).toEqual(['4 thư mới | ']);
});

test('nothing is told while one looks, in quiet hours, or when the browser forbids it', async () => {
  const receive = await show();
  vi.mocked(document.hasFocus).mockReturnValue(true);
  await receive({ id: 'm3' });
  vi.mocked(document.hasFocus).mockReturnValue(false);
  changeNotificationChoice({ quiet: true, hours: { from: '00:00', to: '23:59' } });
  vi.spyOn(Date.prototype, 'toTimeString').mockReturnValue('12:00:00 GMT+0700');
  await receive({ id: 'm4' });
  changeNotificationChoice({ quiet: false });
  Shown.permission = 'denied';
  await receive({ id: 'm5' });
  Shown.permission = 'granted';
  expect(told()).toEqual([]);
});

test('of mail that is filed elsewhere it is told where that folder was chosen, and opened there', async () => {
  const { server, clock } = await renderPart(
    <>
      <DesktopNotices />
      <Where />
    </>,
  );
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const folder = { folder_id: 'work', mailbox_name: 'Work' };
  const file = (id: string) =>
    act(async () => {
      const thread = threadOf({ id: `t-${id}`, subject: 'Hóa đơn 11', ...folder });
      const before = server.mailbox.changes(null);
      server.send({
        event: 'changes',
        data: {
          ...before,
          seq: before.seq + 1,
          threads: [{ id: thread.id, rows: [{ list: folder.folder_id, thread }] }],
          new_elsewhere: [{ thread_id: thread.id, message_id: id, folder_id: folder.folder_id }],
        },
      });
      await clock.advance(10);
      await vi.advanceTimersByTimeAsync(1000);
    });
  await file('e1');
  expect(told()).toEqual([]);
  changeNotificationChoice({ folders: ['INBOX', folder.folder_id] });
  await file('e2');
  expect(told()).toEqual(['Trần Minh | Hóa đơn 11']);
  await act(async () => void Shown.all[0]?.dispatchEvent(new Event('click')));
  expect(screen.getByText('at /folder/Work/t-e2')).toBeTruthy();
});
