/**
 * What stands on the ground of mail, a product each: the first words of the names of its rooms and files.
 * Whatever has another name belongs to the ground.
 */
const PRODUCTS: Readonly<Record<string, readonly string[]>> = {
  calendar: ['calendar', 'caldav', 'event', 'invitations', 'lunar', 'tasks'],
  contacts: ['contacts', 'contact', 'carddav'],
  drive: ['drive', 'cloud', 'office', 'previews', 'share', 'shares', 'thumbnails'],
  groups: ['groups', 'group', 'held'],
  invoices: ['invoices', 'invoice'],
  merges: ['merges', 'merge'],
  'mail programs': ['imap', 'pop3'],
};

/** Where rooms and files have the name of a product. */
const NAMED =
  /^(?:(?:server|web)\/src\/(?:features\/|model\/|i18n\/\w+\/)?|contract\/src\/|e2e\/journeys\/deep\/)([a-z0-9]+)/;

/** Null: it belongs to the ground that all products stand on. */
export function productOf(path: string): string | null {
  const word = NAMED.exec(path)?.[1];
  if (word === undefined) return null;
  return Object.keys(PRODUCTS).find((product) => PRODUCTS[product]?.includes(word)) ?? null;
}
