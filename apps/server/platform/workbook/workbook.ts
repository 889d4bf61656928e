import type { Readable } from 'node:stream';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { parseXml } from './parse-xml.ts';
import { refuse, tooBig, unreadable } from './refusal.ts';

const MAX_PARTS = 500;
/** Of all parts together, by the archive's directory; a part that unpacks to more than its declared size is refused. */
const MAX_UNPACKED_BYTES = 40 * 1024 * 1024;

/** A workbook's archive: parts are unpacked on request, while they are read. */
export interface Workbook {
  /** Null when there is no such part. */
  open(part: string): Promise<Readable | null>;
  /**
   * Path of the sheet that a spreadsheet program shows when it opens the file (ECMA-376 part 1, 12.3 and 18.2.30): the
   * active one, or else the first visible one; or of the first whose name is one of these.
   * @throws Refusal
   */
  shownSheet(named?: RegExp): Promise<{ path: string; date1904: boolean }>;
  close(): void;
}

/** @throws Refusal for another format, or for one that unpacks to too much */
export async function openWorkbook(
  file: string | Buffer,
  maxUnpacked_bytes = MAX_UNPACKED_BYTES,
): Promise<Workbook> {
  const archive = await openArchive(file);
  try {
    const parts = await partsOf(archive, maxUnpacked_bytes);
    if (parts.has('content.xml') && !parts.has('xl/workbook.xml'))
      throw refuse(
        'openDocument',
        'Save the file as an Excel workbook (.xlsx): OpenDocument (.ods) is not read',
      );
    const open = async (part: string) => {
      const entry = parts.get(part);
      if (!entry) return null;
      return archive.openReadStreamPromise(entry).catch(() => {
        throw unreadable();
      });
    };
    return { open, shownSheet: (named) => shownSheet(open, named), close: () => archive.close() };
  } catch (e) {
    archive.close();
    throw e;
  }
}

async function openArchive(file: string | Buffer): Promise<ZipFile> {
  // yauzl checks sizes against the directory while a part unpacks, by default; required here.
  const options = { autoClose: false, validateEntrySizes: true };
  try {
    return await (typeof file === 'string'
      ? yauzl.openPromise(file, options)
      : yauzl.fromBufferPromise(file, options));
  } catch {
    throw unreadable();
  }
}

async function partsOf(archive: ZipFile, maxUnpacked_bytes: number): Promise<Map<string, Entry>> {
  if (archive.entryCount > MAX_PARTS) throw tooBig();
  const parts = new Map<string, Entry>();
  let bytes = 0;
  try {
    for await (const entry of archive.eachEntry()) {
      bytes += entry.uncompressedSize;
      const encrypted = (entry.generalPurposeBitFlag & 1) !== 0;
      if (encrypted || parts.has(entry.fileName) || parts.size >= MAX_PARTS) throw unreadable();
      parts.set(entry.fileName, entry);
    }
  } catch {
    throw unreadable();
  }
  if (bytes > maxUnpacked_bytes) throw tooBig();
  return parts;
}

async function shownSheet(
  open: Workbook['open'],
  named?: RegExp,
): Promise<{ path: string; date1904: boolean }> {
  const [workbook, relations] = [await open('xl/workbook.xml'), await open('xl/_rels/workbook.xml.rels')];
  if (!workbook || !relations) throw unreadable();
  const sheets: { id: string | undefined; name: string; visible: boolean }[] = [];
  let active = 0;
  let date1904 = false;
  await parseXml(workbook, {
    open(name, attributes) {
      if (name === 'workbookPr') date1904 = ['1', 'true'].includes(attributes.date1904 ?? '');
      if (name === 'workbookView') active = Number(attributes.activeTab ?? 0);
      if (name !== 'sheet') return;
      const id = Object.entries(attributes).find(([attribute]) => attribute.endsWith(':id'))?.[1];
      sheets.push({
        id,
        name: attributes.name ?? '',
        visible: (attributes.state ?? 'visible') === 'visible',
      });
    },
  });
  const shown = sheets[active]?.visible ? sheets[active] : sheets.find(({ visible }) => visible);
  const id = (sheets.find(({ name }) => named?.test(name)) ?? shown ?? sheets[0])?.id;
  let target: string | undefined;
  await parseXml(relations, {
    open(name, { Id, Target }) {
      if (name === 'Relationship' && Id === id) target = Target;
    },
  });
  if (id === undefined || !target) throw unreadable();
  return { path: target.startsWith('/') ? target.slice(1) : `xl/${target}`, date1904 };
}

/** Excel 97 files and workbooks with a password use Microsoft's older container. @throws Refusal */
export function refuseOldFormat(head: Buffer): void {
  if (head.length >= 4 && head.readUInt32BE(0) === 0xd0cf11e0)
    throw refuse('oldFormat', 'Save the file as an Excel workbook (.xlsx) without a password');
}
