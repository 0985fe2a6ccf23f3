import { LIMITS } from '@bocau/contract/limits.ts';
import { type KeyboardEvent, type Ref, useEffect, useId, useImperativeHandle, useRef, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { beforePageGoes } from '../../../lib/page-goes.ts';
import { after, now } from '../../../lib/timers.ts';
import { useComposeModel, useComposeWindow } from '../../../parts/compose/lazy-compose.ts';
import { type TypedAhead, writeTyped } from '../../../parts/keyboard/take-keys.ts';
import type { QueryListener } from '../editor/start-editor.ts';
import { isListKey, queryAtEnd } from '../editor/typed-query.ts';
import styles from './lines.module.css';

/** CW-17: somebody typing without a pause loses at most a second of it. */
const TAKEN_AFTER_MS = 400;
const TAKEN_AT_LATEST_MS = 700;

export type SubjectHandle = {
  type(typed: TypedAhead): void;
  /** At the caret, or in place of a range. */
  insert(text: string, range: { from: number; to: number } | null): void;
};

type Props = {
  id: string;
  ref?: Ref<SubjectHandle>;
  /** Where columns of a table can be inserted. */
  fields?: QueryListener | undefined;
};

/**
 * CW-9: in a reply the subject is edited on request only, because changing it starts another conversation.
 */
export function SubjectLine({ id, ref, fields }: Props) {
  const { t } = useTranslation();
  const model = useComposeModel();
  const view = useComposeWindow(id);
  const field = useId();
  const input = useRef<HTMLInputElement>(null);
  const subject = view?.subject ?? '';
  const editable = view?.subjectEditable ?? true;
  const [typed, setTyped] = useState<string | null>(null);
  const since = useRef<number | null>(null);

  useEffect(() => {
    if (typed === null) {
      since.current = null;
      return undefined;
    }
    since.current ??= now();
    const left = since.current + TAKEN_AT_LATEST_MS - now();
    const take = () => {
      model.change(id, { subject: typed });
      setTyped(null);
    };
    const stopWaiting = after(Math.max(0, Math.min(TAKEN_AFTER_MS, left)), take);
    const stopListening = beforePageGoes(take);
    return () => {
      stopWaiting();
      stopListening();
    };
  }, [typed, model, id]);

  useImperativeHandle(ref, () => ({
    type(typed) {
      if (input.current) writeTyped(input.current, typed);
      setTyped(typed.text);
    },
    insert(text, range) {
      const { current: field } = input;
      if (!field) return;
      const { from, to } = range ?? caretOf(field);
      field.setRangeText(text, from, to, 'end');
      field.focus();
      setTyped(field.value);
    },
  }));

  /** A brace that was typed offers the columns of the table. */
  function followFields(field: HTMLInputElement): void {
    const caret = field.selectionStart ?? field.value.length;
    const query = queryAtEnd('{', field.value.slice(0, caret));
    const { left, top, bottom } = field.getBoundingClientRect();
    const from = caret - (query?.length ?? 0) - 1;
    fields?.onQuery(query === undefined ? null : { query, from, to: caret, place: { left, top, bottom } });
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    if (!fields || event.nativeEvent.isComposing || !isListKey(event.nativeEvent)) return;
    if (!fields.onKey(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') fields.onQuery(null);
  }

  if (!editable) {
    return (
      <div className={styles.line}>
        <span className={styles.fixed} title={subject}>
          {subject}
        </span>
        <button
          type="button"
          className={styles.act}
          onClick={() => {
            model.change(id, { subjectEditable: true });
            requestAnimationFrame(() => input.current?.focus());
          }}
        >
          {t('composeWindow.editSubject')}
        </button>
      </div>
    );
  }
  return (
    <div className={styles.line}>
      <label className="visually-hidden" htmlFor={field}>
        {t('composeWindow.subject')}
      </label>
      <input
        ref={input}
        id={field}
        className={styles.input}
        value={typed ?? subject}
        placeholder={t('composeWindow.subject')}
        maxLength={LIMITS.subjectLength}
        autoComplete="off"
        onChange={({ target }) => {
          setTyped(target.value);
          if (fields) followFields(target);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => {
          fields?.onQuery(null);
          if (typed === null) return;
          model.change(id, { subject: typed });
          setTyped(null);
        }}
      />
    </div>
  );
}

function caretOf(field: HTMLInputElement): { from: number; to: number } {
  const end = field.value.length;
  return { from: field.selectionStart ?? end, to: field.selectionEnd ?? end };
}
