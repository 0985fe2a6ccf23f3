import { Popover } from '@mantine/core';
import { IconUsersGroup } from '@tabler/icons-react';
import type { RefObject } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { PersonAvatar } from '../../../parts/avatars/person-avatar.tsx';
import { Anchor } from '../../../ui/anchor.tsx';
import styles from './recipients-field.module.css';
import type { Suggested } from './suggested.ts';
import type { PeopleChoice } from './use-people-choice.ts';

type Props = {
  /** The id of the list; its options append their index. */
  id: string;
  /** The element below which it is placed. */
  anchor: RefObject<HTMLElement | null>;
  choice: PeopleChoice;
  onChoose(meant: Suggested): void;
};

/** RC-7: matching people and groups in sections, which are one list for the arrow keys; their number is announced. */
export function SuggestedPeopleList({ id, anchor, choice, onChoose }: Props) {
  const { t } = useTranslation();
  const { isOpen, count } = choice;
  return (
    <>
      {isOpen && anchor.current && (
        <PeopleDropdown id={id} anchor={anchor.current} choice={choice} onChoose={onChoose} />
      )}
      <div role="status" className="visually-hidden">
        {isOpen && t('compose.recipients.found', { count })}
      </div>
    </>
  );
}

function PeopleDropdown({ id, anchor, choice, onChoose }: Omit<Props, 'anchor'> & { anchor: HTMLElement }) {
  const { t } = useTranslation();
  const { people, active } = choice;
  const { namedLists, leading, writtenWith, sameDomain, groups, lists } = people;
  const named = namedLists.length;
  const written = named + leading.length + writtenWith.length;
  const sections = [
    { key: 'namedLists', words: 'lists', people: namedLists, first: 0 },
    { key: 'leading', words: 'leading', people: leading, first: named },
    { key: 'writtenWith', words: 'writtenWith', people: writtenWith, first: named + leading.length },
    { key: 'sameDomain', words: 'sameDomain', people: sameDomain, first: written },
    { key: 'groups', words: 'groups', people: groups, first: written + sameDomain.length },
    { key: 'lists', words: 'lists', people: lists, first: written + sameDomain.length + groups.length },
  ] as const;
  return (
    <Popover
      opened
      position="bottom-start"
      offset={2}
      trapFocus={false}
      returnFocus={false}
      withRoles={false}
    >
      <Popover.Target>
        <Anchor element={anchor} />
      </Popover.Target>
      <Popover.Dropdown p={4} className={styles.dropdown}>
        <div id={id} role="listbox" aria-label={t('compose.recipients.suggestions')}>
          {sections.map(
            (section) =>
              section.people.length > 0 && (
                // biome-ignore lint/a11y/useSemanticElements: a group of options, not of form fields
                <div key={section.key} role="group" aria-label={t(`compose.recipients.${section.words}`)}>
                  <div className={styles.groupName} aria-hidden>
                    {t(`compose.recipients.${section.words}`)}
                  </div>
                  {section.people.map((meant: Suggested, at) => {
                    const place = section.first + at;
                    return (
                      // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
                      <div
                        key={'email' in meant ? meant.email : meant.name}
                        id={`${id}-${place}`}
                        role="option"
                        tabIndex={-1}
                        aria-selected={place === active}
                        className={styles.option}
                        // Keeps the focus in the field; on blur the list would close before the click.
                        onMouseDown={(event) => event.preventDefault()}
                        onMouseMove={() => place !== active && choice.choose(place)}
                        onClick={() => onChoose(meant)}
                      >
                        <SuggestedWords meant={meant} />
                      </div>
                    );
                  })}
                </div>
              ),
          )}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

function SuggestedWords({ meant }: { meant: Suggested }) {
  const { t } = useTranslation();
  if (!('email' in meant)) {
    return (
      <>
        <IconUsersGroup size={20} />
        <span className={styles.person}>
          {t('compose.recipients.listOf', { list: meant.name, count: meant.total })}
        </span>
      </>
    );
  }
  return (
    <>
      {/* Mail is sent to this address, whoever wrote from it. */}
      <PersonAvatar person={meant} proven />
      <span className={styles.person}>
        {meant.name && <span>{meant.name}</span>}
        <span className={styles.address}>{meant.email}</span>
      </span>
    </>
  );
}
