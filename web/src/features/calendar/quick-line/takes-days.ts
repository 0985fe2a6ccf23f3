const word = (words: string) => new RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})`, 'iu');
/** CL-254: who is away all day can meet nobody. */
const AWAY = word(
  'nghỉ(?! trưa)|nghi phep|công tác|cong tac|vắng|off|leave|vacation|trip|travel|out of office|ooo',
);
/** What goes on from its first day to its last one. */
const LASTING = word(
  'du lịch|du lich|hội nghị|hoi nghi|hội thảo|hoi thao|triển lãm|trien lam|conference|workshop|retreat|offsite|exhibition',
);

/** Of these hours are of each of their days. */
const TRAINING = word('tập huấn|tap huan');

export function isAway(title: string): boolean {
  return AWAY.test(title);
}

/** CL-408: what is one event of several days, and no time of each of them. */
export function takesDays(text: string): boolean {
  return goesOn(text) || TRAINING.test(text);
}

/** CL-426: what goes on also beside from when to when it is on each day. */
export function goesOn(text: string): boolean {
  return isAway(text) || LASTING.test(text);
}
