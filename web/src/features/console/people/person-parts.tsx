import type { ShownPerson } from '@bocau/contract/admin-people.ts';
import { useRef } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { OwnAccess } from './own-access.tsx';
import { PersonAccess } from './person-access.tsx';
import { PersonAliases } from './person-aliases.tsx';
import { PersonDeletion } from './person-deletion.tsx';
import { PersonDirectory } from './person-directory.tsx';
import { PersonDrive } from './person-drive.tsx';
import { PersonFacts } from './person-facts.tsx';
import { PersonForm } from './person-form.tsx';
import { PersonMeetings } from './person-meetings.tsx';
import { PersonRestore } from './person-restore.tsx';
import { PersonReview } from './person-review.tsx';
import { PersonSessions } from './person-sessions.tsx';
import { PersonSuspension } from './person-suspension.tsx';

type Props = {
  person: ShownPerson;
  /** The person is the user. */
  isSelf: boolean;
  /** The user may change the person. */
  isOpen: boolean;
  /** The person is not deleted. */
  isKept: boolean;
  onChanged(): Promise<unknown>;
};

export function Overview({ person, isOpen }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <PersonFacts person={person} />
      {!isOpen && <p role="status">{t('people.ofProvider')}</p>}
    </>
  );
}

type AccountProps = Props & {
  domain: string;
  /** The user may restore deleted mail. */
  restores: boolean;
};

export function Account({ person, isSelf, isKept, domain, restores, onChanged }: AccountProps) {
  const of = { person, onChanged };
  return (
    <>
      {isKept && <PersonForm {...of} isSelf={isSelf} />}
      {isKept && <PersonDirectory {...of} />}
      {isKept && <PersonAliases {...of} domain={domain} />}
      {restores && <PersonRestore person={person} />}
    </>
  );
}

export function SignIn({ person, isSelf, isKept, onChanged }: Props) {
  const of = { person, onChanged };
  if (isSelf) return <OwnAccess />;
  return (
    <>
      {isKept && <PersonAccess {...of} />}
      {isKept && <PersonSessions {...of} />}
      <PersonReview person={person} />
    </>
  );
}

export function End({ person, isSelf, isKept, domain, onChanged }: Props & { domain: string }) {
  const of = { person, onChanged };
  const organiser = useRef<HTMLInputElement>(null);
  const onHandOver = () => organiser.current?.focus();
  return (
    <>
      {isKept && !isSelf && <PersonSuspension {...of} onHandOver={onHandOver} />}
      <PersonDrive {...of} domain={domain} />
      <PersonMeetings {...of} domain={domain} field={organiser} />
      {!isSelf && <PersonDeletion {...of} onHandOver={onHandOver} />}
    </>
  );
}
