import type { CommandParser } from '../../platform/imap/command-parser.ts';
import { SyntaxFault } from '../../platform/imap/syntax-fault.ts';

/** What a program may set on a message. */
export type Flags = {
  seen: boolean;
  flagged: boolean;
  answered: boolean;
  draft: boolean;
  deleted: boolean;
  keywords: string[];
};

type SystemFlag = Exclude<keyof Flags, 'keywords'>;

const NAMES: [SystemFlag, string][] = [
  ['answered', '\\Answered'],
  ['flagged', '\\Flagged'],
  ['deleted', '\\Deleted'],
  ['seen', '\\Seen'],
  ['draft', '\\Draft'],
];
export const SYSTEM_FLAGS = NAMES.map(([, name]) => name).join(' ');
/** That a message is a draft is what it is, and not a mark. */
export const STORED_FLAGS = NAMES.filter(([flag]) => flag !== 'draft')
  .map(([, name]) => name)
  .join(' ');
const MOST_FLAGS = 100;
const KEYWORD_LENGTH = 100;

export function serializeFlags(flags: Flags): string {
  const system = NAMES.filter(([flag]) => flags[flag]).map(([, name]) => name);
  return `(${[...system, ...flags.keywords].join(' ')})`;
}

export function noFlags(): Flags {
  return { seen: false, flagged: false, answered: false, draft: false, deleted: false, keywords: [] };
}

/** In brackets, or of STORE without. `\Recent` is the server's; a client that gives it back means no harm. */
export function parseFlags(parser: CommandParser): Flags {
  const flags = noFlags();
  let count = 0;
  const read = () => {
    count += 1;
    if (count > MOST_FLAGS) throw new SyntaxFault(`A message has up to ${MOST_FLAGS} flags`);
    addFlag(flags, parser);
  };
  if (parser.startsWith('(')) parser.list(read);
  else {
    do read();
    while (parser.take(' '));
  }
  return flags;
}

function addFlag(flags: Flags, parser: CommandParser): void {
  if (!parser.take('\\')) {
    const keyword = parser.atom('a flag');
    if (keyword.length > KEYWORD_LENGTH)
      throw new SyntaxFault(`A keyword has up to ${KEYWORD_LENGTH} letters`);
    if (!flags.keywords.some((known) => known.toLowerCase() === keyword.toLowerCase()))
      flags.keywords.push(keyword);
    return;
  }
  const name = `\\${parser.atom('a flag')}`;
  if (name.toLowerCase() === '\\recent') return;
  const [flag] = NAMES.find(([, known]) => known.toLowerCase() === name.toLowerCase()) ?? [];
  if (flag === undefined) throw new SyntaxFault(`${name} is no flag`);
  flags[flag] = true;
}
