import { expect, test } from 'vitest';
import { ownerOfUnsent, unsentKeyOfBefore, unsentPrefix } from './unsent-keys.ts';

test('the key of what is unsent says whose it is, whatever noun it is of', () => {
  for (const noun of ['compose', 'acts', 'drive-acts', 'contacts', 'noun-of-tomorrow'])
    expect(ownerOfUnsent(`${unsentPrefix('lan@a.example', noun)}1 2`)).toBe('lan@a.example');
});

test('what was read is nobody’s', () => {
  for (const key of ['mailbox', 'lan@a.example threads 1', 'lan@a.example drive'])
    expect(ownerOfUnsent(key)).toBe(null);
});

test('what an older program left unsent is found under a key of today', () => {
  for (const noun of ['compose', 'compose-quote', 'compose-file', 'acts', 'drive-acts', 'uploads'])
    expect(unsentKeyOfBefore(`lan@a.example ${noun} 1 2`)).toBe(`${unsentPrefix('lan@a.example', noun)}1 2`);
  for (const key of ['mailbox', 'lan@a.example threads 1', `${unsentPrefix('lan@a.example', 'acts')}1`])
    expect(unsentKeyOfBefore(key)).toBe(key);
});
