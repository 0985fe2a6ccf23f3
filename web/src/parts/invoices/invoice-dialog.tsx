import { ApiError } from '@bocau/contract/client.ts';
import type { InvoiceDetail } from '@bocau/contract/invoices.ts';
import { Button } from '@mantine/core';
import {
  IconCopy,
  IconFileTypePdf,
  IconFileTypeXml,
  IconMail,
  IconMessageQuestion,
  IconPrinter,
} from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { copyText } from '../../lib/copy-text.ts';
import { Link } from '../../router/router.tsx';
import { Modal } from '../../ui/layers/modal.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { useIsNarrowScreen } from '../../ui/use-is-narrow-screen.ts';
import { downloadAddress } from '../files/file-address.ts';
import { useApi } from '../mailbox/use-api.ts';
import { notify } from '../notices/notify.ts';
import { useQuery } from '../queries/use-query.ts';
import { InvoiceChecks } from './invoice-checks.tsx';
import styles from './invoice-dialog.module.css';
import { InvoicePaper } from './invoice-paper.tsx';
import { InvoiceSigners } from './invoice-signers.tsx';
import { InvoiceStamp } from './invoice-stamp.tsx';
import { messageAddress } from './invoices-address.ts';
import { linesAsTable } from './lines-as-table.ts';
import { LookUp } from './look-up.tsx';
import { marksOf, markWords } from './mark-words.ts';
import { printInvoice } from './print-invoice.ts';
import { RelatedInvoices } from './related-invoices.tsx';
import { useAskSeller } from './use-ask-seller.ts';

type Props = {
  id: string;
  /** Shows another invoice in its place: the one that it replaces, say. */
  onShow(id: string): void;
  onClose(): void;
  /** Opened from the first message that is shown: the way to it would lead nowhere. */
  isAtMessage?: boolean;
};

/** An invoice as it is known from paper, with its checks and what can be done with it. */
export function InvoiceDialog({ id, onShow, onClose, isAtMessage = false }: Props) {
  const api = useApi();
  const { t } = useTranslation();
  const narrow = useIsNarrowScreen();
  const opened = useRef(id);
  const { data, error, isError, refetch } = useQuery({
    queryKey: ['invoice', id],
    queryFn: async ({ signal }) => (await api.getInvoice({ params: { id } }, signal)).data,
  });
  const isGone = error instanceof ApiError && error.status === 404;
  return (
    <Modal
      opened
      onClose={onClose}
      size={900}
      fullScreen={narrow}
      closeButtonProps={{ 'aria-label': t('invoices.paper.close') }}
      title={data ? t('invoices.paper.dialog', { number: data.number }) : t('invoices.title')}
    >
      {data && (
        <Content
          invoice={data}
          onShow={onShow}
          onClose={onClose}
          withMessage={!isAtMessage || opened.current !== id}
        />
      )}
      {!data && isGone && <p role="alert">{t('invoices.paper.gone')}</p>}
      {!data && isError && !isGone && (
        <LoadFailed words={t('invoices.paper.failed')} onRetry={() => void refetch()} />
      )}
      {!data && !isError && <div className={styles.waiting} role="status" aria-label={t('common.loading')} />}
    </Modal>
  );
}

type ContentProps = Omit<ActsProps, 'paper'> & { onShow(id: string): void };

function Content({ invoice, onShow, onClose, withMessage }: ContentProps) {
  const { t } = useTranslation();
  const paper = useRef<HTMLElement>(null);
  return (
    <>
      <Acts invoice={invoice} onClose={onClose} withMessage={withMessage} paper={paper} />
      <div className={styles.stamp}>
        <InvoiceStamp invoice={invoice} />
      </div>
      {(marksOf(invoice).length > 0 || invoice.note !== '') && (
        <p className={styles.related}>
          {[markWords(t, marksOf(invoice)), invoice.note].filter(Boolean).join(': ')}
        </p>
      )}
      <RelatedInvoices invoice={invoice} onShow={onShow} />
      <InvoicePaper invoice={invoice} paper={paper} />
      <section className={styles.part}>
        <h3>{t('invoices.paper.checks')}</h3>
        <InvoiceChecks checks={invoice.checks} />
        <InvoiceSigners signers={invoice.signers} />
      </section>
      <LookUp invoice={invoice} />
    </>
  );
}

type ActsProps = {
  invoice: InvoiceDetail;
  withMessage: boolean;
  paper: { current: HTMLElement | null };
  onClose(): void;
};

function Acts({ invoice, withMessage, paper, onClose }: ActsProps) {
  const { t, language } = useTranslation();
  const askSeller = useAskSeller(invoice);

  async function copy(): Promise<void> {
    const copied = await copyText(linesAsTable(t, invoice, language));
    notify({
      text: t(copied ? 'invoices.lines.copied' : 'invoices.lines.notCopied'),
      tone: copied ? 'plain' : 'danger',
    });
  }

  const title = t('invoices.card.label', { number: invoice.number, seller: invoice.seller.name });
  return (
    <div className={styles.acts}>
      <Button
        variant="default"
        leftSection={<IconPrinter size={16} />}
        onClick={() => paper.current && void printInvoice(paper.current, title)}
      >
        {t('invoices.paper.print')}
      </Button>
      {invoice.lines.length > 0 && (
        <Button variant="default" leftSection={<IconCopy size={16} />} onClick={() => void copy()}>
          {t('invoices.lines.copy')}
        </Button>
      )}
      <Button
        variant="default"
        component="a"
        href={downloadAddress(invoice.file.id)}
        download
        leftSection={<IconFileTypeXml size={16} />}
      >
        {invoice.file.entry === null ? t('invoices.paper.xml') : invoice.file.name}
      </Button>
      {invoice.pdf && (
        <Button
          variant="default"
          component="a"
          href={downloadAddress(invoice.pdf.id)}
          download
          leftSection={<IconFileTypePdf size={16} />}
        >
          {t('invoices.paper.pdf')}
        </Button>
      )}
      {withMessage && (
        <Button
          variant="default"
          component={Link}
          to={messageAddress(invoice)}
          leftSection={<IconMail size={16} />}
        >
          {t('invoices.paper.message')}
        </Button>
      )}
      {askSeller && (
        <Button
          variant="default"
          leftSection={<IconMessageQuestion size={16} />}
          onClick={() => {
            onClose();
            askSeller();
          }}
        >
          {t('invoices.ask.act')}
        </Button>
      )}
    </div>
  );
}
