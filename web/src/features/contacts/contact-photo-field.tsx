import { CONTACT_PHOTO } from '@bocau/contract/contacts.ts';
import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ContactAvatar } from './contact-avatar.tsx';
import styles from './contact-photo-field.module.css';
import type { ContactFormState } from './use-contact-form.ts';

const LIMIT = CONTACT_PHOTO.bytes / (1024 * 1024);

/** CT-14: the photo of the card; it is saved with the form. */
export function ContactPhotoField({ state, shown }: { state: ContactFormState; shown: string | null }) {
  const { t } = useTranslation();
  const { form, photo } = state;
  const input = useRef<HTMLInputElement>(null);
  const choose = useRef<HTMLButtonElement>(null);
  const preview = usePreview(photo.wanted instanceof File ? photo.wanted : null);
  const kept = photo.wanted === 'same' ? shown : null;
  const has = preview !== null || kept !== null;
  const person = { name: form.full_name, email: form.emails[0]?.value ?? '', photo: kept };
  return (
    <div className={styles.field}>
      {preview === null ? (
        <ContactAvatar contact={person} large />
      ) : (
        <img className={styles.preview} src={preview} alt="" width={88} height={88} />
      )}
      <div className={styles.side}>
        <input
          ref={input}
          type="file"
          accept="image/png,image/jpeg,image/gif,image/webp"
          hidden
          aria-label={t('contacts.form.photo.choose')}
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            if (file && file.size > CONTACT_PHOTO.bytes)
              photo.refuse(t('contacts.form.photo.heavy', { limit: LIMIT }));
            else if (file) photo.want(file);
            // So that the same file can be chosen again.
            currentTarget.value = '';
          }}
        />
        <div className={styles.acts}>
          <Button ref={choose} variant="default" size="compact-md" onClick={() => input.current?.click()}>
            {t(has ? 'contacts.form.photo.change' : 'contacts.form.photo.choose')}
          </Button>
          {has && (
            <Button
              variant="default"
              size="compact-md"
              onClick={() => {
                photo.want(shown === null ? 'same' : 'remove');
                choose.current?.focus();
              }}
            >
              {t('contacts.form.photo.remove')}
            </Button>
          )}
        </div>
        {photo.fault === null ? (
          <p className={styles.hint}>{t('contacts.form.photo.hint', { limit: LIMIT })}</p>
        ) : (
          <p className={styles.fault} role="alert">
            {photo.fault}
          </p>
        )}
      </div>
    </div>
  );
}

/** The address of a chosen file for as long as it is shown. */
function usePreview(file: File | null): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!file) return;
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => {
      setAddress(null);
      URL.revokeObjectURL(made);
    };
  }, [file]);
  return address;
}
