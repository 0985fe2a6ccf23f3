import { useQuery } from '../queries/use-query.ts';
import { usePreviewSource } from './preview-source.ts';

/** Maximum size shown; anything longer is for an editor. */
export const SHOWN_BYTES = 512 * 1024;

export type FileText = { text: string; cut: boolean };

/** The beginning of a file, decoded as text. */
export function useFileText(id: string) {
  const source = usePreviewSource();
  return useQuery({
    queryKey: ['file-text', source.keyOf(id)],
    queryFn: ({ signal }) => readText(source.download(id), signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

async function readText(address: string, signal: AbortSignal): Promise<FileText> {
  const response = await fetch(address, {
    headers: { range: `bytes=0-${SHOWN_BYTES - 1}` },
    signal,
  });
  if (response.status === 416) return { text: '', cut: false };
  if (!response.ok) throw new Error(`The file answered with ${response.status}`);
  const [, total] = /\/(\d+)$/.exec(response.headers.get('content-range') ?? '') ?? [];
  const bytes = await response.arrayBuffer();
  return { text: decodeText(bytes), cut: Number(total ?? bytes.byteLength) > bytes.byteLength };
}

/**
 * UTF-8, unless its bytes are invalid; then the Vietnamese Windows code page. A character cut at the end is
 * not an error.
 */
export function decodeText(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes.slice(0, 2));
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return new TextDecoder('windows-1258').decode(bytes);
  }
}
