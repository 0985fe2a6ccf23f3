import type { MailAddress } from '@bocau/contract/fields.ts';
import type { AttachedMessage, File } from '@bocau/contract/messages.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { fullDate } from '../../lib/dates.ts';
import { useAppearance } from '../../ui/appearance-context.tsx';
import { FaultBoundary } from '../faults/fault-boundary.tsx';
import { downloadAddress } from '../files/file-address.ts';
import { useApi } from '../mailbox/use-api.ts';
import { BodyFrame } from '../message-body/body-frame.tsx';
import { BrokenBody } from '../message-body/broken-body.tsx';
import { PlainBody } from '../message-body/plain-body.tsx';
import { StillDrawing } from '../message-body/still-drawing.tsx';
import { useSafeBody } from '../message-body/use-safe-body.ts';
import { useQuery } from '../queries/use-query.ts';
import { DoubtMark } from '../senders/doubt-mark.tsx';
import styles from './preview-overlay.module.css';
import { Fallback, Waiting } from './preview-states.tsx';

/**
 * A message that is attached as a file. Its remote images are not loaded: nothing vouches for their sources.
 */
export function MailPreview({ file }: { file: File }) {
  const { t } = useTranslation();
  const api = useApi();
  const { data, isError } = useQuery({
    queryKey: ['attached-message', file.id],
    queryFn: async ({ signal }) => (await api.openAttachedMessage({ params: { id: file.id } }, signal)).data,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (isError) return <Fallback file={file} words={t('previews.failed')} />;
  if (!data) return <Waiting />;
  const facts = [
    [t('threadDetail.details.from'), data.from ? written([data.from, ...(data.from.others ?? [])]) : ''],
    [t('threadDetail.details.to'), written(data.to)],
    [t('threadDetail.details.cc'), written(data.cc)],
    [t('threadDetail.details.date'), data.date === null ? '' : fullDate(data.date)],
  ];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keys
    <div className={styles.scroll} tabIndex={0}>
      <div className={styles.paper}>
        <h2>{data.subject || t('threadDetail.noSubject')}</h2>
        <dl className={styles.facts}>
          {facts.map(([label, value]) => value !== '' && <Fact key={label} label={label} value={value} />)}
        </dl>
        {data.from && <DoubtMark sender={data.from} />}
        <FaultBoundary
          where="attached message"
          of={file.id}
          instead={() => (
            <BrokenBody body={data.body} type={data.body_type} original={downloadAddress(file.id)} />
          )}
        >
          {data.body_type === 'html' ? (
            <AttachedBody id={file.id} message={data} />
          ) : (
            <PlainBody text={data.body} />
          )}
        </FaultBoundary>
        {data.body_clipped && <p className={styles.note}>{t('threadDetail.body.clipped')}</p>}
        {data.files.length > 0 && (
          <p className={styles.note}>
            {t('previews.files', { names: data.files.map(({ name }) => name).join(', ') })}
          </p>
        )}
      </div>
    </div>
  );
}

function Fact({ label, value }: { label: string | undefined; value: string | undefined }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </>
  );
}

const NO_IMAGES: ReadonlyMap<string, string> = new Map();

function AttachedBody({ id, message }: { id: string; message: AttachedMessage }) {
  const { t } = useTranslation();
  const { scheme } = useAppearance();
  const { body: safe } = useSafeBody(message.body);
  if (!safe) return <StillDrawing />;
  const dark = scheme === 'dark';
  return (
    <>
      <BodyFrame
        name={`file ${id}`}
        body={safe}
        sheet={dark && safe.colours === 'paper' ? 'white' : 'page'}
        dark={dark}
        title={t('threadDetail.body.title', { sender: message.from ? written([message.from]) : '' })}
        addresses={NO_IMAGES}
      />
      {safe.cut && <p className={styles.note}>{t('threadDetail.body.tooComplex')}</p>}
    </>
  );
}

function written(people: readonly MailAddress[]): string {
  return people.map(({ name, email }) => (name === '' ? email : `${name} <${email}>`)).join(', ');
}
