import type { ApiClient } from '@bocau/contract/client.ts';
import { STARRED } from '@bocau/contract/folder-roles.ts';
import type { StartAnswers } from '@bocau/contract/start.ts';
import { test as base, expect } from 'vitest';
import { createManualClock } from '../engine/test-kit/manual-clock.ts';
import { type Start, withStart } from './start-answers.ts';

const ANSWERS = {
  getUserInfo: { data: 'the person' },
  getChanges: { data: 'the number' },
  getSettings: { data: 'the settings' },
  listFolders: { data: 'the folders' },
  listThreads: { data: 'the list' },
} as unknown as StartAnswers;

const test = base
  .extend('clock', () => createManualClock())
  .extend('asked', () => [] as string[])
  .extend('client', ({ asked, clock }) => (answers: Partial<StartAnswers> | null, inFolder = 'INBOX') => {
    const api = new Proxy({} as ApiClient, {
      get: (given, name: string) =>
        Reflect.get(given, name) ??
        (async () => {
          asked.push(name);
          return { data: 'asked' };
        }),
    });
    const start: Start = {
      query: { in: inFolder, limit: '50', offset: '0' },
      answer: Promise.resolve(answers && { data: answers as StartAnswers }),
    };
    return withStart(api, start, clock);
  });

const LIST = { limit: '50', offset: '0' };

test('the first calls of the opening are answered by the start, once each', async ({ client, asked }) => {
  const api = client(ANSWERS);
  expect(await api.getUserInfo({})).toEqual({ data: 'the person' });
  expect(await api.getChanges({ query: {} })).toEqual({ data: 'the number' });
  expect(await api.listThreads({ query: { in: 'INBOX', ...LIST } })).toEqual({ data: 'the list' });
  expect(asked).toEqual([]);
  await api.getUserInfo({});
  expect(asked).toEqual(['getUserInfo']);
});

test('another list, changes since a number, and calls of others ask the server', async ({
  client,
  asked,
}) => {
  const api = client(ANSWERS);
  await api.listThreads({ query: { in: 'Work', ...LIST } });
  await api.listThreads({ query: { in: 'INBOX', ...LIST, is_read: 'false' } });
  await api.getChanges({ query: { since: '3' } });
  await api.listAvatars({});
  expect(asked).toEqual(['listThreads', 'listThreads', 'getChanges', 'listAvatars']);
});

test('the list of starred conversations comes by a call of its own', async ({ client, asked }) => {
  const api = client(ANSWERS, STARRED);
  expect(await api.listStarred({ query: LIST })).toEqual({ data: 'the list' });
  expect(asked).toEqual([]);
});

test('after the opening all but the settings is asked for', async ({ client, asked, clock }) => {
  const api = client(ANSWERS);
  await api.getChanges({ query: {} });
  await clock.advance(1);
  await api.listFolders({});
  expect(await api.getSettings({})).toEqual({ data: 'the settings' });
  expect(asked).toEqual(['listFolders']);
});

test('what the start has no answer to is asked for', async ({ client, asked }) => {
  await client({}).listFolders({});
  await client(null).getUserInfo({});
  expect(asked).toEqual(['listFolders', 'getUserInfo']);
});
