import type { File } from '@bocau/contract/messages.ts';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { renderPart } from '../../test-kit/render-part.tsx';
import { notices } from '../notices/notify.ts';
import { openPdf } from './pdf-library.ts';
import { PdfPreview } from './pdf-preview.tsx';
import { printPdf } from './print-pdf.ts';

vi.mock('pdfjs-dist', () => ({
  PasswordException: class extends Error {},
  TextLayer: class {
    textDivs: HTMLElement[] = [];
    given: { textContentSource: { items: { str: string }[] }; container: HTMLElement };
    constructor(given: never) {
      this.given = given;
    }
    async render(): Promise<void> {
      for (const { str } of this.given.textContentSource.items) {
        const run = document.createElement('span');
        run.textContent = str;
        this.given.container.append(run);
        this.textDivs.push(run);
      }
    }
    cancel(): void {}
  },
}));
vi.mock('./pdf-library.ts', () => ({ openPdf: vi.fn() }));
vi.mock('./print-pdf.ts', () => ({ printPdf: vi.fn() }));

const FILE = { id: 'f1', name: 'bao-gia.pdf', content_type: 'application/pdf' } as File;
const A4 = { width: 595, height: 842 };

/** A document whose pages never finish drawing, each with one line of text. */
function openDocument(numPages: number, lineOf = (page: number) => `Dòng của trang ${page}`): void {
  const getPage = async (number: number) => ({
    getViewport: ({ scale }: { scale: number }) => ({ width: A4.width * scale, height: A4.height * scale }),
    render: () => ({ promise: new Promise(() => undefined), cancel: () => undefined }),
    getTextContent: async () => ({ items: [{ str: lineOf(number), hasEOL: true }] }),
  });
  const opened = { promise: Promise.resolve({ numPages, getPage }), destroy: async () => undefined };
  vi.mocked(openPdf).mockReturnValue(opened as never);
}

/** Callbacks by which a test brings pages near the visible part. */
const nearing = new Map<Element, (entries: { isIntersecting: boolean }[]) => void>();
class Observer {
  listener: (entries: { isIntersecting: boolean }[]) => void;
  constructor(listener: (entries: { isIntersecting: boolean }[]) => void) {
    this.listener = listener;
  }
  observe(element: Element): void {
    nearing.set(element, this.listener);
  }
  disconnect(): void {}
}

beforeEach(() => {
  nearing.clear();
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(632);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(1_000_000);
  vi.stubGlobal('IntersectionObserver', Observer);
  return () => vi.unstubAllGlobals();
});

const PAGE_HEIGHT = (600 * A4.height) / A4.width;
const topOf = (page: number) => 16 + (page - 1) * (PAGE_HEIGHT + 16);
const pages = () => screen.getAllByRole('img');
const button = (name: string) => screen.getByRole('button', { name });
const region = () => screen.getByRole('region', { name: 'bao-gia.pdf' });
const pageField = () => screen.getByRole('textbox', { name: /^Đến trang/ }) as HTMLInputElement;

async function show(numPages: number, lineOf?: (page: number) => string) {
  openDocument(numPages, lineOf);
  const part = await renderPart(<PdfPreview file={FILE} address="/x" />);
  await screen.findByRole('region');
  return part;
}

test('PV-3 a pdf shows ten pages at a time, and more on demand', async () => {
  const { user } = await show(23);
  expect(screen.getByText('Trang 1–10 / 23')).toBeTruthy();
  expect(pages()).toHaveLength(10);
  await user.click(button('Xem thêm trang'));
  await screen.findByText('Trang 1–20 / 23');
  expect(pages()).toHaveLength(20);
  await user.click(button('Xem thêm trang'));
  await screen.findByText('Trang 1–23 / 23');
  expect(pages()).toHaveLength(23);
  expect(screen.queryByRole('button', { name: 'Xem thêm trang' })).toBeNull();
});

