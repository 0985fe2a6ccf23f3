import { guessability, personWords } from '../../../platform/passwords/weak-password.ts';

/** PW-2: whether someone who knows the owner could guess it. */
export async function isGuessable(
  password: string,
  person: { email: string; name: string },
): Promise<boolean> {
  return (await guessability(password, personWords(person))) !== null;
}
