import { screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { invoicesKnown } from '../../parts/invoices/known-invoices.ts';
import { invoiceOf } from '../../test-kit/invoice-of.ts';
import { renderPart } from '../../test-kit/render-part.tsx';
import { InvoicesLink } from './invoices-link.tsx';

beforeEach(() => {
  localStorage.removeItem('bocau.invoices');
  invoicesKnown.set(false);
});

function show(sold: number) {
  const listInvoices = vi.fn(async ({ query }: { query: { direction: string } }) => ({
    data: query.direction === 'sold' ? Array.from({ length: sold }, () => invoiceOf()) : [],
  }));
  return renderPart(<InvoicesLink />, { api: { listInvoices } as never }).then((part) => ({
    ...part,
    listInvoices,
  }));
}

test('the invoices are not offered to a mailbox that has none', async () => {
  const { listInvoices } = await show(0);
  await expect.poll(() => listInvoices.mock.calls.length).toBe(2);
  expect(screen.queryByRole('link')).toBeNull();
});

test('they are offered once there is one, and not asked for again', async () => {
  const { unmount } = await show(1);
  expect((await screen.findByRole('link', { name: 'Hóa đơn' })).getAttribute('href')).toBe('/invoices');
  unmount();
  const { listInvoices } = await show(0);
  expect(screen.getByRole('link', { name: 'Hóa đơn' })).toBeTruthy();
  expect(listInvoices).not.toHaveBeenCalled();
});
