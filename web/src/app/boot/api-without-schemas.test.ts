import { afterAll, expect, test, vi } from 'vitest';

vi.mock('zod', () => import('../../lib/no-schemas.ts'));

// Files share what they have loaded: the contract may be there already, with the schemas of another file.
vi.resetModules();
const { API } = await import('@bocau/contract/api.ts');
const { DEFAULT_SETTINGS, settingRules } = await import('@bocau/contract/settings.ts');

// Nor is it left to the next file: the contract stays for that, and would validate nothing.
afterAll(() => {
  vi.resetModules();
});

test('the contract runs without the schema library, as it does in the browser', () => {
  expect(API.listThreads).toMatchObject({ method: 'GET', path: '/api/v2/threads' });
  expect(DEFAULT_SETTINGS.item_per_page).toBe(50);
});

test('a schema that is asked in the browser says so', () => {
  expect(() => settingRules.appearance.parse('dark')).toThrow('The browser does not validate');
  expect(() => settingRules.appearance.safeParse('dark')).toThrow('The browser does not validate');
});

test('a schema that is waited for does not hang', async () => {
  await expect(Promise.resolve(settingRules.appearance)).resolves.toBe(settingRules.appearance);
});
