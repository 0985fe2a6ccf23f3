import { guestsOf } from '../ical/guests.ts';
import { createSeenBy, hidesGuests } from '../ical/hidden-guests.ts';
import type { CalendarObject, EventPart } from '../ical/read-object.ts';
import { writeTime } from '../ical/write-lines.ts';
import { parseWall } from '../ical/written-times.ts';
import { timeAt } from '../objects/series-parts.ts';
import { createSaysSame, hasAnsweredApart, isMarkedApart } from './answered-apart.ts';
import { partsByPlace } from './parts-of-object.ts';
import { noticedOf, writePart } from './write-message.ts';

/** What guests know of an object: the parts that name them. `key` tells the views of one object apart. */
export type View = {
  key: string;
  text: string;
  parts: Buffer[];
  /** The places of these parts. */
  places: ReadonlySet<string>;
  /** What is noticed of them: of one that says what its series says, nothing. */
  texts: ReadonlyMap<string, string>;
};

/** What somebody is to be told: whether they knew of it, and the place of the one of a series that alone has changed. */
export type Changed = { isUpdate: boolean; about: string | null };

const CRLF = '\r\n';

/** Guests who are named by the same parts share one view, unless they are not to see one another. */
export function viewsOf(object: CalendarObject | null, now: number): (address: string) => View | null {
  if (!object) return () => null;
  const hides = hidesGuests(object);
  const saysSame = createSaysSame(object);
  const { main } = object;
  const parts = [...partsByPlace(object)].map(([place, one]) => ({
    ...{ place, one, isSame: saysSame(one) },
    names: new Set(
      guestsOf(one.part).flatMap(({ address, isUntold }) => (one.isCancelled || isUntold ? [] : [address])),
    ),
    shownTo: hides ? createSeenBy(one.part) : () => one.part,
  }));
  const views = new Map<string, View>();
  return (address) => {
    const mine = parts.filter(({ names, one, isSame }) => {
      if (!names.has(address)) return false;
      // CL-374: what others have answered makes no date of its own for who was never told of one.
      return !main || !isSame || !isMarkedApart(one) || hasAnsweredApart(main, one, address);
    });
    if (mine.length === 0) return null;
    const key = [hides ? address : '', ...mine.map(({ place }) => place)].join(' ');
    const known = views.get(key);
    if (known) return known;
    // Where a guest is asked to the series, what they are not asked to is left out of it.
    const without = parts.filter(({ place, names }) => place !== '' && !names.has(address));
    const written = mine.map(({ place, one, shownTo }) =>
      writePart(
        object,
        { ...one, part: shownTo(address) },
        now,
        place === '' ? without.map((other) => excluded(one, other.place)) : [],
      ),
    );
    const texts = new Map(
      mine.flatMap(({ place, isSame }, at) => (isSame ? [] : [[place, noticedOf(written[at] as Buffer)]])),
    );
    const places = new Set(mine.map(({ place }) => place));
    const view = { key, text: [...texts.values()].join('\n\n'), parts: written, places, texts };
    views.set(key, view);
    return view;
  };
}

function excluded({ start }: EventPart, place: string): Buffer {
  return writeTime('EXDATE', timeAt(start, parseWall(place)?.seconds ?? 0), CRLF);
}

/**
 * What tells the view that a guest knew from the next one; null for nothing. Thousands may share two views, each of hundreds
 * of kilobytes: each pair is compared once.
 */
export function createComparison(): (known: View | null, next: View) => Changed | null {
  const compared = new Map<string, Changed | null>();
  return (known, next) => {
    const pair = `${known?.key}\n${next.key}`;
    const seen = compared.get(pair);
    if (seen !== undefined) return seen;
    const isSame = known?.text === next.text;
    const change = isSame ? null : { isUpdate: known !== null, about: known && onlyOneChanged(known, next) };
    compared.set(pair, change);
    return change;
  };
}

/** Where a series is as it was but for one of it. */
function onlyOneChanged(known: View, next: View): string | null {
  const places = [...new Set([...known.texts.keys(), ...next.texts.keys()])];
  const changed = places.filter((place) => known.texts.get(place) !== next.texts.get(place));
  const [place = ''] = changed;
  return changed.length === 1 && place !== '' && next.places.has(place) ? place : null;
}
