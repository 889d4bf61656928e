import type { Readable } from 'node:stream';
import { SaxesParser } from 'saxes';
import { MAX_CELL_CHARS, Refusal, refuse, tooLongCell, unreadable } from './refusal.ts';

/** Limits above the nesting and the number of attributes in any workbook. */
const MAX_DEPTH = 32;
const MAX_ATTRIBUTES = 60;
/**
 * Maximum bytes of a token (element, text, comment or attribute): four times the longest text, as UTF-8 and escaped.
 */
const MAX_TOKEN_BYTES = 8 * MAX_CELL_CHARS;

export interface XmlEvents {
  /** Start of an element; `name` without its prefix. */
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
}

const local = (name: string) => name.slice(name.indexOf(':') + 1);

/**
 * Streaming XML parser with memory for one token at a time. A handler may throw to stop.
 * @throws Refusal for XML that is not well-formed, has a document type, nests too deep or has a token too long
 */
export async function parseXml(source: Readable, events: XmlEvents): Promise<void> {
  const parser = new SaxesParser({ position: false, xmlns: false });
  let depth = 0;
  let attributes = 0;
  let bytesSinceToken = 0;
  parser.on('error', () => {
    throw unreadable();
  });
  parser.on('doctype', () => {
    throw refuse('entities', 'The file contains XML entities, which spreadsheet programs do not write');
  });
  parser.on('attribute', () => {
    bytesSinceToken = 0;
    attributes += 1;
    if (attributes > MAX_ATTRIBUTES) throw unreadable();
  });
  parser.on('opentag', ({ name, attributes: given }) => {
    bytesSinceToken = 0;
    attributes = 0;
    depth += 1;
    if (depth > MAX_DEPTH) throw unreadable();
    events.open?.(local(name), given);
  });
  parser.on('text', (text) => {
    bytesSinceToken = 0;
    if (text.length > MAX_CELL_CHARS) throw tooLongCell();
    events.text?.(text);
  });
  parser.on('cdata', (text) => {
    bytesSinceToken = 0;
    events.text?.(text);
  });
  parser.on('closetag', ({ name }) => {
    bytesSinceToken = 0;
    depth -= 1;
    events.close?.(local(name));
  });
  source.setEncoding('utf8');
  try {
    for await (const piece of source) {
      parser.write(piece as string);
      bytesSinceToken += Buffer.byteLength(piece as string);
      if (bytesSinceToken > MAX_TOKEN_BYTES) throw tooLongCell();
    }
    parser.close();
  } catch (cause) {
    if (cause instanceof Refusal) throw cause;
    throw unreadable();
  } finally {
    source.destroy();
  }
}
