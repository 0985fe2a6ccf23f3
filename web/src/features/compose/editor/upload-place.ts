import styles from './mail-editor.module.css';

export type UploadWords = {
  uploading(name: string): string;
  done(name: string): string;
  failed(name: string, reason: string): string;
  retry: string;
  remove: string;
};

/** The placeholder of an image being uploaded; outside of React, like everything in the text. */
export function createUploadPlace(
  file: File,
  words: UploadWords,
  acts: { retry(): void; remove(): void },
): {
  dom: HTMLElement;
  wait(): void;
  progress(percent: number): void;
  fail(reason: string): void;
  dispose(): void;
} {
  const preview = URL.createObjectURL(file);
  const dom = element('span', styles.upload);
  dom.contentEditable = 'false';
  dom.setAttribute('role', 'group');
  dom.setAttribute('aria-label', file.name);
  const image = element('img', styles.uploadImage);
  image.src = preview;
  image.alt = '';
  const bar = element('span', styles.uploadBar);
  const fault = element('span', styles.uploadFault);
  const retry = button(words.retry, acts.retry);
  const remove = button(words.remove, acts.remove);
  dom.append(image, bar, fault, retry, remove);

  function show(failed: boolean): void {
    dom.dataset.state = failed ? 'failed' : 'waiting';
    fault.hidden = !failed;
    retry.hidden = !failed;
    bar.hidden = failed;
  }

  return {
    dom,
    wait() {
      show(false);
      dom.title = words.uploading(file.name);
      bar.removeAttribute('data-known');
    },
    progress(percent) {
      bar.dataset.known = '';
      bar.style.setProperty('--done', `${Math.min(Math.max(percent, 0), 100)}%`);
    },
    fail(reason) {
      show(true);
      fault.textContent = words.failed(file.name, reason);
      dom.removeAttribute('title');
    },
    dispose: () => URL.revokeObjectURL(preview),
  };
}

function element<Name extends 'span' | 'img' | 'button'>(
  name: Name,
  className: string | undefined,
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  made.className = className ?? '';
  return made;
}

function button(words: string, act: () => void): HTMLButtonElement {
  const made = element('button', styles.uploadButton);
  made.type = 'button';
  made.textContent = words;
  made.addEventListener('mousedown', (event) => event.preventDefault());
  made.addEventListener('click', act);
  return made;
}
