import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { renderToStaticMarkup } from 'react-dom/server';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import {
  A4,
  emsOf,
  fillSheet,
  fitsSheet,
  type PlacedLabel,
  pagesOf,
  placeLabel,
  placeOnSheet,
  presets,
  printers,
  type Symbology,
} from './geometry.ts';
import { LabelDrawing } from './label-drawing.tsx';
import { facts, labelLines } from './label-lines.ts';
import { symbolOf } from './symbol.ts';

const codes = [
  '04QCB76836300JBC40000903',
  '001PB03G3C0221953RP',
  'ABCDEFGHJKLMNPRSTVWXY0ZZ',
  '0123456789012345678A'.slice(1),
];
const symbologies: Symbology[] = ['code128', 'qr', 'datamatrix'];
const formats = { code128: 'Code128', qr: 'QRCode', datamatrix: 'DataMatrix' } as const;
const large = { width: 100, height: 50, padding: 2 };

beforeAll(() => {
  const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
  const binary = readFileSync(wasm);
  prepareZXingModule({
    overrides: { wasmBinary: binary.buffer.slice(binary.byteOffset, binary.byteOffset + binary.length) },
  });
});

const battery = (batteryCode: string) => ({ batteryCode, ratedCapacityAh: '280', ratedEnergyKwh: '0.896' });
function place(
  code: string,
  symbology: Symbology,
  label: typeof large,
  printer: keyof typeof printers = 'any',
) {
  const symbol = symbolOf(symbology, code);
  return {
    symbol,
    placed: placeLabel(symbol, labelLines(battery(code), symbology, facts, 'zh'), label, printer),
  };
}
const fits = (placed: ReturnType<typeof placeLabel>): PlacedLabel => {
  if ('tooSmall' in placed) throw new Error(`too small: ${JSON.stringify(placed)}`);
  return placed;
};
/** Prints a label at this resolution and decodes it. */
async function printAndDecode(code: string, symbology: Symbology, label: typeof large, dpi: number) {
  const { symbol, placed } = place(code, symbology, label);
  const svg = renderToStaticMarkup(
    <LabelDrawing label={label} symbol={symbol} placed={fits(placed)} code={code} />,
  );
  const width = Math.round((label.width / 25.4) * dpi);
  const { data, info } = await sharp(Buffer.from(svg), { density: dpi })
    .resize({ width })
    .flatten({ background: '#fff' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const image = { data: new Uint8ClampedArray(data), width: info.width, height: info.height } as ImageData;
  const found = await readBarcodes(image, {
    formats: ['Code128', 'QRCode', 'DataMatrix', 'Code39'],
    tryHarder: true,
  });
  return found.map(({ text, format }) => [text, format]);
}

describe.each(symbologies)('a label with %s', (symbology) => {
  it.each(codes)('of %s is decoded unchanged', async (code) => {
    expect(await printAndDecode(code, symbology, large, 600)).toEqual([[code, formats[symbology]]]);
  });
  it('is decoded from a print of 300 dpi, too', async () => {
    expect(await printAndDecode(codes[0] as string, symbology, large, 300)).toEqual([
      [codes[0], formats[symbology]],
    ]);
  });
  it('keeps its quiet zone, and everything is within the label', () => {
    const quiet = { code128: 10, qr: 4, datamatrix: 2 }[symbology];
    for (const code of codes)
      for (const preset of presets) {
        const label = { ...preset, padding: 1 };
        const { placed } = place(code, symbology, label);
        if ('tooSmall' in placed) continue;
        const { x, y, width, height, module } = placed.symbol;
        const margin = quiet * module;
        expect(module).toBeGreaterThanOrEqual(symbology === 'code128' ? 0.19 - 1e-9 : 0.25 - 1e-9);
        expect(x - margin).toBeGreaterThanOrEqual(label.padding - 1e-6);
        expect(x + width + margin).toBeLessThanOrEqual(label.width - label.padding + 1e-6);
        expect(y + height).toBeLessThanOrEqual(label.height - label.padding + 1e-6);
        for (const line of placed.lines) {
          expect(line.y).toBeLessThanOrEqual(label.height - label.padding + 1e-6);
          const apart = line.x >= x + width + margin - 1e-6 || line.y - placed.font >= y + height - 1e-6;
          expect(apart).toBe(true);
        }
      }
  });
});

describe('the width of a module', () => {
  it('is a whole number of the printer’s dots', () => {
    for (const printer of ['dpi203', 'dpi300', 'dpi600'] as const)
      for (const symbology of symbologies) {
        const { module } = fits(place(codes[0] as string, symbology, large, printer).placed).symbol;
        const dots = module / (printers[printer] as number);
        expect(Math.abs(dots - Math.round(dots))).toBeLessThan(1e-6);
      }
  });
  it('too narrow to be read reports the minimum width of the label, and that width is sufficient', () => {
    const narrow = { width: 40, height: 20, padding: 1 };
    for (const printer of ['any', 'dpi203', 'dpi300'] as const) {
      const { placed } = place(codes[0] as string, 'code128', narrow, printer);
      expect(placed).toMatchObject({ tooSmall: 'width' });
      const least = 'tooSmall' in placed ? placed.least : 0;
      expect(
        place(codes[0] as string, 'code128', { ...narrow, width: least }, printer).placed,
      ).not.toHaveProperty('tooSmall');
    }
    expect(place(codes[0] as string, 'qr', { width: 30, height: 8, padding: 1 }).placed).toMatchObject({
      tooSmall: 'height',
    });
  });
});

describe('the text of a label', () => {
  it('contains code and facts, with the record taking precedence over the code', () => {
    const lines = labelLines(
      { ...battery(codes[0] as string), productionDate: '2021-12-05' },
      'qr',
      facts,
      'zh',
    );
    expect(lines.map(({ text }) => text)).toEqual([
      '04Q C B 76 836300J',
      'BC4 0000903',
      '电池单体',
      '亿纬锂能',
      '磷酸铁锂电池',
      '2021-12-05',
      '280 Ah  0.896 kWh',
    ]);
    expect(
      labelLines({ batteryCode: codes[1] as string }, 'code128', ['date'], 'en').map(({ text }) => text),
    ).toEqual(['001 P B 03 G3C 0221953 RP', '2026-03-12']);
    const echelon = labelLines({ batteryCode: codes[1] as string }, 'qr', ['product', 'maker'], 'zh');
    expect(echelon.slice(2).map(({ text }) => text)).toEqual(['梯次利用 · 电池包', '宁德时代']);
  });
  it('is at least 2 mm high and fills a label of 60 × 40 mm, with the data of an echelon product', () => {
    const full = {
      batteryCode: codes[1] as string,
      producer: '宁德时代新能源科技股份有限公司',
      ratedCapacityAh: '135',
      ratedVoltageV: '307.2',
      ratedEnergyKwh: '41.472',
      grade: 'B',
      sohPct: '78.4',
    };
    const label = { width: 60, height: 40, padding: 2 };
    for (const symbology of symbologies)
      for (const language of ['zh', 'en'] as const) {
        const lines = labelLines(full, symbology, facts, language);
        const of = fits(placeLabel(symbolOf(symbology, full.batteryCode), lines, label, 'any'));
        expect(of.font).toBeGreaterThanOrEqual(2);
        const shown = of.lines
          .map(({ line }) => line.text)
          .join('')
          .replaceAll(' ', '');
        expect(shown).toBe(
          lines
            .map(({ text }) => text)
            .join('')
            .replaceAll(' ', ''),
        );
        const bottoms = [of.symbol.y + of.symbol.height, ...of.lines.map(({ y }) => y)];
        const tops = [of.symbol.y, ...of.lines.map(({ y }) => y - of.font)];
        expect(Math.max(...bottoms) - Math.min(...tops)).toBeGreaterThan(
          0.8 * (label.height - 2 * label.padding),
        );
        for (const { x, line } of of.lines)
          expect(x + emsOf(line) * of.font).toBeLessThanOrEqual(label.width - label.padding + 1e-6);
      }
  });
  it('drops facts before it gets too small to read, but never the code', () => {
    const { placed } = place(codes[0] as string, 'datamatrix', { width: 30, height: 10, padding: 1 });
    const shown = fits(placed).lines.map(({ line }) => line.text);
    expect(shown.join(' ')).toBe('04Q C B 76 836300J BC4 0000903');
  });
});

describe('a sheet', () => {
  it('is filled with labels that all fit on the paper', () => {
    for (const preset of presets) {
      const sheet = fillSheet(preset);
      expect(fitsSheet(sheet, preset)).toBe(true);
      expect(fitsSheet({ ...sheet, columns: sheet.columns + 1 }, preset)).toBe(false);
      const last = placeOnSheet(sheet, preset, sheet.columns * sheet.rows - 1);
      expect(last.x + preset.width).toBeLessThanOrEqual(A4.width + 0.01);
      expect(last.y + preset.height).toBeLessThanOrEqual(A4.height + 0.01);
    }
    expect(fillSheet({ width: 70, height: 37 })).toMatchObject({ columns: 3, rows: 8, left: 0, top: 0.5 });
  });
  it('starts at the first unused label of the sheet', () => {
    expect(pagesOf([1, 2, 3], 4, 2)).toEqual([[null, null, 1, 2], [3]]);
    expect(pagesOf([1, 2], 1, 5)).toEqual([[1], [2]]);
    expect(pagesOf([], 4, 0)).toEqual([]);
  });
});

it('shows the grade and health of a tested battery on its label', () => {
  const tested = { ...battery(codes[0] as string), grade: 'B', sohPct: '78.4' };
  const texts = (language: 'en' | 'zh') =>
    labelLines(tested, 'qr', ['grade'], language).map(({ text }) => text);
  expect(texts('zh').at(-1)).toBe('等级 B  SOH 78.4 %');
  expect(texts('en').at(-1)).toBe('Grade B  SOH 78.4 %');
  expect(labelLines(battery(codes[0] as string), 'qr', ['grade'], 'zh')).toHaveLength(2);
});
