import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { after } from '../../lib/timers.ts';
import { useNavigate } from '../../router/router.tsx';
import styles from './list-search.module.css';

type Props = {
  label: string;
  clearLabel: string;
  className: string | undefined;
  /** Debounces typing, so that a word is not searched letter by letter. */
  typedMs: number;
  /** The address of the list that is shown. */
  address: string;
  /** The words of the search that is shown; null while another list is. */
  words: string | null;
  /** What is opened beside the list. */
  opened?: string | null;
  /** The address of a search, or of the list that is shown without one. */
  addressOf(words: string): string;
};

/** Its keys then move among what was found. */
function focusList(): void {
  const page = document.querySelector('main') ?? document;
  page.querySelector<HTMLElement>('[role="grid"], [data-key]')?.focus();
}

/** A search that shows what it finds in place of the list, as the user types. */
export function ListSearch(props: Props) {
  const { label, address, opened = null } = props;
  const navigate = useNavigate();
  const searched = props.words ?? '';
  const [typed, setTyped] = useState(searched);
  const stop = useRef(() => {});
  const field = useRef<HTMLInputElement>(null);
  const goingTo = useRef(address);
  // Going back or choosing another list clears or fills the field, and is not undone by the search of what was
  // typed last. The field's own searches leave it alone, since more may have been typed since.
  useEffect(() => {
    if (goingTo.current === address) return;
    goingTo.current = address;
    stop.current();
    setTyped(searched);
  }, [address, searched]);
  // What is opened before the search of what was typed last is not left again by it.
  useEffect(() => {
    if (opened !== null) stop.current();
  }, [opened]);
  useEffect(() => () => stop.current(), []);

  function search(words: string): void {
    stop.current();
    const wanted = words.trim();
    if (wanted === searched && goingTo.current === address) return;
    const to = props.addressOf(wanted);
    goingTo.current = to;
    void navigate(to, { replace: props.words !== null });
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: React and older browsers don't know <search>
    <div role="search" aria-label={label} className={`${styles['search']} ${props.className ?? ''}`}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (typed.trim() === searched && typed !== '') focusList();
          else search(typed);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          focusList();
        }}
      >
        <TextInput
          ref={field}
          data-list-search
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          aria-label={label}
          placeholder={label}
          leftSection={<IconSearch size={16} aria-hidden />}
          rightSection={
            typed !== '' && (
              <CloseButton
                aria-label={props.clearLabel}
                size="sm"
                onClick={() => {
                  setTyped('');
                  search('');
                  field.current?.focus();
                }}
              />
            )
          }
          value={typed}
          onChange={(event) => {
            const words = event.currentTarget.value;
            setTyped(words);
            stop.current();
            stop.current = after(props.typedMs, () => search(words));
          }}
        />
      </form>
    </div>
  );
}
