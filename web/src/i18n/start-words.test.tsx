import { afterEach, expect, test } from 'vitest';
import { loadLaterWords, say, spoken, startWords } from './i18n.ts';

afterEach(() => localStorage.clear());

test('what is fetched while the first words come is in their language', async () => {
  localStorage.setItem('bocau.language', 'en');
  const started = startWords();
  expect(spoken.get().language).toBe('en');
  await Promise.all([loadLaterWords(), started]);
  expect(say('settings.title')).toBe('Settings');
});
