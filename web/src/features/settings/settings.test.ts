import { DEFAULT_SETTINGS } from '@bocau/contract/settings.ts';
import { describe, expect, test } from 'vitest';
import { parseCached, serializeCached } from '../../model/settings/cached-settings.ts';
import { settingsOfSplit, splitOf } from '../../model/settings/split.ts';
import { isZoneMeant, listZones } from '../../parts/dates/time-zones.ts';
import { tabOf } from '../../parts/settings/settings-tabs.ts';
import { unsavedOf } from './general-form.ts';

describe('the split', () => {
  test('ST-5 without inline_read there is none', () => {
    expect(splitOf({ inline_read: false, inline_read_position: 'right' })).toBe('default');
    expect(splitOf({ inline_read: true, inline_read_position: 'bottom' })).toBe('bottom');
  });

  test.each(['default', 'right', 'bottom'] as const)('TL-12 choosing %s shows it', (split) => {
    const before = { inline_read: false, inline_read_position: 'right' } as const;
    expect(splitOf({ ...before, ...settingsOfSplit(split) })).toBe(split);
  });
});

describe('what is kept for the next start', () => {
  test('is what was shown, and neither the signature nor what mail may load', () => {
    const shown = {
      ...DEFAULT_SETTINGS,
      item_per_page: 25,
      preview_size: 40,
      density: 'compact',
      conversation_view: false,
      swipe_left: 'archive',
    } as const;
    const auto_reply = '2026-11-20/2026-11-27';
    const kept = serializeCached({
      ...shown,
      auto_reply,
      signature: '<p>Lan Anh</p>',
      remote_images: 'always',
    });
    expect(parseCached(kept)).toEqual({
      item_per_page: 25,
      inline_read: true,
      inline_read_position: 'default',
      preview_size: 40,
      density: 'compact',
      conversation_view: false,
      auto_reply,
      swipe_left: 'archive',
      swipe_right: 'read',
    });
    expect(kept).not.toContain('Lan Anh');
    expect(kept).not.toContain('always');
  });

  test('ST-2 is read only as far as it is an option', () => {
    expect(parseCached('{"item_per_page":30,"preview_size":5,"inline_read_position":"right"}')).toEqual({
      inline_read_position: 'right',
    });
    expect(parseCached(null)).toEqual({});
  });
});

describe('the form', () => {
  test('knows what is unsaved: what was chosen and is not so already', () => {
    expect(unsavedOf(DEFAULT_SETTINGS, {})).toEqual({});
    expect(unsavedOf(DEFAULT_SETTINGS, { language: 'vi', item_per_page: 100 })).toEqual({
      item_per_page: 100,
    });
  });

  test('has nothing unsaved when another device chose the same', () => {
    expect(unsavedOf({ ...DEFAULT_SETTINGS, appearance: 'dark' }, { appearance: 'dark' })).toEqual({});
  });
});

describe('the tabs', () => {
  test.each(['general', 'folders', 'pop3imap', 'autoforward', 'customfilters', 'account'])(
    'RT-4 %s shows itself',
    (name) => {
      expect(tabOf(name)).toBe(name);
    },
  );

  test.each([undefined, 'khong-co', 'toString'])('RT-4 %s shows general', (name) => {
    expect(tabOf(name)).toBe('general');
  });
});

describe('the time zones', () => {
  const NOVEMBER = Date.parse('2026-11-21T00:00:00Z') / 1000;
  const zones = listZones('Asia/Ho_Chi_Minh', NOVEMBER, 'vi');

  test('begin with the one that is chosen, by the name of its place, and have it once', () => {
    expect(zones[0]).toEqual({ zone: 'Asia/Ho_Chi_Minh', place: 'Việt Nam', offset: 'GMT+7' });
    expect(zones.filter(({ place }) => place === 'Việt Nam')).toHaveLength(1);
  });

  test.each(['viet nam', 'Việt', 'gmt+7 viet', 'ho chi minh'])('are found by “%s”', (typed) => {
    expect(zones.filter((zone) => isZoneMeant(zone, typed)).map(({ zone }) => zone)).toContain(
      'Asia/Ho_Chi_Minh',
    );
  });
});
