import { INVOICE_MARKS, type Invoice, type InvoiceMark } from '@bocau/contract/invoices.ts';
import { IconBuilding, IconCheck, IconMessageQuestion, IconNote, IconX } from '@tabler/icons-react';
import { useTranslation } from '../../i18n/use-translation.ts';
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
      <MarkItems marked={invoice.mark} onMark={(mark) => screen.marks.mark([invoice], mark)} />
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

type MarkProps = { marked: InvoiceMark | null | undefined; onMark(mark: InvoiceMark | null): void };

/** The marks to choose from; `marked` is undefined where several differ. */
export function MarkItems({ marked, onMark }: MarkProps) {
  const { t } = useTranslation();
  return (
    <>
      {INVOICE_MARKS.map((mark) => (
        <Menu.Item
          key={mark}
          leftSection={<IconCheck size={16} visibility={mark === marked ? 'visible' : 'hidden'} />}
          onClick={() => onMark(mark)}
        >
          {t(`invoices.marks.${mark}`)}
        </Menu.Item>
      ))}
      {marked !== null && (
        <Menu.Item leftSection={<IconX size={16} />} onClick={() => onMark(null)}>
          {t('invoices.marks.clear')}
        </Menu.Item>
      )}
    </>
  );
}
