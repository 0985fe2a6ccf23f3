import { fillContactsOf } from '@bocau/server/test-kit/fill-contacts.ts';
import { getRequest, jsonRequest, withQuery } from '../http/request.ts';
import { measureProbes, type Probe } from '../measure/measure-probes.ts';
import type { BenchMailbox } from '../world/bench-mailbox.ts';
import type { Bench, Scenario } from './scenario.ts';

/** Cards, for the smaller and the larger mailbox; in the quick run too, since they are filled in seconds. */
const CARDS = { small: 5_000, large: 50_000 };
/** In the directory of their domain. */
const PEOPLE = 10_000;
const FAR_LETTER = 'L';
const CALLS = '/api/contacts/v1';

/** Contacts: pages of the list, searches, suggestions while a recipient is typed, and an edit. */
async function contactProbes(
  { connection, world }: Bench,
  { email, token, client }: BenchMailbox,
  cards: number,
): Promise<Probe[]> {
  await fillContactsOf(world.databaseUrl, email, { cards, people: PEOPLE });
  const { data } = await client.listContacts({ query: { limit: '1' } });
  const first = data[0]?.id ?? '';
  const read = async (scenario: string, title: string, path: string): Promise<Probe> => {
    const request = getRequest(path, token);
    const statements = await world.recorder.statementsOf(path, token);
    return {
      scenario,
      title: `contacts: ${title}`,
      size: cards,
      ask: () => connection.send(request),
      bare: () => world.recorder.run(statements),
    };
  };
  const list = (query: Record<string, string | number>) => withQuery(`${CALLS}/cards`, query);
  const suggest = (search_text: string) => withQuery('/api/v2/recipients/suggest', { search_text });
  return [
    await read('contacts-first', 'first page', list({})),
    await read('contacts-letter', 'from a letter in the middle', list({ from: FAR_LETTER })),
    await read('contacts-list', 'first page of a list', list({ list: 'Khách hàng' })),
    await read('contacts-letters', 'the letters', `${CALLS}/letters`),
    await read('contacts-search', 'a name', list({ search: `khach${cards - 1}` })),
    await read(
      'contacts-search-number',
      'the end of a number',
      list({ search: String(90_000_000 + cards).slice(-6) }),
    ),
    await read('contacts-search-common', 'a surname of a fifth of all', list({ search: 'nguyen' })),
    await read('contacts-suggest', 'suggestions for two words', suggest('nguyen khanh')),
    await read(
      'contacts-suggest-colleague',
      'suggestions of a colleague by name and number',
      suggest('duc 4001'),
    ),
    await read('contacts-suggest-letter', 'suggestions for a letter', suggest('n')),
    {
      scenario: 'contacts-edit',
      title: 'contacts: an edit',
      size: cards,
      ask: (sample) =>
        connection.send(
          jsonRequest('PATCH', `${CALLS}/cards/${first}`, token, {
            fields: { title: `Chức danh ${sample}` },
          }),
        ),
    },
  ];
}

export const contacts: Scenario = {
  name: 'contacts',
  async run(bench) {
    const { small, large } = bench.world;
    return measureProbes(
      [
        ...(await contactProbes(bench, small, CARDS.small)),
        ...(await contactProbes(bench, large, CARDS.large)),
      ],
      bench.rounds,
    );
  },
};
