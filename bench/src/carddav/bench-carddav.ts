import type { Row } from '../measure/row.ts';
import { median, spread } from '../measure/statistics.ts';
import type { Verdict } from '../report/promises.ts';
import { type CardDavOptions, openCardDavWorld, type Side } from './carddav-world.ts';
import { hrefsIn, type TimedAnswer, tokenIn } from './timed-dav.ts';

type Given = { side: Side; cards: number; round: number };

type Act = {
  scenario: string;
  title: string;
  rounds: number;
  /** Returns the duration in milliseconds. */
  run(given: Given): Promise<number>;
};

const ROUNDS = 9;
/** Of what looks at all cards: Radicale takes tens of seconds for each. */
const WHOLE_ROUNDS = 3;
/** So many cards a program asks for at once. */
const AT_ONCE = 100;
const CHANGED = 10;

const SPACES = 'xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:carddav"';
const ETAG = '<prop><getetag/></prop>';
const DATA = '<prop><getetag/><C:address-data/></prop>';

const ACTS: Act[] = [
  { scenario: 'carddav-first', title: 'first sync of all cards', rounds: WHOLE_ROUNDS, run: firstSync },
  {
    ...{ scenario: 'carddav-tags', title: 'tags of all cards', rounds: WHOLE_ROUNDS },
    async run({ side: { dav, book }, cards }) {
      const answer = await dav.call('PROPFIND', book, {
        depth: '1',
        body: `<propfind ${SPACES}>${ETAG}</propfind>`,
      });
      demand(hrefsIn(answer.text).length > cards, 'tags of all');
      return answer.ms;
    },
  },
  { scenario: 'carddav-resync', title: `sync after ${CHANGED} changes`, rounds: ROUNDS, run: resync },
  {
    ...{ scenario: 'carddav-query', title: 'query by address', rounds: WHOLE_ROUNDS },
    async run({ side: { dav, book }, cards, round }) {
      const address = `khach${cards - 1 - round}@khach.example`;
      const filter = `<C:filter><C:prop-filter name="EMAIL"><C:text-match match-type="equals">${address}</C:text-match>
        </C:prop-filter></C:filter>`;
      const body = `<C:addressbook-query ${SPACES}>${DATA}${filter}</C:addressbook-query>`;
      const answer = await dav.call('REPORT', book, { body });
      demand(hrefsIn(answer.text).length === 1, 'the card of an address');
      return answer.ms;
    },
  },
  {
    ...{ scenario: 'carddav-put', title: 'PUT of a new card', rounds: ROUNDS },
    run: async ({ side, round }) => (await put(side, `new${round}`, round)).ms,
  },
  {
    ...{ scenario: 'carddav-change', title: 'PUT of a changed card', rounds: ROUNDS },
    run: async ({ side, round }) => (await put(side, 'changed', round)).ms,
  },
];

export const CARDDAV_SCENARIOS = ACTS.map(({ scenario }) => scenario);

/** Measures both servers in turn, request by request; the ratio is the median of the ratios per round. */
export async function benchCardDav(
  options: CardDavOptions & { only: string[] },
): Promise<{ rows: Row[]; verdicts: Verdict[] }> {
  const { cards, only, say } = options;
  const { ours, peer, close } = await openCardDavWorld(options);
  try {
    const rows: Row[] = [];
    const verdicts: Verdict[] = [];
    for (const { scenario, title, rounds, run } of ACTS) {
      if (only.length > 0 && !only.includes(scenario)) continue;
      say(`Measuring ${title}`);
      const times = new Map<Side, number[]>([
        [ours, []],
        [peer, []],
      ]);
      // The first round warms both up.
      for (let round = 0; round <= rounds; round += 1) {
        for (const side of round % 2 === 0 ? [ours, peer] : [peer, ours]) {
          const ms = await run({ side, cards, round });
          if (round > 0) times.get(side)?.push(ms);
        }
      }
      for (const [{ name }, ms] of times) {
        rows.push({ scenario, title: `${title}: ${name}`, size: cards, samples: rounds, client: spread(ms) });
      }
      const theirs = times.get(peer) ?? [];
      const measured = median((times.get(ours) ?? []).map((ms, round) => ms / (theirs[round] as number)));
      const promise = '≤ 1 times Radicale';
      say(`  ${measured.toFixed(3)} times Radicale`);
      verdicts.push({ scenario, size: cards, kind: 'ratio', promise, measured, kept: measured <= 1 });
    }
    return { rows, verdicts };
  } finally {
    await close();
  }
}

/** As programs do it: what there is, then the cards a hundred at a time. */
async function firstSync({ side, cards }: Given): Promise<number> {
  const list = await sync(side, '');
  const names = cardsIn(side, list);
  demand(names.length >= cards, 'all cards');
  let { ms } = list;
  for (let at = 0; at < names.length; at += AT_ONCE)
    ms += await multiget(side, names.slice(at, at + AT_ONCE));
  return ms;
}

/** Up to where each side was told its changes. */
const tokens = new WeakMap<Side, string>();

async function resync({ side, round }: Given): Promise<number> {
  const token = tokens.get(side) ?? tokenIn((await sync(side, '')).text);
  for (let changed = 0; changed < CHANGED; changed += 1) await put(side, `resync${changed}`, round);
  const list = await sync(side, token);
  const names = cardsIn(side, list);
  demand(names.length === CHANGED, 'the changed cards');
  tokens.set(side, tokenIn(list.text));
  return list.ms + (await multiget(side, names));
}

function sync({ dav, book }: Side, token: string): Promise<TimedAnswer> {
  const body = `<sync-collection ${SPACES}><sync-token>${token}</sync-token><sync-level>1</sync-level>${ETAG}</sync-collection>`;
  return dav.call('REPORT', book, { body });
}

function cardsIn({ book }: Side, { text }: TimedAnswer): string[] {
  return hrefsIn(text).filter((href) => href.length > book.length);
}

async function multiget({ dav, book }: Side, names: string[]): Promise<number> {
  const hrefs = names.map((name) => `<href>${name}</href>`).join('');
  const body = `<C:addressbook-multiget ${SPACES}>${DATA}${hrefs}</C:addressbook-multiget>`;
  const { text, ms } = await dav.call('REPORT', book, { body });
  demand(text.split('END:VCARD').length - 1 === names.length, 'the cards that were asked for');
  return ms;
}

function put({ dav, book }: Side, name: string, round: number): Promise<TimedAnswer> {
  const lines = [
    ...['BEGIN:VCARD', 'VERSION:3.0', `UID:${name}`, `FN:Lan Anh ${round}`, `N:Nguyễn;Lan Anh ${round};;;`],
    ...[`EMAIL;TYPE=work:${name}.${round}@minhphat.example`, 'TEL;TYPE=cell:0912345678', 'END:VCARD', ''],
  ];
  return dav.call('PUT', `${book}${name}.vcf`, { body: lines.join('\r\n') });
}

function demand(isSo: boolean, what: string): void {
  if (!isSo) throw new Error(`The answer doesn't hold ${what}`);
}
