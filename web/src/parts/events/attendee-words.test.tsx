import { beforeAll, expect, test } from 'vitest';
import { loadLaterWords, say } from '../../i18n/i18n.ts';
import { speak } from '../../test-kit/words.ts';
import { attendeeWords } from './attendee-words.ts';

beforeAll(async () => {
  for (const language of ['en', 'vi'] as const) {
    speak(language);
    await loadLaterWords();
  }
});

test.each([
  ['vi', 'chưa nhận được lời mời: thư không tới', 'chưa trả lời, không bắt buộc'],
  ['en', 'invitation not delivered', 'no answer yet, optional'],
] as const)(
  'CL-261 (%s) who was not reached is not said to owe an answer',
  (language, undelivered, waiting) => {
    speak(language);
    expect(attendeeWords(say, { answer: 'waiting', is_undelivered: true })).toBe(undelivered);
    expect(attendeeWords(say, { answer: 'waiting', role: 'optional' })).toBe(waiting);
  },
);
