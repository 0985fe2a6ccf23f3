import { IconCopy } from '@tabler/icons-react';
import type { ComponentType, ReactNode } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { copyText } from '../../lib/copy-text.ts';
import { readableNumber } from '../../parts/contacts/readable-number.ts';
import { notify } from '../../parts/notices/notify.ts';
import { ToolButton } from '../../ui/tool-button.tsx';
import styles from './card-facts.module.css';
import { labelWords } from './contact-words.ts';

type FactProps = { icon: ComponentType<{ size?: number }>; term: string; children: ReactNode };

/** One kind of fact; left out where there is none. */
export function Fact({ icon: Icon, term, children }: FactProps) {
  if (!children) return null;
  return (
    <div className={styles.fact}>
      <dt>
        <Icon size={18} />
        <span className="visually-hidden">{term}</span>
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

type LinesProps<T> = Omit<FactProps, 'children'> & {
  lines: readonly T[];
  /** What a press copies; left out where nothing is copied. */
  copied?(line: T, at: number): string;
  children(line: T, at: number): ReactNode;
};

export function LinesFact<T extends { label: string }>({ lines, copied, children, ...fact }: LinesProps<T>) {
  const { t } = useTranslation();
  return (
    <Fact {...fact}>
      {lines.length > 0 &&
        lines.map((line, at) => (
          <Line
            // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be alike
            key={at}
            label={labelWords(t, line.label)}
            {...(copied && { copy: copied(line, at) })}
          >
            {children(line, at)}
          </Line>
        ))}
    </Fact>
  );
}

export function PhoneNumber({ written, international }: { written: string; international: string | null }) {
  const read = readableNumber(written, international);
  const dialled = international ?? written.replace(/[^\d+]/g, '');
  if (dialled === '') return read;
  return (
    <a className={styles.link} href={`tel:${dialled}`}>
      {read}
    </a>
  );
}

type LineProps = { label?: string; copy?: string; children: ReactNode };

export function Line({ label, copy, children }: LineProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.line}>
      <span className={styles.value}>{children}</span>
      {label && <span className={styles.label}>{label}</span>}
      {copy !== undefined && (
        <ToolButton
          icon={IconCopy}
          iconSize={16}
          size={32}
          className={styles.copy}
          label={t('contacts.card.copy', { value: copy })}
          onClick={() => {
            void copyText(copy).then((done) => {
              if (done) notify({ text: t('contacts.card.copied') });
            });
          }}
        />
      )}
    </div>
  );
}
