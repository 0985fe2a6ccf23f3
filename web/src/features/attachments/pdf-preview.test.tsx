import type { File } from '@bocau/contract/messages.ts';
import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { renderPart } from '../../test-kit/render-part.tsx';
import { openPdf } from './pdf-library.ts';
import { PdfPreview } from './pdf-preview.tsx';

vi.mock('pdfjs-dist', () => ({ PasswordException: class extends Error {} }));
vi.mock('./pdf-library.ts', () => ({ openPdf: vi.fn() }));

const FILE = { id: 'f1', name: 'bao-gia.pdf', content_type: 'application/pdf' } as File;

/** A document of A4 pages that are never done drawing. */
function openDocument(numPages: number): void {
  const getPage = async () => ({
    getViewport: ({ scale }: { scale: number }) => ({ width: 595 * scale, height: 842 * scale }),
    render: () => ({ promise: new Promise(() => undefined), cancel: () => undefined }),
  });
  const opened = { promise: Promise.resolve({ numPages, getPage }), destroy: async () => undefined };
  vi.mocked(openPdf).mockReturnValue(opened as never);
}

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(632);
});

const pages = () => screen.getAllByRole('img');
const button = (name: string) => screen.getByRole('button', { name });

test('PV-3 a pdf shows ten pages at a time, and more on demand', async () => {
  openDocument(23);
  const { user } = await renderPart(<PdfPreview file={FILE} address="/x" />);
  await screen.findByText('Trang 1–10 / 23');
  expect(pages()).toHaveLength(10);
  await user.click(button('Xem thêm trang'));
  expect(pages()).toHaveLength(20);
  await user.click(button('Xem thêm trang'));
  expect(pages()).toHaveLength(23);
  expect(screen.getByText('Trang 1–23 / 23')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Xem thêm trang' })).toBeNull();
});

test('a page has its room before it is drawn, and is larger by the buttons and by Ctrl and the wheel', async () => {
  openDocument(2);
  const { user } = await renderPart(<PdfPreview file={FILE} address="/x" />);
  await screen.findByText('Trang 1–2 / 2');
  const width = () => Number.parseFloat(pages()[1]?.style.width ?? '');
  expect(width()).toBe(600);
  await user.click(button('Phóng to'));
  expect(width()).toBe(750);
  const region = screen.getByRole('region', { name: 'bao-gia.pdf' });
  fireEvent.wheel(region, { deltaY: 100 });
  expect(width(), 'a wheel alone scrolls').toBe(750);
  expect(fireEvent.wheel(region, { deltaY: 100, ctrlKey: true }), 'the page itself is not zoomed').toBe(
    false,
  );
  expect(width()).toBe(600);
  expect(button('Vừa màn hình').hasAttribute('data-disabled')).toBe(true);
});
