import { promisify } from 'node:util';
import { crc32, inflateRaw } from 'node:zlib';

/**
 * Looks into a workbook before anything parses it: what it really unpacks to, how far its cells reach, where its
 * formulas are. A file that lies about its size, or is built to exhaust memory, goes no further than here.
 */

const unpack = promisify(inflateRaw);

const MAX_ENTRIES = 500;
const MAX_UNPACKED_BYTES = 40 * 1024 * 1024;
/** Cells may reach this far; beyond, a single one would make a grid of millions. */
const MAX_SHEET_ROW = 25_000;
const MAX_SHEET_COLUMN = 200;

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;

export interface Workbook {
  /** Cells of the first sheet that hold a formula, as `B3`. */
  formulas: ReadonlySet<string>;
}

/** Why a file is not read. Its own class: the thread that reads it loads nothing else of the server. */
export class Refusal extends Error {
  /** Of the words at `import.` in the console's catalogue. */
  readonly key: string;

  constructor(key: string, message: string) {
    super(message);
    this.name = 'Refusal';
    this.key = key;
  }
}

export const refuse = (key: string, message: string) => new Refusal(key, message);
const notReadable = () => refuse('unreadable', 'The file cannot be read as an Excel workbook (.xlsx)');
const tooBig = () => refuse('tooBig', 'The file unpacks to more than an import takes');

/** @throws validation with words for what is wrong with the file */
export async function inspectWorkbook(file: Buffer): Promise<Workbook> {
  // Excel 97 files and workbooks with a password come in Microsoft's older container.
  if (file.length >= 4 && file.readUInt32BE(0) === 0xd0cf11e0)
    throw refuse('oldFormat', 'Save the file as an Excel workbook (.xlsx) without a password');
  const parts = await unpackAll(file);
  for (const [name, bytes] of parts) {
    if (!/\.(xml|rels)$/i.test(name)) continue;
    if (/<!(DOCTYPE|ENTITY)/i.test(bytes.toString('latin1')))
      throw refuse('entities', 'The file holds XML entities, which no spreadsheet program writes');
  }
  const sheet = parts.get(firstSheet(parts))?.toString('utf8');
  if (sheet === undefined) throw notReadable();
  checkExtent(sheet);
  const cell = /<(?:\w+:)?c\b[^>]*?\br="([A-Z]{1,3}\d{1,7})"[^>]*>\s*<(?:\w+:)?f[\s>/]/g;
  return { formulas: new Set([...sheet.matchAll(cell)].map((match) => match[1] as string)) };
}

/** Every part of the archive, unpacked and measured (PKWARE APPNOTE 6.3, without zip64 and encryption). */
async function unpackAll(file: Buffer): Promise<Map<string, Buffer>> {
  const end = file.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || end + 22 > file.length || file.readUInt32LE(end) !== END) throw notReadable();
  const count = file.readUInt16LE(end + 10);
  let at = file.readUInt32LE(end + 16);
  if (count > MAX_ENTRIES) throw tooBig();
  const parts = new Map<string, Buffer>();
  let left = MAX_UNPACKED_BYTES;
  for (let i = 0; i < count; i++) {
    if (at + 46 > file.length || file.readUInt32LE(at) !== CENTRAL) throw notReadable();
    const flags = file.readUInt16LE(at + 8);
    const method = file.readUInt16LE(at + 10);
    const crc = file.readUInt32LE(at + 16);
    const packed = file.readUInt32LE(at + 20);
    const size = file.readUInt32LE(at + 24);
    const nameLength = file.readUInt16LE(at + 28);
    const offset = file.readUInt32LE(at + 42);
    const name = file.toString('utf8', at + 46, at + 46 + nameLength);
    at += 46 + nameLength + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
    if (size > left) throw tooBig();
    if ((flags & 1) !== 0 || (method !== 0 && method !== 8) || parts.has(name)) throw notReadable();
    if (offset + 30 > file.length || file.readUInt32LE(offset) !== LOCAL) throw notReadable();
    const start = offset + 30 + file.readUInt16LE(offset + 26) + file.readUInt16LE(offset + 28);
    const data = file.subarray(start, start + packed);
    if (data.length !== packed) throw notReadable();
    const bytes = method === 0 ? data : await inflated(data, size);
    // What the directory says of a part is what it is: a smaller lie would only be believed later.
    if (bytes.length !== size || crc32(bytes) !== crc) throw notReadable();
    left -= bytes.length;
    parts.set(name, bytes);
  }
  return parts;
}

async function inflated(data: Buffer, size: number): Promise<Buffer> {
  try {
    return await unpack(data, { maxOutputLength: Math.max(size, 1) });
  } catch {
    throw notReadable();
  }
}

/** Path of the sheet that stands first in the workbook (ECMA-376 part 1, 12.3). */
function firstSheet(parts: ReadonlyMap<string, Buffer>): string {
  const workbook = parts.get('xl/workbook.xml')?.toString('utf8') ?? '';
  const relations = parts.get('xl/_rels/workbook.xml.rels')?.toString('utf8') ?? '';
  const id = /<(?:\w+:)?sheet\b[^>]*?\b\w+:id="([^"]*)"/.exec(workbook)?.[1];
  for (const [relation] of relations.matchAll(/<(?:\w+:)?Relationship\b[^>]*>/g)) {
    if (/\bId="([^"]*)"/.exec(relation)?.[1] !== id) continue;
    const target = /\bTarget="([^"]*)"/.exec(relation)?.[1] ?? '';
    return target.startsWith('/') ? target.slice(1) : `xl/${target}`;
  }
  throw notReadable();
}

function checkExtent(sheet: string): void {
  for (const [, column = '', row = ''] of sheet.matchAll(/\b(?:r|ref)="(?:[A-Z]{1,3}\d+:)?([A-Z]*)(\d+)"/g)) {
    if (row.length > 6 || Number(row) > MAX_SHEET_ROW)
      throw refuse(`tooFarDown?max=${MAX_SHEET_ROW}`, `Cells of the file stand below row ${MAX_SHEET_ROW}`);
    if (columnNumber(column) > MAX_SHEET_COLUMN)
      throw refuse('tooFarRight', 'Cells of the file stand too far to the right');
  }
}

/** 1 for A, 27 for AA; 0 for none. */
export function columnNumber(letters: string): number {
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}
