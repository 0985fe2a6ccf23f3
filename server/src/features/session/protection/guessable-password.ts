import { guessability, personWords } from '../../../platform/passwords/weak-password.ts';

/** PW-2: whether others would guess it, who know whose it is. */
export async function isGuessable(
  password: string,
  person: { email: string; name: string },
): Promise<boolean> {
  return (await guessability(password, personWords(person))) !== null;
}
