import { placeLink } from './place-link.ts';

/** The place of an event, as a link where it leads somewhere. */
export function PlaceWords({ place }: { place: string }) {
  const link = placeLink(place);
  if (link === null) return place;
  return (
    <a href={link} target="_blank" rel="noreferrer noopener">
      {place}
    </a>
  );
}
