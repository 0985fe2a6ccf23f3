import type { SpamSymbol } from '@bocau/contract/sending.ts';
import { expect, it } from 'vitest';
import { demoWorld } from '../../demo-world/world.ts';
import { readMail } from '../../platform/mime/read-mail.ts';
import { scoreMessage } from './score-message.ts';
import { isWorthAsking } from './worth-asking.ts';

const found = (scores: Record<string, number>): SpamSymbol[] =>
  Object.entries(scores).map(([name, score]) => ({ name, score, description: '', type: 'body' }));

it.each<[string, Record<string, number>, boolean, boolean]>([
  ['nothing', {}, false, false],
  ['what is only told', { HAS_URL: 0, SUBJECT_HAS_QUESTION: 0, SUBJECT_HAS_DONG: 0 }, false, false],
  ['a subject in capitals', { SUBJ_ALL_CAPS: 1.5 }, false, false],
  ['capitals and a price', { SUBJ_ALL_CAPS: 1.5, SUBJECT_HAS_CURRENCY: 0.6 }, true, false],
  ['what our own program does to it', { SUBJ_EXCESS_BASE64: 1, SUBJ_EXCESS_QP: 1 }, false, false],
  ['no subject, which has a question of its own', { EMPTY_SUBJECT: 1, SUBJ_ALL_CAPS: 1.5 }, false, false],
  ['nothing but a link', { BODY_URL_ONLY: 2 }, true, true],
  ['the words of a bait', { PHISHING_WORDS: 2.5 }, true, true],
])('SP-3 %s', (_what, scores, outside, inside) => {
  expect(isWorthAsking(found(scores), true)).toBe(outside);
  expect(isWorthAsking(found(scores), false)).toBe(inside);
});

it('SP-3 stops at most one in a hundred of the messages that an office sends', () => {
  const sent = [...demoWorld(Date.UTC(2026, 9, 14) / 1000).mail].filter(({ folder }) => folder === 'Sent');
  const asked = sent.filter(({ raw }) => {
    const { mail } = readMail(raw);
    const recipients = [...mail.to, ...mail.cc].map(({ email }) => email);
    return isWorthAsking(
      scoreMessage({ subject: mail.subject, text: mail.text ?? mail.searchText, recipients }),
      true,
    );
  });
  expect(sent.length).toBeGreaterThan(300);
  expect(asked.length).toBeLessThanOrEqual(sent.length / 100);
});
