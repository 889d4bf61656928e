import type { Bars } from './document.ts';
import { drawable, setFace } from './faces.ts';

const LABEL_HEIGHT = 14;
const LEGEND_HEIGHT = 16;
const SCALE_WIDTH = 36;
const STEPS = 4;

/** The lowest suitable upper end of a scale: 1, 2, 4, 6 or 8 times a power of ten. */
function niceTop(most: number): number {
  if (most <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(most));
  return ([1, 2, 4, 6, 8, 10].find((factor) => factor * power >= most) ?? 10) * power;
}

/** Draws groups of bars as vectors: a scale at the left, labels below, the names of the series above. */
export function drawBars(
  pdf: PDFKit.PDFDocument,
  { unit, groups, series }: Bars,
  box: { x: number; y: number; width: number; height: number },
): void {
  const values = groups.flatMap((group) => group.values.map((value) => value ?? 0));
  const top = niceTop(Math.max(0, ...values));
  const left = box.x + SCALE_WIDTH;
  const width = box.width - SCALE_WIDTH;
  const base = box.y + box.height - LABEL_HEIGHT;
  const height = box.height - LABEL_HEIGHT - LEGEND_HEIGHT;
  const small = { lineBreak: false } as const;
  setFace(pdf, unit, 'regular').fontSize(8);
  pdf.fillColor('#4b5563').text(unit, box.x, box.y, small);
  let x = left;
  for (const { name, color } of series) {
    pdf.rect(x, box.y + 2, 8, 8).fill(color);
    setFace(pdf, name, 'regular')
      .fillColor('#111827')
      .text(drawable(name), x + 11, box.y, small);
    x += 23 + pdf.widthOfString(drawable(name));
  }
  setFace(pdf, unit, 'regular').fontSize(7).lineWidth(0.5).strokeColor('#d1d5db').fillColor('#4b5563');
  for (let step = 0; step <= STEPS; step++) {
    const y = base - (height * step) / STEPS;
    pdf
      .moveTo(left, y)
      .lineTo(left + width, y)
      .stroke();
    const label = String(Number(((top * step) / STEPS).toPrecision(6)));
    pdf.text(label, box.x, y - 5, { ...small, width: SCALE_WIDTH - 6, align: 'right' });
  }
  const each = width / Math.max(1, groups.length);
  const bar = (each * 0.8) / Math.max(1, series.length);
  groups.forEach(({ label, values: of }, i) => {
    const at = left + i * each;
    of.forEach((value, k) => {
      if (value === null || value <= 0) return;
      const tall = (value / top) * height;
      pdf.rect(at + each * 0.1 + k * bar, base - tall, bar * 0.9, tall).fill(series[k]?.color ?? '#111827');
    });
    pdf.fillColor('#4b5563').text(label, at, base + 3, { ...small, width: each, align: 'center' });
  });
  pdf.x = box.x;
  pdf.y = box.y;
}
