const WITH = /(?:^|\s)(?:với|voi|cùng|with)\s+(.+)$/iu;
const BETWEEN = /\s*[,&+;]\s*|\s+(?:và|va|and)\s+/iu;
const TITLES = /^(?:anh|chị|em|cô|chú|bác|ông|bà|thầy|mr|mrs|ms|dr)\.?\s+(?=\p{L})/iu;
const NAME = /^(?:\p{Lu}[\p{L}'’-]*)(?:\s+\p{Lu}[\p{L}'’-]*){0,4}/u;
const WORD = /^[\p{L}'’-]{2,}/u;
const ADDRESS = /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/;
const MOST = 3;

/** CL-262: those with whom a title says that an event is, by name or address: `Họp với Lan và chị Hoa`. */
export function namesIn(title: string): string[] {
  const [, people = ''] = WITH.exec(title.normalize('NFC')) ?? [];
  const names = people.split(BETWEEN).map((one) => nameAt(one.trim()));
  return [...new Set(names.filter((name) => name !== ''))].slice(0, MOST);
}

function nameAt(text: string): string {
  const [first = ''] = text.split(/\s/);
  if (ADDRESS.test(first)) return first;
  const bare = text.replace(TITLES, '');
  return (NAME.exec(bare) ?? WORD.exec(bare))?.[0] ?? '';
}
