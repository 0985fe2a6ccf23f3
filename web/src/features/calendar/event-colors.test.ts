import { areAlike, CALENDAR_COLORS } from '@bocau/contract/calendar-colors.ts';
import { expect, test } from 'vitest';
import { cardColor } from './event-colors.ts';

test('CV-7 the text on every colour that is offered is white, and the colour stays', () => {
  for (const color of Object.values(CALENDAR_COLORS))
    expect(cardColor(color)).toEqual({ fill: color, isDark: true });
});

test('CV-7 a colour that is nearly dark is shown darker, and a light one has black text', () => {
  expect(cardColor('#1a73e8')).toEqual({ fill: '#196fe1', isDark: true });
  expect(cardColor('#ffe08a')).toEqual({ fill: '#ffe08a', isDark: false });
});

test('CV-7 the colour of the first calendar is like the blue that is offered, and none of those is like another', () => {
  const offered = Object.values(CALENDAR_COLORS);
  expect(offered.filter((color) => areAlike(color, '#1a73e8'))).toEqual([CALENDAR_COLORS.blue]);
  for (const color of offered) expect(offered.filter((other) => areAlike(color, other))).toEqual([color]);
});
