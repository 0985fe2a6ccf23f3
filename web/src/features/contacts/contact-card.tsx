import type { ContactCard as Card } from '@bocau/contract/contacts.ts';
import { Button } from '@mantine/core';
import {
  IconArrowLeft,
  IconCloudOff,
  IconDotsVertical,
  IconId,
  IconMail,
  IconPencil,
  IconPhone,
  IconStar,
  IconStarFilled,
  IconUserOff,
  IconX,
} from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { errorWords } from '../../i18n/error-words.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { rowOf } from '../../model/contacts/contacts-noun.ts';
import { useContacts } from '../../parts/contacts/use-contacts.ts';
import { useSessionModel } from '../../parts/session/use-session-model.ts';
import { ListState } from '../../ui/list-state.tsx';
import { ToolButton } from '../../ui/tool-button.tsx';
import { CardFacts } from './card-facts.tsx';
import { CONTACT_ACTS, nameOf } from './contact-acts.ts';
import { ContactAvatar } from './contact-avatar.tsx';
import styles from './contact-card.module.css';
import type { ContactsScreenState } from './use-contacts-screen.ts';

type Props = {
  screen: ContactsScreenState;
  /** Over the list, with a way back to it. */
  alone: boolean;
};

/** The opened card, beside the list or in its place. */
export function ContactCardPane({ screen, alone }: Props) {
  const { t } = useTranslation();
  const { cardId, model } = screen;
  const session = useSessionModel();
  const view = useContacts((reader) => (cardId === null ? null : reader.card(cardId)));
  useEffect(() => (cardId === null ? undefined : model.holdCard(cardId)), [model, cardId]);

  function content(): ReactNode {
    if (cardId === null) {
      return (
        <div className={styles.none}>
          <IconId size={48} stroke={1.25} aria-hidden />
          <p>{t('contacts.card.none')}</p>
        </div>
      );
    }
    if (view?.card) return <CardOf key={cardId} card={view.card} screen={screen} />;
    if (view?.error?.status === 404) {
      return (
        <ListState
          icon={IconUserOff}
          title={t('contacts.card.gone.title')}
          text={t('contacts.card.gone.text')}
        />
      );
    }
    if (view?.error) {
      return (
        <ListState icon={IconCloudOff} title={t('contacts.card.failed')} text={errorWords(t, view.error)}>
          <Button variant="default" onClick={() => session.tryNow()}>
            {t('common.actions.retry')}
          </Button>
        </ListState>
      );
    }
    return <CardLoading />;
  }

  const card = view?.card ?? null;
  return (
    <section className={styles.pane} aria-label={t('contacts.card.label')} data-alone={alone || undefined}>
      {cardId !== null && (
        <div className={styles.bar} role="toolbar" aria-label={t('contacts.toolbar')}>
          <ToolButton
            icon={alone ? IconArrowLeft : IconX}
            label={t(alone ? 'contacts.card.back' : 'common.actions.close')}
            onClick={screen.close}
          />
          <span className={styles.gap} />
          {card && <CardActs card={card} screen={screen} />}
        </div>
      )}
      <div className={styles.scroll}>{content()}</div>
    </section>
  );
}

/** The acts on the card for which there is room, and a menu with the others. */
function CardActs({ card, screen }: { card: Card; screen: ContactsScreenState }) {
  const { t } = useTranslation();
  const target = screen.targetOf([rowOf(card)]);
  const inBar = CONTACT_ACTS.filter(
    ({ id, available }) =>
      (id === 'restore' || id === 'trash' || id === 'deleteForGood' || id === 'list') && available(target),
  );
  const star = CONTACT_ACTS.find(
    ({ id, available }) => (id === 'favorite' || id === 'unfavorite') && available(target),
  );
  return (
    <>
      {star && (
        <ToolButton
          icon={card.favorite ? IconStarFilled : IconStar}
          className={card.favorite ? styles.star : undefined}
          label={t(`contacts.acts.${star.id}`)}
          onClick={() => star.perform(target)}
        />
      )}
      {inBar.map(({ id, icon, perform }) => (
        <ToolButton key={id} icon={icon} label={t(`contacts.acts.${id}`)} onClick={() => perform(target)} />
      ))}
      <ToolButton
        icon={IconDotsVertical}
        label={t('contacts.moreActs')}
        aria-haspopup="menu"
        onClick={(event) => screen.openMenu({ target, place: event.currentTarget.getBoundingClientRect() })}
      />
    </>
  );
}

function CardOf({ card, screen }: { card: Card; screen: ContactsScreenState }) {
  const { t } = useTranslation();
  const { fields } = card;
  const target = screen.targetOf([rowOf(card)]);
  const name = nameOf(card);
  const isTrashed = card.trashed_at !== undefined;
  const mayEdit = card.permission !== 'READ' && !isTrashed;
  const number = card.numbers[0] ?? card.phone.replace(/[^\d+]/g, '');
  const work = [fields.title, fields.department].filter(Boolean).join(' · ');
  return (
    <article className={styles.card}>
      {isTrashed && (
        <p className={styles.note}>
          {card.trashed_by
            ? t('contacts.card.trashedBy', { name: card.trashed_by.name || card.trashed_by.email })
            : t('contacts.card.trashed')}
        </p>
      )}
      {card.permission === 'READ' && <p className={styles.note}>{t('contacts.card.readOnly')}</p>}
      <header className={styles.head}>
        <ContactAvatar contact={card} large />
        <div className={styles.names}>
          <h2 tabIndex={-1}>{name}</h2>
          {work !== '' && <p>{work}</p>}
          {fields.organisation !== '' && fields.organisation !== card.name && <p>{fields.organisation}</p>}
        </div>
      </header>
      <div className={styles.ways}>
        {card.email !== '' && !isTrashed && (
          <Button leftSection={<IconMail size={18} />} onClick={() => target.ask.write([rowOf(card)])}>
            {t('contacts.acts.write')}
          </Button>
        )}
        {card.phone !== '' && number !== '' && (
          <Button
            component="a"
            href={`tel:${number}`}
            variant="default"
            leftSection={<IconPhone size={18} />}
            aria-label={t('contacts.card.callTo', { phone: card.phone })}
          >
            {t('contacts.acts.call')}
          </Button>
        )}
        {mayEdit && (
          <Button
            variant="default"
            leftSection={<IconPencil size={18} />}
            onClick={() => screen.ask({ kind: 'edit', id: card.id })}
          >
            {t('contacts.acts.edit')}
          </Button>
        )}
      </div>
      <CardFacts card={card} screen={screen} />
    </article>
  );
}

function CardLoading() {
  const { t } = useTranslation();
  return (
    <div className={styles.loading} role="status" aria-label={t('common.loading')}>
      <i />
      <i />
      <i />
      <i />
    </div>
  );
}
