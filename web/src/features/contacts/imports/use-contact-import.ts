import type { ApiError } from '@bocau/contract/client.ts';
import type {
  ContactColumn,
  ContactImportPlan,
  ContactImportResult,
} from '@bocau/contract/contact-imports.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import { useRef, useState } from 'react';
import { errorWords } from '../../../i18n/error-words.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { asApiError } from '../../../model/engine/retry.ts';
import { openQuoteLine } from '../../../parts/imports/open-quote.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';

type Columns = readonly (ContactColumn | null)[];
const MB = 1024 * 1024;

export type ContactImport = ReturnType<typeof useContactImport>;

/** A file is planned first, again with each change of a column, and then imported. */
export function useContactImport(onImported: (result: ContactImportResult) => void) {
  const { t } = useTranslation();
  const api = useApi();
  const [file, setFile] = useState<File | null>(null);
  const [plan, setPlan] = useState<ContactImportPlan | null>(null);
  const [columns, setColumns] = useState<Columns | null>(null);
  const [duplicates, setDuplicates] = useState<'skip' | 'add'>('skip');
  const [bookId, setBookId] = useState<string | null>(null);
  const [list, setList] = useState('');
  const [busy, setBusy] = useState<'planning' | 'importing' | null>(null);
  /** Why the file could not be read, as it is chosen now. */
  const [fileFault, setFileFault] = useState<string | null>(null);
  const [bookFault, setBookFault] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  // An import whose answer was lost goes on under the same name; another file is another import.
  const uid = useRef('');
  const plans = useRef(0);

  async function makePlan(of: File, chosen: Columns | null): Promise<void> {
    plans.current += 1;
    const number = plans.current;
    setBusy('planning');
    setFileFault(null);
    setRefusal(null);
    const form = new FormData();
    if (chosen) form.append('columns', JSON.stringify(chosen));
    form.append('file', of, of.name);
    try {
      const { data } = await api.planContactImport({ form });
      if (plans.current !== number) return;
      setPlan(data);
      setColumns(data.kind === 'csv' ? data.columns.map(({ column }) => column) : null);
    } catch (thrown) {
      if (plans.current !== number) return;
      setFileFault(fileFaultOf(asApiError(thrown)));
    } finally {
      if (plans.current === number) setBusy(null);
    }
  }

  function fileFaultOf(error: ApiError): string {
    if (error.code === 'too_large') return tooLarge();
    const { archive } = error.details;
    if (archive === 'zip' || archive === 'workbook') return t(`contactTools.import.archives.${archive}`);
    const line = openQuoteLine(error);
    if (line !== null) return t('contactTools.import.openQuote', { line });
    return t('contactTools.import.notRead', { reason: errorWords(t, error) });
  }

  function tooLarge(): string {
    return t('contactTools.import.tooLarge', { limit: LIMITS.contactImportBytes / MB });
  }

  const created = plan ? plan.total - (duplicates === 'skip' ? plan.duplicates.total : 0) : 0;
  return {
    ...{ file, plan, columns, duplicates, bookId, list, busy, fileFault, bookFault, refusal, created },
    canImport: plan !== null && created > 0 && fileFault === null && busy !== 'planning',
    setDuplicates,
    setList,
    setBook(id: string) {
      setBookFault(null);
      setBookId(id);
    },
    choose(chosen: File) {
      uid.current = crypto.randomUUID();
      setFile(chosen);
      setPlan(null);
      setColumns(null);
      if (chosen.size <= LIMITS.contactImportBytes) return void makePlan(chosen, null);
      plans.current += 1;
      setBusy(null);
      setFileFault(tooLarge());
    },
    planAgain() {
      if (file) void makePlan(file, columns);
    },
    setColumn(at: number, column: ContactColumn | null) {
      if (!file || !columns) return;
      const next = columns.with(at, column);
      setColumns(next);
      void makePlan(file, next);
    },
    async run(): Promise<void> {
      if (!file || busy !== null || created === 0) return;
      setBusy('importing');
      setRefusal(null);
      setBookFault(null);
      const form = new FormData();
      form.append('uid', uid.current);
      if (bookId !== null) form.append('book_id', bookId);
      const named = list.trim().normalize('NFC');
      if (named !== '') form.append('list', named);
      if (columns) form.append('columns', JSON.stringify(columns));
      form.append('duplicates', duplicates);
      form.append('file', file, file.name);
      try {
        const { data } = await api.importContacts({ form });
        onImported(data);
      } catch (thrown) {
        const error = asApiError(thrown);
        if (error.code === 'contact_not_found' || error.code === 'forbidden')
          setBookFault(t('contactTools.import.bookGone'));
        else setRefusal(t('contactTools.import.refused', { reason: errorWords(t, error) }));
      } finally {
        setBusy(null);
      }
    },
  };
}
