import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { previewOf } from '../../files/file-kinds.ts';
import { decodeText, SHOWN_BYTES } from '../file-text.ts';
import overlay from '../preview-overlay.module.css';
import { Waiting } from '../preview-states.tsx';
import type { ArchivedFile } from './open-archive.ts';

/** Images that a browser draws; with a type of its own each, as by another one nothing of them may run. */
const IMAGES: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  bmp: 'image/bmp',
};

type Unpacked = { address: string; image: boolean; text: string | null; isCut: boolean };

/** One file of an archive: images and texts are shown, everything can be saved. */
export function ArchivedFileView({ file }: { file: ArchivedFile }) {
  const { t } = useTranslation();
  const [known, setKnown] = useState<Unpacked | 'failed' | null>(null);
  const name = file.path.slice(file.path.lastIndexOf('/') + 1);

  useEffect(() => {
    let address: string | null = null;
    let isLeft = false;
    file.unpack().then(
      (bytes) => {
        if (isLeft) return;
        const type = IMAGES[name.slice(name.lastIndexOf('.') + 1).toLowerCase()];
        address = URL.createObjectURL(new Blob([bytes], { type: type ?? 'application/octet-stream' }));
        const kind = previewOf({ name, content_type: '' });
        const isText = kind === 'text' || kind === 'table';
        const text = isText ? decodeText(bytes.slice(0, SHOWN_BYTES).buffer) : null;
        setKnown({ address, image: type !== undefined, text, isCut: bytes.byteLength > SHOWN_BYTES });
      },
      () => !isLeft && setKnown('failed'),
    );
    return () => {
      isLeft = true;
      if (address) URL.revokeObjectURL(address);
    };
  }, [file, name]);

  if (known === null) return <Waiting />;
  if (known === 'failed') {
    return (
      <div className={overlay.centre}>
        <p>{t('previews.failed')}</p>
      </div>
    );
  }
  const save = (
    <Button component="a" href={known.address} download={name}>
      {t('previews.download')}
    </Button>
  );
  if (known.image) {
    return (
      <div className={overlay.scroll}>
        <div className={overlay.picture} data-fit>
          <img src={known.address} alt={name} />
        </div>
      </div>
    );
  }
  return known.text === null ? (
    <div className={overlay.centre}>
      <p>{t('previews.unsupported')}</p>
      {save}
    </div>
  ) : (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keys
    <div className={overlay.scroll} tabIndex={0}>
      <div className={overlay.paper}>
        <pre className={overlay.text}>{known.text}</pre>
        {known.isCut && <p className={overlay.note}>{t('previews.cut')}</p>}
        {save}
      </div>
    </div>
  );
}
