import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { changeNotificationChoice, notificationChoice } from './notification-choice.ts';
import { keepPushDevice, removePushDevice, savePushDevice } from './push-device.ts';

const EMAIL = 'lan.anh@saomai.example';
const subscription = {
  options: { applicationServerKey: new TextEncoder().encode('key').buffer },
  toJSON: () => ({ endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } }),
  unsubscribe: async () => true,
};

/** A server whose answers to saves wait until it is told. */
function serverOf(calls: string[]) {
  const held = Promise.withResolvers<void>();
  const ok = { data: { ok: true as const }, meta: undefined };
  return {
    answer: held.resolve,
    getPush: async () => ({ data: { key: 'a2V5', subscribed: true }, meta: undefined }),
    async savePush() {
      await held.promise;
      calls.push('saved');
      return ok;
    },
    async removePush() {
      calls.push('removed');
      return ok;
    },
  };
}

beforeEach(() => {
  const registration = { pushManager: { getSubscription: async () => subscription } };
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => registration } });
  changeNotificationChoice({ pushed: EMAIL });
});
afterEach(() => {
  vi.unstubAllGlobals();
  changeNotificationChoice({ pushed: null });
});

test('NT-9 pushes that are turned off while they are being saved stay off', async () => {
  const calls: string[] = [];
  const api = serverOf(calls);
  const saved = keepPushDevice(api, notificationChoice());
  const removed = removePushDevice(api);
  const late = keepPushDevice(api, notificationChoice());
  api.answer();
  await Promise.all([saved, removed, late]);
  expect(calls).toEqual(['saved', 'removed']);
  expect(notificationChoice().pushed).toBeNull();
});

test('NT-9 what failed keeps nothing from being turned on afterwards', async () => {
  const calls: string[] = [];
  const api = serverOf(calls);
  api.answer();
  const failing = { ...api, getPush: () => Promise.reject(new Error('unreachable')) };
  const failed = expect(savePushDevice(failing)).rejects.toThrow('unreachable');
  await Promise.all([failed, savePushDevice(api)]);
  expect(calls).toEqual(['saved']);
});
