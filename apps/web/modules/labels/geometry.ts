/** Pure: the layout of a label and a sheet, in millimetres. */

export type Symbology = 'code128' | 'qr' | 'datamatrix';

/** A symbol in modules: `rows` is null for bars, which are one unit high in `path` and scale to any height. */
export interface SymbolModules {
  symbology: Symbology;
  columns: number;
  rows: number | null;
  path: string;
}

/** Quiet zone in modules: ISO/IEC 15417 requires 10, 18004 requires 4, 16022 requires 1 (2 are easier to read). */
const QUIET: Record<Symbology, number> = { code128: 10, qr: 4, datamatrix: 2 };
/** Narrowest module that hand scanners and phones read well, and the widest useful one, mm. */
const LEAST_MM: Record<Symbology, number> = { code128: 0.19, qr: 0.25, datamatrix: 0.25 };
const MAX_MM: Record<Symbology, number> = { code128: 0.5, qr: 1, datamatrix: 1 };
/** Lowest bars that a hand scanner hits. */
const LEAST_BARS_MM = 5;
const LINE_HEIGHT = 1.3;
/** Facts are readable at arm's length or left out; the code may be smaller where there is no space. */
const LEAST_FONT_MM = 2;
const LEAST_CODE_FONT_MM = 1.2;
const MAX_FONT_MM = 4;
const FONT_STEP_MM = 0.05;

/** Dot size of printers, mm; null does not round widths, for printers of higher resolution than visible. */
export const printers = { any: null, dpi203: 25.4 / 203, dpi300: 25.4 / 300, dpi600: 25.4 / 600 } as const;
export type Printer = keyof typeof printers;

export interface Size {
  width: number;
  height: number;
}
export interface Box extends Size {
  x: number;
  y: number;
}

/** A line of text, with its width at a font size of one millimetre. */
export interface TextLine {
  text: string;
  mono: boolean;
}
export const emsOf = ({ text, mono }: TextLine): number =>
  [...text].reduce((sum, character) => sum + (character > '\u2e80' ? 1 : mono ? 0.61 : 0.58), 0);

export interface PlacedLabel {
  symbol: Box & { module: number };
  font: number;
  lines: { x: number; y: number; line: TextLine }[];
}
/** Why a label cannot be printed: its minimum width or height, mm. */
export interface TooSmall {
  tooSmall: 'width' | 'height';
  least: number;
}

/** The widest module of whole dots that fits, or the minimum size. */
function moduleWidth(symbol: SymbolModules, box: Size, dot: number | null): number | TooSmall {
  const quiet = QUIET[symbol.symbology] * 2;
  const [across, down] = [symbol.columns + quiet, symbol.rows === null ? 0 : symbol.rows + quiet];
  const byWidth = box.width / across;
  const byHeight = down === 0 ? Number.POSITIVE_INFINITY : box.height / down;
  const free = Math.min(byWidth, byHeight, MAX_MM[symbol.symbology]);
  const module = dot === null ? free : Math.floor(free / dot + 1e-9) * dot;
  const least = LEAST_MM[symbol.symbology];
  if (module >= least - 1e-9) return module;
  const needed = dot === null ? least : Math.ceil(least / dot - 1e-9) * dot;
  return byWidth <= byHeight
    ? { tooSmall: 'width', least: needed * across }
    : { tooSmall: 'height', least: needed * down };
}

/** Longer names in Chinese are broken between characters, shorter ones are kept whole. */
const WHOLE_CHARACTERS = 8;

/** The unbreakable parts of a line, each with the space after it: a number stays with its unit. */
const partsOf = ({ text }: TextLine): string[] =>
  text
    .split(/(?<=[^\d\s]\s+|\s{2,})(?=\S)|(?<=^\S*\d\S*\s)(?=[A-Z\d])/)
    .flatMap((part) =>
      /^[\u2e80-\uffff]+\s*$/.test(part) && part.length > WHOLE_CHARACTERS ? [...part] : [part],
    );

/** Breaks a line where it exceeds this width in ems; null if a part is wider. */
function wrap(line: TextLine, ems: number): TextLine[] | null {
  const rows: string[] = [];
  const fits = (text: string) => emsOf({ ...line, text: text.trimEnd() }) <= ems;
  for (const part of partsOf(line)) {
    if (!fits(part)) return null;
    const last = rows.at(-1);
    if (last !== undefined && fits(last + part)) rows[rows.length - 1] = last + part;
    else rows.push(part);
  }
  return rows.map((text) => ({ ...line, text: text.trimEnd() }));
}

/**
 * The largest font in which the lines fill a box, broken where that makes them larger; facts that would be too small to
 * read are dropped from the end, the code last.
 */
function placeLines(lines: readonly TextLine[], box: Size): { font: number; rows: TextLine[] } {
  for (let count = lines.length; count > 0; count -= 1) {
    const shown = lines.slice(0, count);
    const least = shown.every(({ mono }) => mono) ? LEAST_CODE_FONT_MM : LEAST_FONT_MM;
    for (let font = MAX_FONT_MM; font > least - 1e-9; font -= FONT_STEP_MM) {
      const rows = shown.map((line) => wrap(line, box.width / font));
      const all = rows.flatMap((row) => row ?? []);
      if (!rows.includes(null) && all.length * LINE_HEIGHT * font <= box.height) return { font, rows: all };
    }
  }
  return { font: 0, rows: [] };
}

