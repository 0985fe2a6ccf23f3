import { useTranslation } from '../../../i18n/use-translation.ts';
import pageStyles from '../../../parts/account/account-page.module.css';
import { usePageTitle } from '../../../ui/use-page-title.ts';
import { HeldSenders } from './held-senders.tsx';

/** A domain owner's view of sending: which senders were held automatically, but never their recipients. */
export function HeldSendersPage({ ownName }: { ownName: string }) {
  const { t } = useTranslation();
  usePageTitle(t('consolePages.held'));
  return (
    <div className={pageStyles.page}>
      <h1>{t('consolePages.held')}</h1>
      <p className={pageStyles.about}>{t('adminMail.automatic.about')}</p>
      <HeldSenders ownName={ownName} />
    </div>
  );
}
