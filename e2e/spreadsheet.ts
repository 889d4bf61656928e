import { inflateRawSync } from 'node:zlib';
import type { TableCell } from '../apps/server/platform/table-export.ts';
import { workbookOf } from '../apps/server/testing/upload-sheet.ts';

/** A workbook for a file input. */
export const workbookFile = async (
  name: string,
  header: readonly string[],
  rows: readonly (readonly TableCell[])[],
) => ({
  name,
  mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  buffer: await workbookOf(header, rows),
});

/** The files of a zip archive by name, found by its central directory. Throws if it is not an archive. */
function unzip(archive: Buffer): Map<string, Buffer> {
  const end = archive.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  if (end < 0) throw new Error('not a zip archive');
  const files = new Map<string, Buffer>();
  let at = archive.readUInt32LE(end + 16);
  for (let i = archive.readUInt16LE(end + 10); i > 0; i--) {
    if (archive.readUInt32LE(at) !== 0x02014b50) throw new Error('broken central directory');
    const method = archive.readUInt16LE(at + 10);
    const [packed, size] = [archive.readUInt32LE(at + 20), archive.readUInt32LE(at + 24)];
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) => archive.readUInt16LE(at + offset));
    const name = archive.toString('utf8', at + 46, at + 46 + (nameLength ?? 0));
    const local = archive.readUInt32LE(at + 42);
    const begin = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const bytes = archive.subarray(begin, begin + packed);
    const content = method === 0 ? bytes : inflateRawSync(bytes);
    if (content.length !== size) throw new Error(`${name}: ${content.length} bytes, not ${size}`);
    files.set(name, content);
    at += 46 + (nameLength ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  return files;
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const plain = (xml: string) => xml.replace(/&(\w+);/g, (whole, name: string) => entities[name] ?? whole);

/** The cells of a workbook's first sheet by row; a missing cell is null. Throws on a formula. */
export function readSheet(workbook: Buffer): (string | number | null)[][] {
  const xml = unzip(workbook).get('xl/worksheets/sheet1.xml')?.toString('utf8');
  if (!xml) throw new Error('no sheet');
  if (/<f[ >/]/.test(xml)) throw new Error('the sheet has a formula');
  return [...xml.matchAll(/<row [^>]*>(.*?)<\/row>/gs)].map(([, row = '']) => {
    const cells: (string | number | null)[] = [];
    for (const [, column = '', attributes = '', content = ''] of row.matchAll(
      /<c r="([A-Z]+)\d+"([^>]*)>(.*?)<\/c>/gs,
    )) {
      let index = 0;
      for (const letter of column) index = index * 26 + letter.charCodeAt(0) - 64;
      while (cells.length < index - 1) cells.push(null);
      const text = /<t[^>]*>(.*?)<\/t>/s.exec(content)?.[1];
      const value = /<v>(.*?)<\/v>/.exec(content)?.[1];
      if (attributes.includes('t="inlineStr"')) cells.push(plain(text ?? ''));
      else cells.push(value === undefined ? null : Number(value));
    }
    return cells;
  });
}

/** The rows of a CSV text (RFC 4180), without the byte order mark. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  let cell = '';
  let quoted = false;
  const source = text.replace(/^\uFEFF/, '');
  for (let i = 0; i < source.length; i++) {
    const letter = source[i] as string;
    if (quoted) {
      if (letter !== '"') cell += letter;
      else if (source[i + 1] === '"') cell += source[i++];
      else quoted = false;
    } else if (letter === '"') quoted = true;
    else if (letter === ',' || letter === '\n') {
      rows.at(-1)?.push(cell.replace(/\r$/, ''));
      cell = '';
      if (letter === '\n') rows.push([]);
    } else cell += letter;
  }
  if (cell !== '') rows.at(-1)?.push(cell);
  return rows.filter((row) => row.length > 0);
}
