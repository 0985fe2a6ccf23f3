import { type Editor, Extension } from '@tiptap/core';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view';
import { createUploadPlace, type UploadWords } from './upload-place.ts';

type Change = { add: { at: number; key: string; dom: HTMLElement } } | { remove: string };

const places = new PluginKey<DecorationSet>('imageUploads');

export type ImageUploads = {
  extension: Extension;
  /** Each image gets a placeholder in the text at once, which its upload replaces by the image. */
  add(files: readonly File[], at?: number): void;
  dispose(): void;
};

export function createImageUploads(how: {
  editor(): Editor | null;
  upload(file: File, onProgress: (percent: number) => void): Promise<string>;
  words: UploadWords;
  say(words: string): void;
}): ImageUploads {
  let counter = 0;
  const open = new Set<() => void>();

  function view(): EditorView | null {
    const editor = how.editor();
    return editor && !editor.isDestroyed ? editor.view : null;
  }

  function addOne(file: File, at: number): void {
    counter += 1;
    const key = `image ${counter}`;
    const place = createUploadPlace(file, how.words, {
      retry: () => void send(),
      remove: () => leave(),
    });
    const dispose = () => {
      open.delete(dispose);
      place.dispose();
    };
    open.add(dispose);

    function leave(): void {
      dispose();
      const current = view();
      current?.dispatch(current.state.tr.setMeta(places, { remove: key } satisfies Change));
      current?.focus();
    }

    async function send(): Promise<void> {
      place.wait();
      try {
        finish(await how.upload(file, place.progress));
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        place.fail(reason);
        how.say(how.words.failed(file.name, reason));
      }
    }

    function finish(src: string): void {
      const current = view();
      // Text must not shift under an IME composition.
      if (current?.composing) {
        current.dom.addEventListener('compositionend', () => queueMicrotask(() => finish(src)), {
          once: true,
        });
        return;
      }
      dispose();
      const [found] = current
        ? (places.getState(current.state)?.find(undefined, undefined, isKey(key)) ?? [])
        : [];
      const image = current?.state.schema.nodes.image;
      if (!current || !found || !image) return;
      const { tr } = current.state;
      tr.insert(found.from, image.create({ src, alt: file.name }));
      current.dispatch(tr.setMeta(places, { remove: key } satisfies Change));
      how.say(how.words.done(file.name));
    }

    const current = view();
    current?.dispatch(
      current.state.tr.setMeta(places, { add: { at, key, dom: place.dom } } satisfies Change),
    );
    void send();
  }

  const extension = Extension.create({
    name: 'imageUploads',
    addProseMirrorPlugins: () => [
      new Plugin({
        key: places,
        state: {
          init: () => DecorationSet.empty,
          apply(transaction, set) {
            const mapped = set.map(transaction.mapping, transaction.doc);
            const change: Change | undefined = transaction.getMeta(places);
            if (!change) return mapped;
            if ('remove' in change)
              return mapped.remove(mapped.find(undefined, undefined, isKey(change.remove)));
            const { at, key, dom } = change.add;
            const spec = { key, side: -1, ignoreSelection: true, stopEvent: () => true };
            return mapped.add(transaction.doc, [Decoration.widget(at, dom, spec)]);
          },
        },
        props: { decorations: (state) => places.getState(state) },
      }),
    ],
  });

  return {
    extension,
    add(files, at) {
      const current = view();
      if (!current) return;
      const { selection } = current.state;
      for (const file of files) addOne(file, at ?? selection.to);
    },
    dispose() {
      for (const dispose of [...open]) dispose();
    },
  };
}

function isKey(key: string): (spec: { key?: string }) => boolean {
  return (spec) => spec.key === key;
}
