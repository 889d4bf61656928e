/** The type of an uploaded file, detected from its first bytes; its name and the browser's content type are not trusted. */
export type FileType = 'image/png' | 'image/jpeg' | 'application/pdf' | 'text/plain' | ZipType;

/** Formats in ZIP archives, by file extension. */
const zipTypes = {
  zip: 'application/zip',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  ofd: 'application/ofd',
} as const;
type ZipType = (typeof zipTypes)[keyof typeof zipTypes];

const begins = (content: Buffer, ...bytes: number[]) => bytes.every((byte, i) => content[i] === byte);

/**
 * @param head The first bytes of the file.
 * @returns null for refused types: other pictures, programs; `text/plain` only when the whole file is text
 */
export function typeOf(head: Buffer, name: string): FileType | null {
  if (begins(head, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png';
  if (begins(head, 0xff, 0xd8, 0xff)) return 'image/jpeg';
  if (claimsImage(name)) return null;
  if (head.subarray(0, 5).toString('latin1') === '%PDF-') return 'application/pdf';
  if (begins(head, 0x50, 0x4b, 0x03, 0x04)) {
    const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
    return zipTypes[ending as keyof typeof zipTypes] ?? zipTypes.zip;
  }
  return head.length > 0 ? 'text/plain' : null;
}

export const isImage = (type: string): boolean => type === 'image/png' || type === 'image/jpeg';

const claimsImage = (name: string) => /\.(png|jpe?g|gif|webp|bmp|svg|heic|avif|tiff?)$/i.test(name);

/** Whether bytes are UTF-8 without the control characters of binary files. */
export async function isText(content: AsyncIterable<Buffer>): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they distinguish text from other bytes
  const isPlain = (text: string) => !/[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/.test(text);
  try {
    for await (const piece of content) if (!isPlain(decoder.decode(piece, { stream: true }))) return false;
    decoder.decode();
    return true;
  } catch {
    return false;
  }
}

const MAX_NAME = 200;

/** Control characters, and marks that change the text direction. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are removed
const INVISIBLE = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** The stored name of a file: the end of its path, without invisible characters. */
export function cleanName(given: string | undefined): string {
  const base = (given ?? '').split(/[/\\]/).at(-1) ?? '';
  const clean = [...base.replace(INVISIBLE, '').trim()];
  return clean.slice(-MAX_NAME).join('') || 'file';
}
