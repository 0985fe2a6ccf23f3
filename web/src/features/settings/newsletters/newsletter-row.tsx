import type { Newsletter } from '@bocau/contract/newsletters.ts';
import { Button } from '@mantine/core';
import { IconBan, IconDots, IconFilterPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { shortDate } from '../../../lib/dates.ts';
import { now } from '../../../lib/timers.ts';
import { addressOf } from '../../../parts/addresses/list-address.ts';
import { shortName } from '../../../parts/addresses/short-name.ts';
import { filterRequest } from '../../../parts/filters/filter-request.ts';
import { canUnsubscribe, type Offer } from '../../../parts/unsubscribe/unsubscribe-dialog.tsx';
import { Menu } from '../../../ui/layers/menu.tsx';
import { ToolButton } from '../../../ui/tool-button.tsx';
import { WeightLine } from '../storage/weight-line.tsx';

export function offerOf({ unsubscribe: { one_click, url, mailto } }: Newsletter): Offer {
  return { oneClick: one_click, url, mailto };
}

type Props = {
  newsletter: Newsletter;
  /** The sender's way to unsubscribe was opened here. */
  pageOpened: boolean;
  onUnsubscribe(): void;
  onDelete(): void;
  onBlock(): void;
};

/** Who sends it, how much of it, and everything that can be done about it. */
export function NewsletterRow({ newsletter, pageOpened, onUnsubscribe, onDelete, onBlock }: Props) {
  const { t } = useTranslation();
  const { email, messages, unread, lately, last_read_at, unsubscribed_at, since_unsubscribed } = newsletter;
  const sender = shortName(newsletter);
  const date = (at: number) => shortDate(at, now());
  const about = [
    email,
    t('newsletters.messages', { count: messages }),
    unread > 0 && t('newsletters.unread', { count: unread }),
    lately > 0 && t('newsletters.lately', { count: lately }),
    last_read_at === null
      ? t('newsletters.neverRead')
      : t('newsletters.lastRead', { date: date(last_read_at) }),
    pageOpened && unsubscribed_at === null && t('newsletters.pageOpened'),
    unsubscribed_at !== null && t('newsletters.unsubscribed', { date: date(unsubscribed_at) }),
    since_unsubscribed > 0 && t('newsletters.stillComes', { count: since_unsubscribed }),
  ];
  return (
    <WeightLine
      title={sender}
      to={addressOf({ kind: 'search', terms: { from_addr: email } })}
      about={about.filter(Boolean).join(' · ')}
      bytes={newsletter.bytes}
    >
      {canUnsubscribe(offerOf(newsletter)) && (
        <Button
          size="xs"
          variant="default"
          aria-label={t('newsletters.unsubscribeFrom', { sender })}
          onClick={onUnsubscribe}
        >
          {t('newsletters.unsubscribe')}
        </Button>
      )}
      <Button
        size="xs"
        variant="default"
        leftSection={<IconTrash size={16} />}
        aria-label={t('newsletters.deleteAllOf', { sender })}
        onClick={onDelete}
      >
        {t('newsletters.deleteAll')}
      </Button>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ToolButton iconSize={18} icon={IconDots} label={t('newsletters.more', { sender })} />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconFilterPlus size={18} />}
            onClick={() => filterRequest.set({ from: email, subject: '' })}
          >
            {t('newsletters.filter')}
          </Menu.Item>
          <Menu.Item leftSection={<IconBan size={18} />} onClick={onBlock}>
            {t('newsletters.block')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </WeightLine>
  );
}
