import { type ReactNode, useRef } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { textPixels } from '../../lib/text-pixels.ts';
import { InvoiceDialog } from '../../parts/invoices/invoice-dialog.tsx';
import { useFocusInside } from '../../parts/keyboard/use-focus-inside.ts';
import { PickAllLine } from '../../parts/selection/pick-all-line.tsx';
import { useSessionModel, useSessionState } from '../../parts/session/use-session-model.ts';
import { useSettings, useSettingsModel } from '../../parts/settings/use-settings.ts';
import { ListLine } from '../../ui/rows/list-line.tsx';
import { useIsNarrow } from '../../ui/rows/use-is-narrow.ts';
import { useIsNarrowScreen } from '../../ui/use-is-narrow-screen.ts';
import { usePageTitle } from '../../ui/use-page-title.ts';
import { InvoiceGrid } from './invoice-grid.tsx';
import { InvoicesEmpty, InvoicesFailed, InvoicesLoading, InvoicesOffline } from './invoice-states.tsx';
import { InvoiceSums } from './invoice-sums.tsx';
import { InvoicesBar } from './invoices-bar.tsx';
import { InvoicesKeys } from './invoices-keys.tsx';
import styles from './invoices-screen.module.css';
import { NoteDialog } from './note-dialog.tsx';
import { type InvoicesScreenState, useInvoicesScreen } from './use-invoices-screen.ts';

/** From here on a row is one line of columns. */
const COLUMNS_FROM = 1040;
/** Below it not even two parts stand beside each other: the text is large, and the screen a phone's. */
const CARDS_FROM = 290;

/** The invoices that came with mail, as a list to be checked, marked and taken along. */
export function InvoicesScreen() {
  const { t } = useTranslation();
  const section = useRef<HTMLElement>(null);
  const narrow = useIsNarrow(section, textPixels(COLUMNS_FROM));
  const stacked = useIsNarrow(section, textPixels(CARDS_FROM));
  const narrowScreen = useIsNarrowScreen();
  const screen = useInvoicesScreen();
  const { list, opened, open, noted, note, marks } = screen;
  useFocusInside(section, () => {
    if (screen.grid.current) screen.grid.current.focus();
    else section.current?.focus({ preventScroll: true });
  });
  usePageTitle(t('invoices.title'));
  return (
    <section
      ref={section}
      tabIndex={-1}
      className={styles.screen}
      aria-label={t('invoices.title')}
      data-narrow={narrow || undefined}
    >
      <h1 className="visually-hidden">{t('invoices.title')}</h1>
      <HiddenLine />
      {list.invoices.length > 0 && <OfflineLine />}
      <InvoicesBar screen={screen} withSearch={narrowScreen} />
      <PickAllLine
        pickAll={screen.pickAll}
        picked={screen.rows.picked.length}
        loaded={list.invoices.length}
        hasMore={list.hasMore}
        total={list.data?.count ?? null}
        words="invoices.whole"
      />
      <List screen={screen} narrow={narrow} stacked={stacked} />
      {list.invoices.length > 0 && <InvoiceSums screen={screen} />}
      {screen.keysShown && <InvoicesKeys onClose={() => screen.showKeys(false)} />}
      {opened !== null && <InvoiceDialog id={opened} onShow={open} onClose={() => open(null)} />}
      {noted !== null && (
        <NoteDialog
          invoice={noted}
          written={marks.noteOf(noted)}
          onClose={() => note(null)}
          onSave={(text) => {
            if (marks.note(noted, text)) note(null);
          }}
        />
      )}
    </section>
  );
}

/** The room is off and opened all the same, by its address. */
function HiddenLine() {
  const { t } = useTranslation();
  const { show_invoices: isOn } = useSettings();
  const { change } = useSettingsModel();
  if (isOn) return null;
  return (
    <ListLine>
      <span>{t('invoices.off.about')}</span>
      <button type="button" onClick={() => change({ show_invoices: true })}>
        {t('invoices.off.on')}
      </button>
    </ListLine>
  );
}

/** What is done with mail is kept until the connection is back; what is done here is not. */
function OfflineLine() {
  const { t } = useTranslation();
  const isLost = useSessionState(({ connection }) => connection().state === 'lost');
  return isLost && <ListLine>{t('invoices.offline.acts')}</ListLine>;
}

type ListProps = { screen: InvoicesScreenState; narrow: boolean; stacked: boolean };

function List({ screen, ...layout }: ListProps): ReactNode {
  const session = useSessionModel();
  const lost = useSessionState(({ connection }) => connection().state === 'lost');
  const { list, selection } = screen;
  if (list.invoices.length > 0) return <InvoiceGrid key={list.address} screen={screen} {...layout} />;
  if (list.data) {
    const { direction, ...conditions } = selection;
    const isFiltered = Object.keys(conditions).length > 0 || direction === 'sold';
    return <InvoicesEmpty isFiltered={isFiltered} />;
  }
  if (lost) return <InvoicesOffline onTryNow={() => session.tryNow()} />;
  if (list.isError) return <InvoicesFailed error={list.error} onRetry={list.retry} />;
  return <InvoicesLoading />;
}
