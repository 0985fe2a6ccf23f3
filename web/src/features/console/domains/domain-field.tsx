import { Button } from '@mantine/core';
import { type ComponentProps, useRef } from 'react';
import { OneFieldForm } from '../../../parts/account/one-field-form.tsx';
import people from '../people/people.module.css';

type Props = Omit<ComponentProps<typeof OneFieldForm>, 'ref'> & {
  /** Of the heading. */
  id: string;
  title: string;
  about: string;
  /** What is set so far. */
  now: string;
  /** The button that takes it away; null where nothing is set. */
  clear: string | null;
  onClear(): Promise<unknown>;
};

/** A setting of a domain that is typed, or taken away. */
export function DomainField({ id, title, about, now, clear, onClear, ...form }: Props) {
  const field = useRef<HTMLInputElement>(null);

  async function takeAway(): Promise<void> {
    await onClear();
    field.current?.focus();
  }

  return (
    <section className={people.part} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <p>{about}</p>
      <p>{now}</p>
      <OneFieldForm ref={field} {...form} />
      {clear !== null && (
        <div className={people.acts}>
          <Button variant="default" disabled={form.busy} onClick={() => void takeAway()}>
            {clear}
          </Button>
        </div>
      )}
    </section>
  );
}
