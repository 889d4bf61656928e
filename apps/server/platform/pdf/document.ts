/** The content of a printed report, without its layout: the same for every report and language. */
export type Block =
  | { kind: 'heading'; text: string }
  | { kind: 'text'; text: string; tone?: 'note' | 'muted' }
  | { kind: 'facts'; rows: readonly (readonly [label: string, value: string])[] }
  | Table
  | Bars;

export interface Table {
  kind: 'table';
  header: readonly string[];
  rows: readonly (readonly string[])[];
  /** Shares of the width; columns after the first `texts` contain right-aligned figures. */
  widths: readonly number[];
  texts: number;
}

/** Groups of bars along a day or another scale. */
export interface Bars {
  kind: 'bars';
  /** The unit of the scale, such as `kWh`. */
  unit: string;
  /** Alternative text for readers who cannot see the drawing. */
  description: string;
  /** A label for each group; `null` leaves its place empty. */
  groups: readonly { label: string; values: readonly (number | null)[] }[];
  series: readonly { name: string; color: string }[];
}

export interface PdfDocument {
  title: string;
  subtitle: string;
  language: 'en' | 'zh';
  /** The author's name. */
  author: string;
  /** Written into the file; the same content and moment give the same bytes. */
  created: Date;
  blocks: readonly Block[];
  /** @returns the footer of a page */
  footer(page: number, pages: number): string;
}
