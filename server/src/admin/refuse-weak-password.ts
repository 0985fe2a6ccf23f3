import { type PasswordFault, passwordFaults } from '@bocau/contract/password-rules.ts';
import { guessability, personWords } from '../platform/passwords/weak-password.ts';
import { AdminError } from './command.ts';

const LACKS: Partial<Record<PasswordFault, string>> = {
  length: '8 characters',
  lowercase: 'a lowercase letter',
  uppercase: 'an uppercase letter',
  digit: 'a digit',
  special: 'a special character',
};

/** PW-1, PW-2: the same rules as for users; attackers guess a mailbox's password, whoever set it. */
export async function refuseWeakPassword(
  password: string,
  person: { email: string; name: string },
): Promise<void> {
  const faults = passwordFaults(password);
  if (faults.includes('too_long'))
    throw new AdminError('The password is too long: it has over 128 characters');
  if (faults.length > 0) {
    throw new AdminError(
      `The password is too weak: it lacks ${faults.map((fault) => LACKS[fault]).join(', ')}`,
    );
  }
  const guessed = await guessability(password, personWords(person));
  if (guessed === 'common') throw new AdminError('The password is one of those that most people use');
  if (guessed !== null) {
    throw new AdminError('The password is easy to guess: it is made of names, addresses or common words');
  }
}
