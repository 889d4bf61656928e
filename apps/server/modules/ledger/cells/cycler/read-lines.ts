import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { CyclerFileError } from '@voltloop/domain/cycler/index.ts';

/** Maximum length of a line; a file with longer ones is not a table. */
const MAX_LINE = 64 * 1024;
const HEAD_BYTES = 64 * 1024;

/** Rows of a file of separated values, each as its cells. UTF-8, UTF-16 and GB 18030, as cyclers write them. @throws CyclerFileError */
export async function* readLines(path: string): AsyncGenerator<string[]> {
  const head = await headOf(path);
  const decoder = new TextDecoder(encodingOf(head));
  const separator = separatorOf(new TextDecoder(encodingOf(head)).decode(head));
  let rest = '';
  for await (const piece of createReadStream(path, { highWaterMark: 256 * 1024 })) {
    rest += decoder.decode(piece as Buffer, { stream: true });
    const lines = rest.split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > MAX_LINE) throw new CyclerFileError('noHeads');
    for (const line of lines) yield cellsOf(line, separator);
  }
  rest += decoder.decode();
  if (rest !== '') yield cellsOf(rest, separator);
}

async function headOf(path: string): Promise<Buffer> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

function encodingOf(head: Buffer): string {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return 'utf-8';
  } catch {
    return 'gb18030';
  }
}

/** The most frequent separator of the cells. */
const separatorOf = (head: string): string =>
  [',', '\t', ';'].reduce((best, each) => (head.split(each).length > head.split(best).length ? each : best));

function cellsOf(line: string, separator: string): string[] {
  const plain = line.endsWith('\r') ? line.slice(0, -1) : line;
  if (!plain.includes('"')) return plain.split(separator);
  const cells: string[] = [];
  let cell = '';
  let quoted = false;
  for (const letter of plain) {
    if (letter === '"') quoted = !quoted;
    else if (letter === separator && !quoted) {
      cells.push(cell);
      cell = '';
    } else cell += letter;
  }
  return [...cells, cell];
}