const placed = (rows: readonly TextLine[], font: number, x: number, top: number) =>
  rows.map((line, i) => ({ x, y: top + (i * LINE_HEIGHT + 1) * font, line }));

/**
 * Places a symbol and its text on a label: bars above the text, a matrix beside it or, unless the label is wide, above.
 * @param lines begin with the code, so that it is dropped last where space is scarce
 */
export function placeLabel(
  symbol: SymbolModules,
  lines: readonly TextLine[],
  label: Size & { padding: number },
  printer: Printer,
): PlacedLabel | TooSmall {
  const { padding } = label;
  const inner = { width: label.width - 2 * padding, height: label.height - 2 * padding };
  const quiet = QUIET[symbol.symbology];
  const beside = symbol.rows !== null && inner.width >= inner.height * 1.4;
  // A matrix beside its text uses at most this share of the width, one above it this share of the height.
  const share = {
    width: beside ? 0.55 : 1,
    height: beside || symbol.rows === null || lines.length === 0 ? 1 : 0.68,
  };
  const box = { width: inner.width * share.width, height: inner.height * share.height };
  const module = moduleWidth(symbol, box, printers[printer]);
  if (typeof module !== 'number') {
    const which = module.tooSmall;
    return { ...module, least: Math.ceil((module.least / share[which] + 2 * padding) * 10) / 10 };
  }
  const width = module * symbol.columns;
  const margin = quiet * module;

  if (symbol.rows === null) {
    const most = Math.max(0, inner.height - LEAST_BARS_MM);
    if (inner.height < LEAST_BARS_MM) return { tooSmall: 'height', least: LEAST_BARS_MM + 2 * padding };
    const { font, rows } = placeLines(lines, {
      width: inner.width,
      height: Math.min(most, inner.height * 0.6),
    });
    const used = rows.length * LINE_HEIGHT * font;
    const height = inner.height - used - (used > 0 ? 0.8 : 0);
    const bars = Math.max(LEAST_BARS_MM, height);
    const x = padding + (inner.width - width) / 2;
    const top = padding + bars + 0.8;
    return {
      symbol: { x, y: padding, width, height: bars, module },
      font,
      lines: placed(rows, font, padding, top),
    };
  }
  const height = module * symbol.rows;
  const full = { width: width + 2 * margin, height: height + 2 * margin };
  const text = beside
    ? { x: padding + full.width, y: padding, width: inner.width - full.width, height: inner.height }
    : { x: padding, y: padding + full.height, width: inner.width, height: inner.height - full.height };
  const { font, rows } = placeLines(lines, text);
  const used = rows.length * LINE_HEIGHT * font;
  return {
    symbol: {
      x: padding + margin + (beside ? 0 : (inner.width - full.width) / 2),
      y: padding + margin + (beside ? (inner.height - full.height) / 2 : 0),
      width,
      height,
      module,
    },
    font,
    // Beside the symbol the lines are vertically centred.
    lines: placed(rows, font, text.x, text.y + (beside ? (inner.height - used) / 2 : 0)),
  };
}

/** Sizes of common commercial labels, mm. */
export const presets: readonly (Size & { id: string })[] = [
  { id: '60x40', width: 60, height: 40 },
  { id: '40x20', width: 40, height: 20 },
  { id: '100x50', width: 100, height: 50 },
  { id: '70x37', width: 70, height: 37 },
  { id: '30x20', width: 30, height: 20 },
];

export const A4: Size = { width: 210, height: 297 };

/** The layout of labels on a sheet of paper. */
export interface Sheet {
  columns: number;
  rows: number;
  /** From the edge of the paper to the first label, mm. */
  left: number;
  top: number;
  gapX: number;
  gapY: number;
}

/** As many labels as fit on the sheet, centred; three columns need the full width. */
export function fillSheet(label: Size): Sheet {
  const columns = Math.max(1, Math.floor(A4.width / label.width));
  const rows = Math.max(1, Math.floor(A4.height / label.height));
  const rest = (all: number, count: number, size: number) =>
    Math.max(0, Math.round(((all - count * size) / 2) * 100) / 100);
  return {
    columns,
    rows,
    left: rest(A4.width, columns, label.width),
    top: rest(A4.height, rows, label.height),
    gapX: 0,
    gapY: 0,
  };
}

/** Whether all labels fit on the paper. */
export function fitsSheet(sheet: Sheet, label: Size): boolean {
  const width = sheet.left + sheet.columns * label.width + (sheet.columns - 1) * sheet.gapX;
  const height = sheet.top + sheet.rows * label.height + (sheet.rows - 1) * sheet.gapY;
  return width <= A4.width + 0.01 && height <= A4.height + 0.01;
}

/** Splits labels into sheets; the first `skip` positions of the first sheet are used already. */
export function pagesOf<T>(labels: readonly T[], perPage: number, skip: number): (T | null)[][] {
  const places: (T | null)[] = [
    ...Array.from({ length: Math.min(skip, perPage - 1) }, () => null),
    ...labels,
  ];
  return Array.from({ length: Math.ceil(places.length / perPage) }, (_, i) =>
    places.slice(i * perPage, (i + 1) * perPage),
  );
}

/** The position of the nth label of a sheet. */
export function placeOnSheet(sheet: Sheet, label: Size, n: number): { x: number; y: number } {
  const [column, row] = [n % sheet.columns, Math.floor(n / sheet.columns)];
  return {
    x: sheet.left + column * (label.width + sheet.gapX),
    y: sheet.top + row * (label.height + sheet.gapY),
  };
}
