import { setTimeout as sleep } from 'node:timers/promises';
import { askWhoIsBusy, askWhoOfManyIsBusy } from './busy-act.ts';
import { type Act, type Given, MANY } from './dav-act.ts';
import type { DavKind } from './dav-kinds.ts';
import type { Side } from './dav-side.ts';
import { hrefsIn, type Taken, type TimedAnswer, tokenIn } from './timed-dav.ts';

/** Of what looks at all resources: Radicale takes tens of seconds for each. */
const FEW = { rounds: 3, warmUp: 1 };
/** Each waits for the next second where tokens are seconds, and puts ten. */
const RESYNC = { rounds: 9, warmUp: 4 };
/** So many texts a program asks for at once. */
const AT_ONCE = 100;
const CHANGED = 10;

const ETAG = '<prop><getetag/></prop>';

/** What programs that keep a copy do all day. */
export function actsOf(kind: DavKind): Act[] {
  const { scenario, one, all, queries, data, reports, end, ending } = kind;
  const spaces = `xmlns="DAV:" xmlns:C="${kind.space}"`;
  const texts = `<prop><getetag/><C:${data}/></prop>`;
  /** Up to where each side was told its changes. */
  const tokens = new WeakMap<Side, string>();

  /** As programs do it: what there is, then the texts a hundred at a time. */
  async function firstSync({ side, size }: Given): Promise<Taken> {
    const list = await sync(side, '');
    const names = resourcesIn(side, list);
    demand(names.length >= size, `all ${all}`);
    let taken: Taken = list;
    for (let at = 0; at < names.length; at += AT_ONCE)
      taken = together(taken, await multiget(side, names.slice(at, at + AT_ONCE)));
    return taken;
  }

  async function resync({ side, round }: Given): Promise<Taken> {
    const token = tokens.get(side) ?? tokenIn((await sync(side, '')).text);
    if (side.tokensAreSeconds) await sleep(1000 - (Date.now() % 1000));
    for (let changed = 0; changed < CHANGED; changed += 1) await put(side, `resync${changed}`, round);
    const list = await sync(side, token);
    const names = resourcesIn(side, list);
    demand(names.length === CHANGED, `the changed ${all}`);
    tokens.set(side, tokenIn(list.text));
    return together(list, await multiget(side, names));
  }

  function sync({ dav, collection }: Side, token: string): Promise<TimedAnswer> {
    const body = `<sync-collection ${spaces}><sync-token>${token}</sync-token><sync-level>1</sync-level>${ETAG}</sync-collection>`;
    return dav.call('REPORT', collection, { body });
  }

  async function multiget({ dav, collection }: Side, names: string[]): Promise<Taken> {
    const hrefs = names.map((name) => `<href>${name}</href>`).join('');
    const body = `<C:${reports}-multiget ${spaces}>${texts}${hrefs}</C:${reports}-multiget>`;
    const answer = await dav.call('REPORT', collection, { body });
    demand(answer.text.split(end).length - 1 === names.length, `the ${all} that were asked for`);
    return answer;
  }

  function put({ dav, collection }: Side, name: string, round: number): Promise<TimedAnswer> {
    return dav.call('PUT', `${collection}${name}.${ending}`, { body: kind.textOf(name, round) });
  }

  return [
    {
      scenario: `${scenario}-first`,
      title: `first sync of all ${all}`,
      ...FEW,
      run: firstSync,
    },
    {
      ...{ scenario: `${scenario}-tags`, title: `tags of all ${all}`, ...FEW },
      async run({ side: { dav, collection }, size }) {
        const body = `<propfind ${spaces}>${ETAG}</propfind>`;
        const answer = await dav.call('PROPFIND', collection, { depth: '1', body });
        demand(hrefsIn(answer.text).length > size, 'tags of all');
        return answer;
      },
    },
    { scenario: `${scenario}-resync`, title: `sync after ${CHANGED} changes`, ...RESYNC, run: resync },
    ...queries.map(
      ({ filterOf, isRight, texts: withTexts, ...query }): Act => ({
        ...query,
        ...MANY,
        async run({ side: { dav, collection }, size, round }) {
          const filter = `<C:filter>${filterOf({ size, round })}</C:filter>`;
          const body = `<C:${reports}-query ${spaces}>${withTexts ? texts : ETAG}${filter}</C:${reports}-query>`;
          const answer = await dav.call('REPORT', collection, { depth: '1', body });
          demand(isRight(hrefsIn(answer.text).length), `what is asked for by ${query.title}`);
          return answer;
        },
      }),
    ),
    {
      ...{ scenario: `${scenario}-put`, title: `PUT of a new ${one}`, ...MANY },
      run: ({ side, round }) => put(side, `new${round}`, round),
    },
    {
      ...{ scenario: `${scenario}-change`, title: `PUT of a changed ${one}`, ...MANY },
      run: ({ side, round }) => put(side, 'changed', round),
    },
    ...(scenario === 'caldav' ? [askWhoIsBusy, askWhoOfManyIsBusy] : []),
  ];
}

function together(one: Taken, other: Taken): Taken {
  return { ms: one.ms + other.ms, served: one.served + other.served };
}

function resourcesIn({ collection }: Side, { text }: TimedAnswer): string[] {
  return hrefsIn(text).filter((href) => href.length > collection.length);
}

function demand(isSo: boolean, what: string): void {
  if (!isSo) throw new Error(`The answer doesn't hold ${what}`);
}
