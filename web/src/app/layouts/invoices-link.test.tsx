import { act, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { invoicesSeen } from '../../parts/invoices/invoices-seen.ts';
import { renderPart } from '../../test-kit/render-part.tsx';
import { InvoicesLink } from './invoices-link.tsx';

beforeEach(() => {
  localStorage.removeItem('bocau.invoices');
  invoicesSeen.set(false);
});

const link = () => screen.queryByRole('link', { name: 'Hóa đơn' });

test('the invoices are not offered to a mailbox that has none', async () => {
  localStorage.setItem('bocau.invoices', '1');
  await renderPart(<InvoicesLink />);
  expect(screen.queryByRole('link')).toBeNull();
  expect(localStorage.getItem('bocau.invoices'), 'no room is kept any longer').toBeNull();
});

test('they are offered to one that has some, without asking for them', async () => {
  await renderPart(<InvoicesLink />, { signedIn: { has_invoices: true } });
  expect(link()?.getAttribute('href')).toBe('/invoices');
  expect(localStorage.getItem('bocau.invoices')).toBe('1');
});

test('they are offered once the first is seen', async () => {
  await renderPart(<InvoicesLink />);
  expect(link()).toBeNull();
  act(() => invoicesSeen.set(true));
  expect(link()?.getAttribute('href')).toBe('/invoices');
});

test('IV-22 they are not offered to who has switched them off', async () => {
  await renderPart(<InvoicesLink />, {
    signedIn: { has_invoices: true },
    settings: { show_invoices: false },
  });
  expect(link()).toBeNull();
  expect(localStorage.getItem('bocau.invoices')).toBeNull();
});
