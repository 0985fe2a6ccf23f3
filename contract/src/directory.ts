import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { line, queryNumber } from './fields.ts';
import { LIMITS } from './limits.ts';

/** What people of a domain see of its directory: nobody, names and addresses, or all that it says. */
export const DIRECTORY_MODES = ['nothing', 'names', 'all'] as const;
export const directoryMode = z.enum(DIRECTORY_MODES);
export type DirectoryMode = z.infer<typeof directoryMode>;

/** What an owner writes of a person; as it is typed but for spaces. */
const entryText = (longest: number) => line(longest).transform((text) => tidyEntry(text));
export const LONGEST_TITLE = 120;
export const LONGEST_PHONE = 60;
export const directoryFields = {
  title: entryText(LONGEST_TITLE),
  department: entryText(LONGEST_TITLE),
  /** At work; not the telephone that codes are sent to. */
  phone: entryText(LONGEST_PHONE),
};

export function tidyEntry(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, ' ').trim();
}

export const directoryPerson = z.object({
  email: z.string(),
  name: z.string(),
  /** The letter under which the person is listed, or `#`. */
  letter: z.string(),
  /** Path of the picture, without its width. */
  avatar: z.string().nullable(),
  /** Empty where nothing is said, or the domain does not show it; so are the next. */
  title: z.string(),
  department: z.string(),
  phone: z.string(),
  manager: z.object({ name: z.string(), email: z.string() }).nullable(),
});
export type DirectoryPerson = z.infer<typeof directoryPerson>;

const department = z.string().min(1).max(LONGEST_TITLE);

export const listDirectory = endpoint({
  method: 'GET',
  path: '/api/contacts/v1/directory',
  summary:
    'The people of one’s own domain by given name, as far as its owner shows them; with `search`, those with words that begin so in name, address, title and department, or a part of a number',
  access: 'session',
  on: 'person',
  query: z.object({
    search: z.string().max(LIMITS.searchTextLength).optional(),
    department: department.optional(),
    /** With the departments below it. */
    below: z.literal('true').optional(),
    /** Begins with this letter; `#` for who has none. */
    from: z.string().max(4).optional(),
    limit: queryNumber.optional(),
    cursor: z.string().max(1024).optional(),
  }),
  data: z.array(directoryPerson),
  meta: z.object({ next_cursor: z.string().nullable(), shown: directoryMode }),
  errors: ['invalid_cursor'],
});

export const listDirectoryLetters = endpoint({
  method: 'GET',
  path: '/api/contacts/v1/directory/letters',
  summary: 'The letters under which the directory has people, in order; of one department, where it is named',
  access: 'session',
  on: 'person',
  query: z.object({ department: department.optional(), below: z.literal('true').optional() }),
  data: z.array(z.string()),
  errors: [],
});

export const directoryDepartment = z.object({ name: z.string(), total: z.number().int() });
export type DirectoryDepartment = z.infer<typeof directoryDepartment>;

export const listDirectoryDepartments = endpoint({
  method: 'GET',
  path: '/api/contacts/v1/directory/departments',
  summary: 'The departments of the directory, with how many people are in each',
  access: 'session',
  on: 'person',
  data: z.array(directoryDepartment),
  errors: [],
});

export const getDirectoryPerson = endpoint({
  method: 'GET',
  path: '/api/contacts/v1/directory/person',
  summary: 'A person of one’s own domain, by any of their addresses',
  access: 'session',
  on: 'person',
  query: z.object({ email: z.string().min(1).max(LIMITS.recipientLength) }),
  data: directoryPerson,
  errors: ['not_found'],
});
