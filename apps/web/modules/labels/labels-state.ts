import { create } from 'zustand';
import { A4, fillSheet, type Printer, presets, type Sheet, type Symbology } from './geometry.ts';
import { type Fact, facts } from './label-lines.ts';

/** The print settings; kept in this browser, because they depend on the local printer. */
export interface LabelSettings {
  symbology: Symbology;
  width: number;
  height: number;
  padding: number;
  facts: readonly Fact[];
  printer: Printer;
  /** A sheet of A4, or a roll with one label after the other. */
  paper: 'sheet' | 'roll';
  sheet: Sheet;
  /** Number of used positions on the first sheet. */
  skip: number;
  copies: number;
}

const [first] = presets;
const size = { width: first?.width ?? A4.width, height: first?.height ?? A4.height };
const start: LabelSettings = {
  symbology: 'datamatrix',
  ...size,
  padding: 2,
  facts,
  printer: 'any',
  paper: 'sheet',
  sheet: fillSheet(size),
  skip: 0,
  copies: 1,
};

const STORED = 'voltloop.labels';
function stored(): LabelSettings {
  try {
    return {
      ...start,
      ...(JSON.parse(localStorage.getItem(STORED) ?? '{}') as Partial<LabelSettings>),
      skip: 0,
      copies: 1,
    };
  } catch {
    return start;
  }
}

export const useLabelSettings = create<LabelSettings>(stored);

/** Changes the print settings, now and for later. */
export function changeLabels(change: Partial<LabelSettings>): void {
  useLabelSettings.setState(change);
  localStorage.setItem(STORED, JSON.stringify(useLabelSettings.getState()));
}

/** Another label size changes the layout of the sheet. */
export const changeSize = (width: number, height: number) =>
  changeLabels({ width, height, sheet: fillSheet({ width, height }), skip: 0 });

/** The codes to print as text, one per line. */
export const useLabelCodes = create<{ text: string }>(() => ({ text: '' }));
export const setCodes = (text: string) => useLabelCodes.setState({ text });
export function addCodes(codes: readonly string[]): void {
  const before = useLabelCodes.getState().text.trimEnd();
  setCodes([...(before === '' ? [] : [before]), ...codes].join('\n'));
}
