import type { File } from '@bocau/contract/messages.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useApi } from '../mailbox/use-api.ts';
import { useQuery } from '../queries/use-query.ts';
import { PdfPreview } from './pdf-preview.tsx';
import { usePreviewSource } from './preview-source.ts';
import { Fallback, Waiting } from './preview-states.tsx';

const FIRST_PAUSE_MS = 700;
const LONGEST_PAUSE_MS = 5000;

/** An office document as the PDF that the server converts it to, where possible. */
export function OfficePreview({ file }: { file: File }) {
  const { t } = useTranslation();
  const api = useApi();
  const source = usePreviewSource();
  const { data, isError } = useQuery({
    queryKey: ['file-preview', source.keyOf(file.id)],
    queryFn: ({ signal }) => source.preparePreview(api, file.id, signal),
    refetchInterval: ({ state }) =>
      state.data?.state === 'working'
        ? Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 1.5 ** state.dataUpdateCount)
        : false,
  });
  if (isError || data?.state === 'failed') return <Fallback file={file} words={t('previews.failed')} />;
  if (data?.state === 'unavailable') return <Fallback file={file} words={t('previews.unsupported')} />;
  if (data?.state === 'ready' && data.url !== null) return <PdfPreview file={file} address={data.url} />;
  return <Waiting words={t('previews.making')} />;
}
