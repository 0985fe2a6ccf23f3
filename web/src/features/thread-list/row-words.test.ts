import type { Thread } from '@bocau/contract/threads.ts';
import { expect, test } from 'vitest';
import { facedOf, letterOf, namesOf, peopleOf } from './row-words.ts';

const lan = { name: 'Nguyễn Lan Anh', email: 'lan.anh@saomai.example' };
const minh = { name: 'Trần Minh', email: 'minh@saomai.example' };
const nameless = { name: '', email: 'ai-do@example.com' };

function thread(part: Partial<Thread>): Thread {
  return { mailbox_name: 'INBOX', from: minh, to: [lan], participants: [minh, lan], ...part } as Thread;
}

test('TL-8 a row names who takes part, oneself as such, each once', () => {
  const people = peopleOf(thread({ participants: [minh, lan, { ...minh, email: 'MINH@saomai.example' }] }));
  expect(namesOf(people, new Set(['lan.anh@saomai.example']), 'tôi')).toBe('Trần Minh, tôi');
});

test.each(['Sent', 'Drafts'])('TL-8 in %s a row names the recipients', (mailbox_name) => {
  const people = peopleOf(thread({ mailbox_name, to: [nameless, minh] }));
  expect(namesOf(people, new Set([lan.email]), 'tôi')).toBe('ai-do@example.com, Trần Minh');
});

test('a thread without participants names its sender', () => {
  expect(peopleOf(thread({ participants: [] }))).toEqual([minh]);
});

test('one letter stands for a row: of the given name, of whoever is not the user', () => {
  const own = new Set([lan.email]);
  expect(letterOf(facedOf([lan, minh], own))).toBe('M');
  expect(letterOf(facedOf([lan], own))).toBe('A');
  expect(letterOf(facedOf([nameless], own))).toBe('A');
  expect(letterOf(facedOf([], own))).toBe('?');
});
