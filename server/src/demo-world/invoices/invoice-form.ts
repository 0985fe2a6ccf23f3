import { z } from 'zod';

const filled = z.string().min(1);
const line = z.strictObject({
  name: filled,
  unit: filled,
  quantity: z.int().positive(),
  price: z.int().positive(),
  /** Of the tax, in percent. */
  rate: z.union([z.literal(0), z.literal(5), z.literal(8), z.literal(10)]),
});
const content = {
  number: z.string().regex(/^\d+$/),
  lines: z.array(line).min(1),
  /** The total with tax. */
  words: filled,
};
const company = { name: filled, address: filled };
const taxCode = z.string().regex(/^\d{10}$/);
const invoice = { daysAgo: z.int().min(1), ...content };

export const invoicesForm = z.strictObject({
  /** The one whose mail it is; its tax code is that of the domain. */
  company: z.strictObject({ ...company, account: filled, symbol: filled }),
  sellers: z.record(
    z.string(),
    z.strictObject({ contact: filled, ...company, taxCode, account: filled, symbol: filled }),
  ),
  bought: z.array(
    z.strictObject({
      ...invoice,
      seller: filled,
      fate: z.enum(['sent again', 'altered', 'replaced']).optional(),
      replacement: z.strictObject(content).optional(),
    }),
  ),
  sold: z.array(
    z.strictObject({ ...invoice, buyer: z.strictObject({ contact: filled, ...company, taxCode }) }),
  ),
});

export type InvoicesForm = z.infer<typeof invoicesForm>;
export type InvoiceContent = Pick<InvoicesForm['bought'][number], 'number' | 'lines' | 'words'>;
