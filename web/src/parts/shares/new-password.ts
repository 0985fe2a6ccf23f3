/** Unambiguous when read out over the telephone: no lookalike characters. */
const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789';
const GROUPS = 3;
const GROUP_LENGTH = 4;

/** About 60 random bits, such as `k7mq-x2ra-9htb`. */
export function newPassword(): string {
  const drawn = crypto.getRandomValues(new Uint8Array(GROUPS * GROUP_LENGTH));
  const text = Array.from(drawn, (value) => LETTERS[value % LETTERS.length]).join('');
  return Array.from({ length: GROUPS }, (_, at) =>
    text.slice(at * GROUP_LENGTH, (at + 1) * GROUP_LENGTH),
  ).join('-');
}
