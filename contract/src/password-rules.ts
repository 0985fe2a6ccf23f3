export const PASSWORD_LENGTH = { least: 8, most: 128 } as const;

/** What a password lacks: PW-1 in the order in which a screen lists it. */
export const PASSWORD_LACKS = ['length', 'lowercase', 'uppercase', 'digit', 'special'] as const;
export type PasswordLack = (typeof PASSWORD_LACKS)[number];

/** Why a new password is refused; `common` and `weak` are for others to guess, `same` is the one in use. */
export type PasswordFault = PasswordLack | 'too_long' | 'common' | 'weak' | 'same';

const CLASSES: Record<Exclude<PasswordLack, 'length'>, RegExp> = {
  lowercase: /\p{Ll}/u,
  uppercase: /\p{Lu}/u,
  digit: /\p{Nd}/u,
  special: /[^\p{L}\p{M}\p{Nd}\s]/u,
};

/** Two keyboards write the same letter in two ways; it is one password. */
export function normalizePassword(password: string): string {
  return password.normalize('NFC');
}

/** Which of the rules a password breaks that need no dictionary, by letters of any alphabet. */
export function passwordFaults(given: string): PasswordFault[] {
  const password = normalizePassword(given);
  const length = [...password].length;
  if (length > PASSWORD_LENGTH.most) return ['too_long'];
  return PASSWORD_LACKS.filter((lack) =>
    lack === 'length' ? length < PASSWORD_LENGTH.least : !CLASSES[lack].test(password),
  );
}
