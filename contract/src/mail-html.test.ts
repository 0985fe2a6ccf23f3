import { expect, test } from 'vitest';
import {
  DROPPED_WITH_CONTENT,
  HARMLESS_STYLES,
  LINK_SCHEMES,
  LOOK_ATTRIBUTES,
  MAIL_TAGS,
  PASTED_ATTRIBUTES,
  RASTER_IMAGE_DATA,
  SHOWN_ATTRIBUTES,
} from './mail-html.ts';

test('what goes with its content is allowed by no reading', () => {
  expect(MAIL_TAGS.filter((tag) => DROPPED_WITH_CONTENT.includes(tag))).toEqual([]);
  expect(new Set(MAIL_TAGS).size).toBe(MAIL_TAGS.length);
});

test('no reading has attributes that run, and what is quoted names nothing', () => {
  for (const attributes of [LOOK_ATTRIBUTES, PASTED_ATTRIBUTES, SHOWN_ATTRIBUTES]) {
    expect(attributes.filter((name) => /^on|^srcdoc$|^action$|^ping$|^srcset$/.test(name))).toEqual([]);
  }
  expect(LOOK_ATTRIBUTES.filter((name) => ['id', 'class', 'name', 'href', 'src'].includes(name))).toEqual([]);
});

test('links and images lead to what cannot run', () => {
  expect(LINK_SCHEMES).toEqual(['http', 'https', 'mailto', 'tel']);
  expect(RASTER_IMAGE_DATA.test('data:image/svg+xml;base64,AA==')).toBe(false);
  expect(RASTER_IMAGE_DATA.test('data:text/html;base64,AA==')).toBe(false);
});

test.each(['position', 'z-index', 'behavior', 'content', 'cursor', 'filter', 'transform'])(
  'the style %s stays out of what is quoted',
  (property) => expect(HARMLESS_STYLES.has(property)).toBe(false),
);

test.each(['url(http://x)', 'expression(alert(1))', 'var(--x)', 'u\\72l(//x)', 'image-set("x")'])(
  'no harmless style has the value %s',
  (value) => {
    for (const allowed of HARMLESS_STYLES.values()) expect(allowed.test(value)).toBe(false);
  },
);
