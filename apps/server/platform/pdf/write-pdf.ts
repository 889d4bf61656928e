import PDFDocument from 'pdfkit';
import type { Block, PdfDocument, Table } from './document.ts';
import { drawBars } from './draw-bars.ts';
import { drawable, registerFaces, setFace, type Weight } from './faces.ts';

type Pdf = PDFKit.PDFDocument;
type Element = ReturnType<Pdf['struct']>;

const MARGIN = 48;
const FOOT = 36;
const INK = '#111827';
const MUTED = '#4b5563';
const LINE = '#d1d5db';

/** A document as a tagged PDF on A4 with selectable text. */
export async function writePdf(content: PdfDocument): Promise<Buffer> {
  const pdf = new PDFDocument({
    size: 'A4',
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: MARGIN + FOOT / 2 },
    bufferPages: true,
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    lang: content.language === 'zh' ? 'zh-CN' : 'en',
    info: {
      Title: `${content.title} – ${content.subtitle}`,
      Author: content.author,
      CreationDate: content.created,
      Producer: 'Voltloop',
    },
    // Null: no built-in font is loaded; the library's types lack it.
    font: null as unknown as string,
  });
  const parts: Buffer[] = [];
  pdf.on('data', (part: Buffer) => parts.push(part));
  const ended = new Promise<void>((resolve, reject) => {
    pdf.on('end', resolve);
    pdf.on('error', reject);
  });
  registerFaces(pdf);
  const root = pdf.struct('Document');
  pdf.addStructure(root);
  const line = (type: string, size: number, weight: Weight, color: string, text: string, gap = 4) =>
    root.add(
      pdf.struct(type, {}, () => {
        setFace(pdf, text, weight)
          .fontSize(size)
          .fillColor(color)
          .text(drawable(text), MARGIN, pdf.y, { width: widthOf(pdf), lineGap: 2 });
        pdf.y += gap;
      }),
    );
  line('H1', 20, 'bold', INK, content.title, 0);
  line('P', 12, 'regular', MUTED, content.subtitle, 8);
  for (const block of content.blocks) drawBlock(pdf, root, block, line);
  root.end();
  drawFooters(pdf, content);
  pdf.end();
  await ended;
  return Buffer.concat(parts);
}

const widthOf = (pdf: Pdf) => pdf.page.width - 2 * MARGIN;
const bottomOf = (pdf: Pdf) => pdf.page.height - pdf.page.margins.bottom;
/** Starts a page when there is not enough space left. */
function keep(pdf: Pdf, height: number): void {
  if (pdf.y + height > bottomOf(pdf)) pdf.addPage();
}

type Line = (
  type: string,
  size: number,
  weight: Weight,
  color: string,
  text: string,
  gap?: number,
) => unknown;

function drawBlock(pdf: Pdf, root: Element, block: Block, line: Line): void {
  if (block.kind === 'heading') {
    keep(pdf, 80);
    pdf.y += 8;
    line('H2', 12, 'bold', INK, block.text);
  } else if (block.kind === 'text') {
    line(
      'P',
      9.5,
      block.tone === 'note' ? 'bold' : 'regular',
      block.tone === 'muted' ? MUTED : INK,
      block.text,
    );
  } else if (block.kind === 'facts') {
    drawTable(pdf, root, { kind: 'table', header: [], rows: block.rows, widths: [3, 7], texts: 2 });
  } else if (block.kind === 'table') {
    drawTable(pdf, root, block);
  } else {
    keep(pdf, 190);
    root.add(
      pdf.struct('Figure', { alt: block.description }, () => {
        drawBars(pdf, block, { x: MARGIN, y: pdf.y, width: widthOf(pdf), height: 170 });
      }),
    );
    pdf.y += 180;
  }
}

function drawTable(pdf: Pdf, root: Element, table: Table): void {
  const sum = table.widths.reduce((a, b) => a + b, 0);
  const widths = table.widths.map((part) => (part / sum) * widthOf(pdf));
  const whole = pdf.struct('Table');
  root.add(whole);
  const row = (cells: readonly string[], head: boolean) => {
    const weight = head ? 'bold' : 'regular';
    const inner = (i: number) => (widths[i] ?? 0) - 8;
    const tall = (text: string, i: number) =>
      setFace(pdf, text, weight)
        .fontSize(9)
        .heightOfString(drawable(text) || ' ', { width: inner(i) });
    const height = Math.max(...cells.map(tall)) + 6;
    if (pdf.y + height > bottomOf(pdf)) {
      pdf.addPage();
      if (!head && table.header.length > 0) row(table.header, true);
    }
    const y = pdf.y;
    const element = pdf.struct('TR');
    whole.add(element);
    let x = MARGIN;
    cells.forEach((text, i) => {
      const left = x;
      x += widths[i] ?? 0;
      element.add(
        pdf.struct(head ? 'TH' : 'TD', {}, () => {
          setFace(pdf, text, weight)
            .fontSize(9)
            .fillColor(head || i === 0 ? MUTED : INK)
            .text(drawable(text), left, y + 3, {
              width: inner(i),
              align: i < table.texts ? 'left' : 'right',
            });
        }),
      );
    });
    element.end();
    pdf.markContent('Artifact', { type: 'Layout' });
    pdf
      .lineWidth(0.5)
      .strokeColor(LINE)
      .moveTo(MARGIN, y + height)
      .lineTo(x, y + height)
      .stroke();
    pdf.endMarkedContent();
    pdf.x = MARGIN;
    pdf.y = y + height;
  };
  if (table.header.length > 0) row(table.header, true);
  for (const cells of table.rows) row(cells, false);
  whole.end();
  pdf.y += 6;
}

function drawFooters(pdf: Pdf, content: PdfDocument): void {
  const { start, count } = pdf.bufferedPageRange();
  for (let i = 0; i < count; i++) {
    pdf.switchToPage(start + i);
    pdf.page.margins.bottom = 0;
    pdf.markContent('Artifact', { type: 'Pagination' });
    const text = content.footer(i + 1, count);
    setFace(pdf, text, 'regular')
      .fontSize(8)
      .fillColor(MUTED)
      .text(drawable(text), MARGIN, pdf.page.height - FOOT, {
        width: widthOf(pdf),
        lineBreak: false,
      });
    pdf.endMarkedContent();
  }
}
