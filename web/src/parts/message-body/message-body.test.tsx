import type { Message } from '@bocau/contract/messages.ts';
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { inOneSlice } from '../../lib/in-slices.ts';
import { renderPart } from '../../test-kit/render-part.tsx';
import { limitMarkup, MARKUP_LIMITS } from './limit-markup.ts';
import { MessageBody } from './message-body.tsx';
import { readBody } from './sanitize-body.ts';

const messageOf = (body: string) =>
  ({
    id: 'm1',
    body,
    body_type: 'html',
    body_clipped: false,
    from: { name: 'Hà', email: 'ha@x.vn' },
  }) as Message;

test.each([
  '<frameset><frame src="https://a.example"></frameset>',
  '<html><frameset rows="*"><noframes>x</noframes></frameset></html>',
  '<head></head><frameset>',
])('TD-18 a message that is %s is shown with what is left of it', (html) => {
  expect(inOneSlice(readBody(html)).root.querySelector('frameset, frame')).toBeNull();
  expect(inOneSlice(readBody(`${html}<p>Lời chào</p>`)).root.textContent).toContain('Lời chào');
});

test('TD-18 however deep and many its elements are, few are drawn, and the reader is told', async () => {
  for (const markup of [
    '<div>'.repeat(4_000),
    '<table><tr><td>'.repeat(4_000),
    `${'<b class=x>'.repeat(50)}</div>${'<p>x'.repeat(6_000)}`,
  ]) {
    const { html, cut } = limitMarkup(markup);
    const root = new DOMParser().parseFromString(html, 'text/html').body;
    expect(root.querySelectorAll('*').length).toBeLessThanOrEqual(MARKUP_LIMITS.elements * 1.5);
    expect(depthOf(root)).toBeLessThanOrEqual(MARKUP_LIMITS.depth * 2);
    expect(cut).toBe(true);
  }
  await renderPart(<MessageBody message={messageOf(`<p>Chào</p>${'<div>'.repeat(1000)}`)} />);
  expect(screen.getByText(/Thư quá dài hoặc có quá nhiều định dạng/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Xem thư gốc' }).getAttribute('href')).toBe('/message/m1/raw');
});

test('TD-18 a message without words of which not all parts were read offers its original', async () => {
  await renderPart(<MessageBody message={{ ...messageOf(''), body_clipped: true }} />);
  expect(screen.getByText(/^Thư quá dài nên chỉ hiện phần đầu/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Xem thư gốc' }).getAttribute('href')).toBe('/message/m1/raw');
});

test('a message that can not be drawn is one broken message: its words and its source are offered', async () => {
  const noise = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const parser = vi.spyOn(DOMParser.prototype, 'parseFromString').mockImplementation(() => {
    throw new Error('broken');
  });
  const reports: unknown[] = [];
  const { user } = await renderPart(
    <>
      <MessageBody message={messageOf('<style>p{}</style><p>Chào chị</p><p>Lan</p>')} />
      <p>phần khác</p>
    </>,
    {
      api: {
        async reportClientError({ body }) {
          reports.push(body);
          return { data: { ok: true } } as never;
        },
      },
    },
  );
  expect(screen.getByText('phần khác')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Xem thư gốc' })).toBeTruthy();
  parser.mockRestore();
  await user.click(screen.getByRole('button', { name: 'Hiện dạng văn bản' }));
  expect(screen.getByText(/^Chào chị/).parentElement?.textContent).toBe('Chào chị\nLan');
  expect(reports).toEqual([{ kind: 'screen', message: 'Error: broken', where: 'message body' }]);
  noise.mockRestore();
});

function depthOf(root: Element): number {
  let deepest = 0;
  for (const element of root.querySelectorAll('*')) {
    if (element.firstElementChild) continue;
    let depth = 0;
    for (let at: Element | null = element; at && at !== root; at = at.parentElement) depth += 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}
