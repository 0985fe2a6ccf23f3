import type { Merge, MergePreview } from '@bocau/contract/merges.ts';
import { Button, TextInput } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconPaperclip } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { type FormEvent, type Ref, useState } from 'react';
import { errorWords } from '../../i18n/error-words.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { readableSize } from '../../lib/sizes.ts';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { BodyFrame } from '../../parts/message-body/body-frame.tsx';
import { useImageAddresses } from '../../parts/message-body/image-addresses.ts';
import { StillDrawing } from '../../parts/message-body/still-drawing.tsx';
import { useSafeBody } from '../../parts/message-body/use-safe-body.ts';
import { notify } from '../../parts/notices/notify.ts';
import { useAttempt } from '../../parts/notices/use-attempt.ts';
import { useQuery } from '../../parts/queries/use-query.ts';
import { useAppearance } from '../../ui/appearance-context.tsx';
import { ToolButton } from '../../ui/tool-button.tsx';
import { faultWords } from './merge-words.ts';
import styles from './message-preview.module.css';
import { previewsKey } from './use-merge.ts';

type Props = { ref?: Ref<HTMLElement>; merge: Merge; row: number; onRow(row: number): void };

/** The message of a row as it will be sent, with the ones before and after it. */
export function MessagePreview({ ref, merge, row, onRow }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const { busy: testing, run } = useAttempt((refusal) =>
    t('merges.preview.testFailed', { reason: errorWords(t, refusal) }),
  );
  const params = { id: merge.id, row: String(row) };
  const { data, error } = useQuery({
    queryKey: [...previewsKey(merge.id), row],
    queryFn: async ({ signal }) => (await api.previewMerge({ params }, signal)).data,
    enabled: merge.counts.rows > 0,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

  async function test(): Promise<void> {
    await run(async () => {
      await api.testMerge({ params });
      notify({ text: t('merges.preview.tested') });
    });
  }

  if (merge.counts.rows === 0) return null;
  return (
    <section ref={ref} tabIndex={-1} className={styles.preview} aria-label={t('merges.preview.title')}>
      <div className={styles.bar}>
        <RowTurner rows={merge.counts.rows} row={row} onRow={onRow} />
        <Button variant="default" size="compact-md" loading={testing} onClick={() => void test()}>
          {t('merges.preview.test')}
        </Button>
      </div>
      {error ? (
        <p role="alert" className={styles.note}>
          {t('merges.preview.failed', { reason: faultWords(t, error) })}
        </p>
      ) : (
        data && <Shown preview={data} draft={merge.draft_id} />
      )}
    </section>
  );
}

type TurnerProps = { rows: number; row: number; onRow(row: number): void };

function RowTurner({ rows, row, onRow }: TurnerProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<string | null>(null);

  function jump(event: FormEvent): void {
    event.preventDefault();
    const asked = Number(typed);
    setTyped(null);
    if (Number.isSafeInteger(asked) && asked >= 1) onRow(Math.min(rows, asked));
  }

  return (
    <form className={styles.turner} onSubmit={jump}>
      <ToolButton
        type="button"
        icon={IconChevronLeft}
        label={t('merges.preview.earlier')}
        disabled={row <= 1}
        onClick={() => onRow(row - 1)}
      />
      <TextInput
        className={styles.jump}
        inputMode="numeric"
        aria-label={t('merges.preview.jump')}
        autoComplete="off"
        maxLength={6}
        value={typed ?? String(row)}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onBlur={jump}
      />
      <span role="status" className={styles.of}>
        <span aria-hidden>/ {rows}</span>
        <span className="visually-hidden">{t('merges.preview.of', { row, rows })}</span>
      </span>
      <ToolButton
        type="button"
        icon={IconChevronRight}
        label={t('merges.preview.later')}
        disabled={row >= rows}
        onClick={() => onRow(row + 1)}
      />
    </form>
  );
}

function Shown({ preview, draft }: { preview: MergePreview; draft: string | null }) {
  const { t } = useTranslation();
  const { from, to, subject, html, files, problems, empty_fields } = preview;
  const who = written(to) || t('merges.preview.noAddress');
  const notes = problems.filter((problem) => problem !== 'empty_field');
  return (
    <>
      {(notes.length > 0 || empty_fields.length > 0) && (
        <p className={styles.note}>
          {[
            ...(notes.length > 0
              ? [
                  t('merges.preview.notSent', {
                    reason: notes.map((problem) => t(`merges.check.problem.${problem}`)).join(', '),
                  }),
                ]
              : []),
            ...(empty_fields.length > 0
              ? [t('merges.preview.emptyFields', { fields: empty_fields.join(', ') })]
              : []),
          ].join(' · ')}
        </p>
      )}
      <dl className={styles.lines}>
        <dt>{t('merges.preview.from')}</dt>
        <dd>{written(from)}</dd>
        <dt>{t('merges.preview.to')}</dt>
        <dd>{who}</dd>
        <dt>{t('merges.preview.subject')}</dt>
        <dd className={styles.subject}>{subject || t('merges.preview.noSubject')}</dd>
      </dl>
      {html.trim() === '' ? (
        <p className={styles.none}>{t('merges.preview.empty')}</p>
      ) : (
        <Body
          html={html}
          draft={draft}
          name={`merge ${preview.row}`}
          title={t('merges.preview.body', { who })}
        />
      )}
      {files.length > 0 && (
        <ul className={styles.files} aria-label={t('merges.preview.files')}>
          {files.map(({ name, size }) => (
            <li key={name}>
              <IconPaperclip size={16} aria-hidden />
              {name} <span className={styles.size}>{readableSize(size)}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

type BodyProps = { html: string; draft: string | null; name: string; title: string };

function Body({ html, draft, name, title }: BodyProps) {
  const { scheme } = useAppearance();
  const { body } = useSafeBody(html);
  const addresses = useImageAddresses(draft ?? '', draft === null ? [] : (body?.images ?? []), false);
  if (!body) return <StillDrawing />;
  const dark = scheme === 'dark';
  return (
    <div className={styles.body}>
      <BodyFrame
        name={name}
        body={body}
        sheet={dark && body.colours === 'paper' ? 'white' : 'page'}
        dark={dark}
        title={title}
        addresses={addresses}
      />
    </div>
  );
}

function written({ name, email }: MergePreview['to']): string {
  return name === '' || email === '' ? email : `${name} <${email}>`;
}