test('a page has its room before it is drawn, and is larger by the buttons and by Ctrl and the wheel', async () => {
  const { user } = await show(2);
  const width = () => Number.parseFloat(pages()[1]?.parentElement?.style.width ?? '');
  expect(width()).toBe(600);
  expect(Number.parseFloat(pages()[1]?.parentElement?.style.height ?? '')).toBeCloseTo(PAGE_HEIGHT, 2);
  await user.click(button('Phóng to'));
  expect(width()).toBe(750);
  fireEvent.wheel(region(), { deltaY: 100 });
  expect(width(), 'a wheel alone scrolls').toBe(750);
  expect(fireEvent.wheel(region(), { deltaY: 100, ctrlKey: true }), 'the page itself is not zoomed').toBe(
    false,
  );
  expect(width()).toBe(600);
  expect(button('Vừa màn hình').hasAttribute('data-disabled')).toBe(true);
});

test('the number of the page follows what is read, and leads to any page, those too that are not shown yet', async () => {
  const { user } = await show(37);
  expect(pageField().value).toBe('1');
  region().scrollTop = topOf(4) + 10;
  fireEvent.scroll(region());
  expect(pageField().value).toBe('4');

  await user.clear(pageField());
  await user.type(pageField(), '32{Enter}');
  await screen.findByText('Trang 1–37 / 37');
  expect(region().scrollTop).toBeCloseTo(topOf(32));
  fireEvent.scroll(region());
  expect(pageField().value).toBe('32');

  for (const [typed, page] of [
    ['99', '37'],
    ['0', '37'],
    ['hai', '37'],
  ] as const) {
    await user.clear(pageField());
    await user.type(pageField(), `${typed}{Enter}`);
    expect(pageField().value).toBe(page);
  }
});

test('what is read stays in sight when the pages are larger', async () => {
  const { user } = await show(10);
  region().scrollTop = topOf(3) + PAGE_HEIGHT / 2;
  fireEvent.scroll(region());
  await user.click(button('Phóng to'));
  const height = (750 * A4.height) / A4.width;
  expect(region().scrollTop).toBeCloseTo(16 + 2 * (height + 16) + height / 2);
  expect(pageField().value).toBe('3');
});

test('the text of a page that is near can be selected, and leaves with it', async () => {
  await show(3);
  expect(screen.queryByText('Dòng của trang 2')).toBeNull();
  const place = pages()[1]?.parentElement as Element;
  await act(async () => nearing.get(place)?.([{ isIntersecting: true }]));
  expect(await screen.findByText('Dòng của trang 2')).toBeTruthy();
  await act(async () => nearing.get(place)?.([{ isIntersecting: false }]));
  expect(screen.queryByText('Dòng của trang 2')).toBeNull();
});

test('Ctrl F finds words in all pages, with and without their marks, and goes from one to the next', async () => {
  const { user } = await show(25, (page) => (page % 12 === 3 ? 'Tổng cộng: tổng số tiền' : 'Chi tiết'));
  await user.keyboard('{Control>}f{/Control}');
  const field = screen.getByRole('textbox', { name: 'Tìm trong tệp' });
  expect(document.activeElement).toBe(field);
  await user.type(field, 'tong');
  await screen.findByText('1 / 4');
  expect(pageField().value).toBe('3');
  await user.keyboard('{Enter}{Enter}');
  await screen.findByText('3 / 4');
  await waitFor(() => expect(pageField().value).toBe('15'));
  expect(pages()).toHaveLength(20);
  await user.keyboard('{Enter}{Enter}');
  await screen.findByText('1 / 4');
  await user.keyboard('{Shift>}{Enter}{/Shift}');
  await screen.findByText('4 / 4');
  await user.type(field, ' kết');
  await screen.findByText('Không thấy');
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('search')).toBeNull();
  expect(document.activeElement).toBe(button('Tìm trong tệp'));
});

test('printing says how far it has come, and what became of it', async () => {
  const { user } = await show(12);
  const printed = Promise.withResolvers<void>();
  vi.mocked(printPdf).mockImplementation(({ onPage }) => {
    onPage(7);
    return printed.promise;
  });
  await user.click(button('In tệp'));
  expect(vi.mocked(printPdf).mock.calls[0]?.[0].name).toBe('bao-gia.pdf');
  expect(screen.getByText('Đang chuẩn bị in: trang 7 / 12')).toBeTruthy();
  await act(async () => printed.reject(new Error('no memory')));
  expect(screen.queryByText(/Đang chuẩn bị in/)).toBeNull();
  expect(notices.get().at(-1)?.text).toBe('Không in được tệp này. Hãy tải xuống rồi in.');
});
