import { IconBuilding, IconSearch } from '@tabler/icons-react';
import { useMemo, useRef } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { textPixels } from '../../../lib/text-pixels.ts';
import { type PeopleView, peopleAddressOf } from '../../../parts/contacts/people-address.ts';
import { useNavigate } from '../../../router/router.tsx';
import { ListState } from '../../../ui/list-state.tsx';
import { ListLine } from '../../../ui/rows/list-line.tsx';
import { useIsNarrow } from '../../../ui/rows/use-is-narrow.ts';
import { useKeyed } from '../../../ui/rows/use-keyed.ts';
import { BESIDE } from '../beside.ts';
import { DepartmentFilter } from './department-filter.tsx';
import { nodeOf, useDepartmentTree } from './department-tree.ts';
import { DirectoryPersonPane } from './directory-person.tsx';
import { PeopleFrame } from './people-frame.tsx';
import type { PersonLine } from './person-row.tsx';
import { useDirectory, useDirectoryLetters } from './use-people-list.ts';
import { usePeopleScreen } from './use-people-screen.ts';

/** The people of one's own domain, by given name. */
export function DirectoryScreen({ view }: { view: PeopleView }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const section = useRef<HTMLElement>(null);
  const narrow = useIsNarrow(section, textPixels(BESIDE));
  const { words, department } = view;
  const shownKey = peopleAddressOf('directory', { words, department });
  const [from, setFrom] = useKeyed<string | null>(shownKey, null);
  const listKey = from === null ? shownKey : `${shownKey} from ${from}`;
  const tree = useDepartmentTree();
  const below = department !== null && (nodeOf(tree, department)?.children.length ?? 0) > 0;
  const list = useDirectory({ words, department, from, below });
  const letters = useDirectoryLetters({ words, department, below });
  const isSearch = words !== '';
  const lines = useMemo<PersonLine[]>(
    () =>
      list.people.map((person) => ({
        ...{ email: person.email, name: person.name || person.email, photo: person.avatar },
        letter: isSearch ? null : person.letter,
        lines: [
          [person.title, person.department].filter(Boolean).join(' · '),
          [person.phone, person.email].filter(Boolean).join(' · '),
        ],
      })),
    [list.people, isSearch],
  );
  const screen = usePeopleScreen(view, { listKey, people: lines, narrow });
  const show = (chosen: string | null) =>
    void navigate(peopleAddressOf('directory', { words, department: chosen }));

  return (
    <PeopleFrame
      {...{ section, narrow, view, listKey, list, lines, letters, screen }}
      title={t('contactPeople.directory.title')}
      onLetter={(letter) => setFrom(letter === letters[0] ? null : letter)}
      tools={<DepartmentFilter tree={tree} department={department} onDepartment={show} />}
      note={
        <>
          {department !== null && (
            <ListLine>
              <span>{t('contactPeople.directory.ofDepartment', { name: department })}</span>
              <button type="button" onClick={() => show(null)}>
                {t('contactPeople.directory.allDepartments')}
              </button>
            </ListLine>
          )}
          {from !== null && (
            <ListLine>
              <span>{t('contacts.fromStart', { letter: from })}</span>
              <button type="button" onClick={() => setFrom(null)}>
                {t('contacts.showAll')}
              </button>
            </ListLine>
          )}
        </>
      }
      empty={<Empty isHidden={list.isHidden} isSearch={isSearch} />}
      pane={
        <DirectoryPersonPane
          email={view.email}
          known={list.people.find(({ email }) => email === view.email)}
          alone={narrow}
          onClose={screen.close}
        />
      }
    />
  );
}

function Empty({ isHidden, isSearch }: { isHidden: boolean; isSearch: boolean }) {
  const { t } = useTranslation();
  if (isSearch && !isHidden) {
    return (
      <ListState
        icon={IconSearch}
        title={t('contacts.empty.search.title')}
        text={t('contactPeople.directory.notFound')}
      />
    );
  }
  const words = isHidden ? 'hidden' : 'empty';
  return (
    <ListState
      icon={IconBuilding}
      title={t(`contactPeople.directory.${words}.title`)}
      text={t(`contactPeople.directory.${words}.text`)}
    />
  );
}
