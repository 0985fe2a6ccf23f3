import { IconArrowLeft } from '@tabler/icons-react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useNavigate } from '../../../router/router.tsx';
import { ToolButton } from '../../../ui/tool-button.tsx';
import { useIsNarrowScreen } from '../../../ui/use-is-narrow-screen.ts';
import type { CalendarScreenState } from '../use-calendar-screen.ts';
import { CalendarSearch } from './calendar-search.tsx';
import styles from './found.module.css';
import { FoundEvents } from './found-events.tsx';
import { type FoundPlace, foundTitle } from './found-place.ts';
import { TrashedEvents } from './trashed-events.tsx';

type Props = { screen: CalendarScreenState; place: NonNullable<FoundPlace> };

/** What a search has found, or what is in the trash, in place of the days. */
export function FoundScreen({ screen, place }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const narrow = useIsNarrowScreen();
  const isSearch = place.kind === 'search';
  return (
    <>
      <div className={styles.bar}>
        <ToolButton
          icon={IconArrowLeft}
          label={t('calendar.search.back')}
          onClick={() => void navigate('/calendar')}
        />
        {isSearch && narrow ? <CalendarSearch /> : <b>{foundTitle({ t }, place)}</b>}
      </div>
      {isSearch ? <FoundEvents screen={screen} words={place.words} /> : <TrashedEvents screen={screen} />}
    </>
  );
}
