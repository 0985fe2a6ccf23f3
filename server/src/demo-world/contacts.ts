import { z } from 'zod';
import { readDataFile } from './data-file.ts';
import { vietnamZone } from './dates.ts';
import type { Contact } from './message.ts';
import { logo } from './sample-files.ts';

/** Whoever writes or is written to, by the name that conversations call them. */
export type Contacts = ReadonlyMap<string, Contact>;

const lines = z.union([z.string(), z.array(z.string()).min(1)]);
const contact = z.strictObject({
  name: z.string().min(1),
  email: z.email(),
  client: z.enum(['gmail', 'outlook', 'thunderbird', 'phone', 'legacy', 'japanese', 'utf16']),
  signature: lines,
  english: z.boolean().default(false),
  zone: z.int().default(vietnamZone),
  logo: z
    .strictObject({ file: z.string(), cid: z.string(), colour: z.tuple([z.int(), z.int(), z.int()]) })
    .optional(),
});

export function readContacts(folder?: URL): Contacts {
  const found = readDataFile('contacts.json', z.record(z.string(), contact), folder);
  return new Map(
    Object.entries(found).map(([key, { signature, logo: mark, ...rest }]): [string, Contact] => [
      key,
      {
        ...rest,
        signature: [signature].flat().join('\n'),
        ...(mark ? { logo: { ...logo(mark.file, mark.colour), cid: mark.cid } } : {}),
      },
    ]),
  );
}

export function contactNamed(contacts: Contacts, key: string): Contact {
  const found = contacts.get(key);
  if (!found) throw new Error(`contacts.json has no "${key}"`);
  return found;
}
