import { expect, test } from 'vitest';
import { inOneSlice } from '../../lib/in-slices.ts';
import { keepImagePlaces } from './image-places.ts';

const PICTURE = 'https://a.example/non-la.jpg';

/** The placeholders of these images, which are not loaded yet. */
function placesOf(images: string, addresses: readonly string[] = [PICTURE]): (string | null)[] {
  const root = document.createElement('div');
  root.innerHTML = images;
  inOneSlice(keepImagePlaces(root, addresses));
  return [...root.querySelectorAll('[data-place]')].map(
    (place) => place.getAttribute('data-place') + (place.textContent ? ` ${place.textContent}` : ''),
  );
}

test.each([
  ['a picture', '<img data-image="0" width="300" height="200">', ['picture']],
  ['a picture with words', '<img data-image="0" alt="Nón lá" width="300" height="20">', ['picture Nón lá']],
  ['a picture of words alone', '<img data-image="0" alt="Nón lá">', ['picture Nón lá']],
  ['one that says it is nothing', '<img data-image="0" alt="" width="300" height="200">', ['room']],
  ['a line', '<img data-image="0" width="600" height="8">', ['room']],
  ['a gap', '<img data-image="0" style="width: 10px" height="200">', ['room']],
  [
    'one as often as gaps are',
    '<img data-image="0" width="300" height="200">'.repeat(3),
    Array(3).fill('room'),
  ],
  ['one that counts readers', '<img data-image="0" width="1" height="1">', []],
  ['one of no known size', '<img data-image="0">', []],
])('TD-19 %s keeps its place', (_what, images, places) => {
  expect(placesOf(images)).toEqual(places);
});

test('TD-19 an image that is called a spacer is room', () => {
  const image = '<img data-image="0" width="300" height="200">';
  for (const name of ['spacer.gif', 'blank-2.png', 'shim.gif'])
    expect(placesOf(image, [`https://a.example/${name}`])).toEqual(['room']);
});
