import type { MailAddress } from '@bocau/contract/fields.ts';
import { foldAddress, withoutTag } from '../../mail/people/fold-address.ts';
import { readSettings } from '../../mail/settings/read-settings.ts';
import type { ReadDb } from '../../tables.ts';
import { readColleagues } from './meeting-mail.store.ts';
import type { Language } from './write-reply.ts';

/** Colleagues by the language that each has chosen; all others by that of who writes to them. */
export async function byLanguage(
  db: ReadDb,
  mailboxId: number,
  people: MailAddress[],
): Promise<Map<Language, MailAddress[]>> {
  const { language: own } = await readSettings(db, mailboxId);
  const folded = ({ email }: MailAddress) => withoutTag(foldAddress(email));
  const languages = await readColleagues(db, mailboxId, people.map(folded));
  return Map.groupBy(people, (one) => languages.get(folded(one)) ?? own);
}
