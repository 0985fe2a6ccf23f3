import type { File } from '@bocau/contract/messages.ts';

/** Kinds of files, each with an icon. */
export type FileKind =
  | 'image'
  | 'video'
  | 'audio'
  | 'archive'
  | 'word'
  | 'excel'
  | 'powerpoint'
  | 'pdf'
  | 'other';

type Named = Pick<File, 'name' | 'content_type'>;

const ENDINGS: Record<Exclude<FileKind, 'other'>, readonly string[]> = {
  image: ['png', 'jpg', 'jpeg', 'gif', 'webp', 'avif', 'bmp', 'svg', 'tif', 'tiff', 'heic', 'heif', 'ico'],
  video: ['mp4', 'm4v', 'webm', 'mov', 'avi', 'mkv', 'mpg', 'mpeg', 'wmv', '3gp', 'ogv'],
  audio: ['mp3', 'wav', 'ogg', 'oga', 'm4a', 'aac', 'flac', 'opus', 'wma', 'amr'],
  archive: ['zip', 'rar', '7z', 'tar', 'gz', 'tgz', 'bz2', 'xz', 'zst'],
  word: ['doc', 'docx', 'docm', 'dot', 'dotx', 'odt', 'rtf'],
  excel: ['xls', 'xlsx', 'xlsm', 'xlsb', 'ods', 'csv', 'tsv'],
  powerpoint: ['ppt', 'pptx', 'pptm', 'pps', 'ppsx', 'odp'],
  pdf: ['pdf'],
};

const TYPES: readonly [RegExp, FileKind][] = [
  [/^image\//, 'image'],
  [/^video\//, 'video'],
  [/^audio\//, 'audio'],
  [/^application\/(x-)?(zip|rar|vnd\.rar|7z|tar|gzip|bzip2|7z-compressed|zip-compressed)/, 'archive'],
  [/word|opendocument\.text|\/rtf/, 'word'],
  [/excel|spreadsheet|\/csv/, 'excel'],
  [/powerpoint|presentation/, 'powerpoint'],
  [/\/pdf$/, 'pdf'],
];

/** The kind by content type if that is specific, otherwise by file extension. */
export function kindOf(file: Named): FileKind {
  const type = file.content_type.toLowerCase();
  const byType = TYPES.find(([pattern]) => pattern.test(type));
  if (byType) return byType[1];
  const ending = endingOf(file.name);
  const byName = Object.entries(ENDINGS).find(([, endings]) => endings.includes(ending));
  return (byName?.[0] as FileKind | undefined) ?? 'other';
}

export type PreviewKind =
  | 'image'
  | 'video'
  | 'audio'
  | 'pdf'
  | 'office'
  | 'table'
  | 'text'
  | 'mail'
  | 'event'
  | 'archive'
  | 'none';

/** The kind of preview for a file. */
export function previewOf(file: Named): PreviewKind {
  const type = file.content_type.toLowerCase();
  const ending = endingOf(file.name);
  if (type === 'message/rfc822' || ending === 'eml') return 'mail';
  if (type.startsWith('text/calendar') || ending === 'ics') return 'event';
  if (/^text\/(csv|tab-separated-values)/.test(type) || ending === 'csv' || ending === 'tsv') return 'table';
  if (ending === 'zip') return 'archive';
  const kind = kindOf(file);
  // Raster formats only: SVG and the like can contain active content, and no browser shows TIFF or HEIC.
  if (kind === 'image') return /^image\/(png|jpe?g|gif|webp|avif|bmp|x-icon)$/.test(type) ? 'image' : 'none';
  if (kind === 'video' || kind === 'audio' || kind === 'pdf') return kind;
  if (kind === 'word' || kind === 'excel' || kind === 'powerpoint') return 'office';
  if (/^text\/(plain|markdown|x-|css|javascript|xml|html)/.test(type)) return 'text';
  return ['txt', 'log', 'md', 'json', 'xml', 'yaml', 'yml', 'ini'].includes(ending) ? 'text' : 'none';
}

function endingOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot < 0 ? '' : name.slice(dot + 1).toLowerCase();
}

export type ScanState = 'infected' | 'unscannable' | 'clear';

/** The result of a file's virus scan. */
export function scanState(file: Pick<File, 'has_virus' | 'message'>): ScanState {
  if (file.has_virus) return 'infected';
  return /^(Error|OSError|Exception|Default message)/.test(file.message ?? '') ? 'unscannable' : 'clear';
}
