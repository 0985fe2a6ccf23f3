import { expect, test } from 'vitest';
import { wireForm } from './wire-form.ts';

const wire = (text: string) => wireForm(Buffer.from(text, 'latin1')).toString('latin1');

test('lines end in CR LF, those that do already and all other bytes stay', () => {
  expect(wire('A: 1\nB: 2\r\n\n\nx\ry\0\xff\n')).toBe('A: 1\r\nB: 2\r\n\r\n\r\nx\ry\0\xff\r\n');
  expect(wire('\n')).toBe('\r\n');
  expect(wire('')).toBe('');
  const inOrder = Buffer.from('A: 1\r\n\r\nx');
  expect(wireForm(inOrder)).toBe(inOrder);
});
