import type { Marionette } from './marionette.ts';
import { LOAD_AND_WAIT } from './thunderbird-waits.ts';

/** A card as Thunderbird shows it, by its name and the first of its addresses and numbers. */
export type ShownCard = { name: string; email: string; phone: string };

/**
 * What a person does in Thunderbird's address book, by what its windows call themselves. The scripts run in its main window
 * and are text, because they know names of its, and none of ours.
 */
export function contactActsIn(thunderbird: Marionette) {
  const run = <T>(body: string, ...given: unknown[]) => thunderbird.run<T>(HELPERS + body, ...given);
  return {
    /** As its form of new address books does: answers the names of the books that it found, and takes the first. */
    addBook: (site: string, user: string, password: string) => run<string[]>(ADD_BOOK, site, user, password),
    synchronize: () => run('await book().syncWithServer();'),
    /** Waits until it shows exactly these names. */
    seesNames: (names: string[]) => run<ShownCard[]>(SEES_NAMES, names),
    add: (card: string) => run(ADD, card),
    /** Gives a card another number, as its form does. */
    changeNumber: (name: string, number: string) => run(CHANGE_NUMBER, name, number),
    remove: (name: string) => run('book().deleteCards([cardNamed(given[0])]);', name),
  };
}

const HELPERS = `${LOAD_AND_WAIT}
const { MailServices } = load('MailServices');
const { CardDAVDirectory } = load('CardDAVDirectory');
const { CardDAVUtils } = load('CardDAVUtils');
const { AddrBookCard } = load('AddrBookCard');
const { VCardProperties } = load('VCardUtils');
const book = () => {
  const { fileName } = MailServices.ab.directories.find(
    ({ dirType }) => dirType === Ci.nsIAbManager.CARDDAV_DIRECTORY_TYPE,
  );
  return CardDAVDirectory.forFile(fileName);
};
const cardNamed = (name) => book().childCards.find(({ displayName }) => displayName === name);
`;

const ADD_BOOK = `
const [site, user, password] = given;
const found = await CardDAVUtils.detectAddressBooks(user, password, site, false, true);
found[0].create();
return found.map(({ name }) => name);
`;

const SEES_NAMES = `
const wanted = [...given[0]].sort().join(', ');
const shown = () => book().childCards.map(({ displayName }) => displayName).sort().join(', ');
await until(() => shown() === wanted, () => wanted + ' in place of ' + shown());
return book().childCards.map((card) => ({
  name: card.displayName,
  email: card.primaryEmail,
  phone: card.vCardProperties.getFirstValue('tel') ?? '',
}));
`;

const ADD = `
const card = new AddrBookCard();
card.setProperty('_vCard', given[0]);
card.UID = VCardProperties.fromVCard(given[0]).getFirstValue('uid');
book().addCard(card);
`;

const CHANGE_NUMBER = `
const [name, number] = given;
const card = cardNamed(name);
const properties = card.vCardProperties;
properties.getFirstEntry('tel').value = number;
card.setProperty('_vCard', properties.toVCard());
book().modifyCard(card);
`;
