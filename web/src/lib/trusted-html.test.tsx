import { expect, test } from 'vitest';
import { openPage, openWorker, SANITIZER_RULES } from './trusted-html.ts';

test.each([
  'https://attacker.example/a.js',
  '//attacker.example/sw.js',
  '/uploads/a.js',
  'data:text/javascript,1',
  'blob:x',
])('a worker is no script from %s', (address) => {
  expect(() => openWorker(address)).toThrow(/no script of ours/);
});

test('TD-18 the sanitiser makes no HTML of a message’s text', () => {
  expect(() => SANITIZER_RULES.createHTML('<p>x</p>')).toThrow(/no text/);
  expect(SANITIZER_RULES.createHTML('<!---->')).toBe('<!---->');
  expect(() => SANITIZER_RULES.createScriptURL('/sw.js')).toThrow();
});

test('TD-18 a page of ours opens in a frame without scripts', () => {
  const frame = document.createElement('iframe');
  openPage(frame, 'allow-same-origin allow-modals', '<p>x</p>');
  expect(frame.getAttribute('sandbox')).toBe('allow-same-origin allow-modals');
});
