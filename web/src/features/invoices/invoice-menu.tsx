import { INVOICE_MARKS, type Invoice, type InvoiceMarks } from '@bocau/contract/invoices.ts';
import { IconBuilding, IconMessageQuestion, IconNote, IconX } from '@tabler/icons-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { marksOf } from '../../parts/invoices/mark-words.ts';
import { useAskSeller } from '../../parts/invoices/use-ask-seller.ts';
import { AnchoredMenu } from '../../ui/anchored-menu.tsx';
import { Menu } from '../../ui/layers/menu.tsx';
import type { Opened } from '../../ui/use-opener.ts';
import type { InvoicesScreenState } from './use-invoices-screen.ts';

type Props = Opened & { invoice: Invoice; screen: InvoicesScreenState };

/** The acts on one invoice. */
export function InvoiceMenu({ invoice, screen, ...opened }: Props) {
  const { t } = useTranslation();
  const askSeller = useAskSeller(invoice);
  const { tax_code: seller } = invoice.seller;
  return (
    <AnchoredMenu {...opened} position="bottom-end">
      <MarkItems invoices={[invoice]} onMark={(marks) => screen.marks.mark([invoice], marks)} />
      <Menu.Item leftSection={<IconNote size={16} />} onClick={() => screen.note(invoice)}>
        {t(invoice.note === '' ? 'invoices.marks.note' : 'invoices.marks.editNote')}
      </Menu.Item>
      {askSeller && (
        <Menu.Item leftSection={<IconMessageQuestion size={16} />} onClick={askSeller}>
          {t('invoices.ask.act')}
        </Menu.Item>
      )}
      {seller !== '' && invoice.direction === 'bought' && seller !== screen.selection.seller && (
        <Menu.Item leftSection={<IconBuilding size={16} />} onClick={() => screen.choose({ seller })}>
          {t('invoices.list.onlySeller')}
        </Menu.Item>
      )}
    </AnchoredMenu>
  );
}

type MarkProps = { invoices: readonly Invoice[]; onMark(marks: Partial<InvoiceMarks>): void };

/** Each mark by itself, as all of the invoices have it, some or none; one that only a part has is given to all. */
export function MarkItems({ invoices, onMark }: MarkProps) {
  const { t } = useTranslation();
  const isAnyMarked = invoices.some((invoice) => marksOf(invoice).length > 0);
  return (
    <>
      {INVOICE_MARKS.map((mark) => {
        const marked = invoices.filter(({ marks }) => marks[mark]).length;
        const areAll = marked === invoices.length;
        const isPart = marked > 0 && !areAll;
        return (
          <Menu.CheckboxItem
            key={mark}
            closeMenuOnClick
            checked={areAll}
            rightSection={isPart && t('invoices.marks.part', { marked, count: invoices.length })}
            onChange={() => onMark({ [mark]: !areAll })}
          >
            {t(`invoices.marks.${mark}`)}
          </Menu.CheckboxItem>
        );
      })}
      {isAnyMarked && (
        <Menu.Item
          leftSection={<IconX size={16} />}
          onClick={() => onMark({ booked: false, paid: false, query: false })}
        >
          {t('invoices.marks.clear')}
        </Menu.Item>
      )}
    </>
  );
}
