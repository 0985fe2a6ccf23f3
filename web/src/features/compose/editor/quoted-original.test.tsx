import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { renderPart } from '../../../test-kit/render-part.tsx';
import { speak } from '../../../test-kit/words.ts';
import { QuotedOriginal } from './quoted-original.tsx';

beforeEach(() => speak('vi'));

test.each([
  '<frameset><frame src="https://a.example"></frameset><p>Lời chào</p>',
  '<html><frameset rows="*"><noframes>x</noframes></frameset></html>',
])('TD-18 a message that is %s is quoted as any other', async (html) => {
  const nothing = () => undefined;
  const { user } = await renderPart(
    <QuotedOriginal answers="m1" html={html} onEdit={nothing} onQuoted={nothing} />,
  );
  await user.click(screen.getByRole('button', { name: 'Hiện nội dung trích dẫn' }));
  expect(await screen.findByTitle('Nội dung trích dẫn')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Xem thư gốc' })).toBeNull();
});
