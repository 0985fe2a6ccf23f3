import { Button, TextInput } from '@mantine/core';
import { IconVideo } from '@tabler/icons-react';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { randomText } from '../../../lib/random-text.ts';
import { useSessionState } from '../../../parts/session/use-session-model.ts';
import type { EventFormValues, FormFaults } from './form-values.ts';

/** Letters of which none is taken for another one when it is read out. */
const LETTERS = 'abcdefghijkmnpqrstuvwxyz';
/** 24 letters to the power of 20: nobody finds a meeting by trying. */
const LENGTH = 20;

type Props = {
  url: EventFormValues['url'];
  fault: FormFaults['url'];
  onChange(url: string): void;
};

/** The link of an event; one press makes that of a video meeting where the installation has such a service. */
export function LinkField({ url, fault, onChange }: Props) {
  const { t } = useTranslation();
  const template = useSessionState((session) => session.user()?.links?.meeting);
  const input = useRef<HTMLInputElement>(null);
  function add(address: string): void {
    flushSync(() => onChange(address.replace('{id}', randomText(LETTERS, LENGTH))));
    input.current?.focus();
  }
  return (
    <>
      <TextInput
        ref={input}
        label={t('calendar.form.url')}
        type="url"
        inputMode="url"
        placeholder={t('calendar.form.urlHint')}
        autoComplete="off"
        maxLength={2000}
        error={fault && t(`calendar.form.faults.${fault}`)}
        value={url}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      {template !== undefined && url === '' && (
        <div>
          <Button variant="default" leftSection={<IconVideo size={16} />} onClick={() => add(template)}>
            {t('calendar.form.addMeeting')}
          </Button>
        </div>
      )}
    </>
  );
}
