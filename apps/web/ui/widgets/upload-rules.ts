import { FILE_LIMIT_BYTES, IMAGE_LIMIT_BYTES } from '@voltloop/contract/calls/files.ts';

/** Default number of pictures of an uploader (specification section 9). */
export const IMAGE_COUNT = 99;
/** Limit of the inner control of the single-picture uploader; its value is the last one (interpretation A03). */
export const SINGLE_ELEMENT_LIMIT = 999;

type Named = Pick<File, 'name' | 'type' | 'size'>;

/** The problem of a picture before upload: its kind, its size, or none. The server checks the content. */
export function wrongImage(file: Named): 'type' | 'size' | null {
  const kind =
    file.type || (/\.png$/i.test(file.name) ? 'image/png' : /\.jpe?g$/i.test(file.name) ? 'image/jpeg' : '');
  if (kind !== 'image/png' && kind !== 'image/jpeg') return 'type';
  return file.size < IMAGE_LIMIT_BYTES ? null : 'size';
}

/** Whether a file matches an `accept` list like `.pdf,.xlsx,image/*`; an empty list accepts everything. */
export function accepts(accept: string, file: Named): boolean {
  const kinds = accept
    .split(',')
    .map((kind) => kind.trim().toLowerCase())
    .filter(Boolean);
  if (kinds.length === 0) return true;
  const [name, type] = [file.name.toLowerCase(), file.type.toLowerCase()];
  return kinds.some((kind) =>
    kind.startsWith('.')
      ? name.endsWith(kind)
      : kind.endsWith('/*')
        ? type.startsWith(kind.slice(0, -1))
        : type === kind,
  );
}

/** The problem of a file before upload, if any. */
export function wrongFile(accept: string, file: Named): 'type' | 'size' | null {
  if (!accepts(accept, file)) return 'type';
  return file.size <= FILE_LIMIT_BYTES ? null : 'size';
}
