import { optionLists } from '@voltloop/domain/options/index.ts';
import type { Field } from '@voltloop/resource-kit';
import type { Column } from '../../../ui/table/data-table.tsx';

/** Pure: column widths that fit the heading and the usual content. */

type ColumnLayout = Partial<Pick<Column<unknown>, 'align' | 'width' | 'minWidth' | 'grow' | 'sortDescFirst'>>;

/** Padding at both ends of a cell, px. */
const PADDING_PX = 24;
/** Width of the sort arrow, px; the rest of it overlaps the cell's padding. */
const ARROW_PX = 6;
/** Headings are 12 px and bold, as wide as 13 px. */
const HEAD_PX = 13;
/** The mark before a state, px. */
const MARK_PX = 20;
/** The longest code, that of a battery, px. */
const WIDEST_CODE_PX = 236;
/** Assumed length of a code without a fixed format: most are shorter than allowed. */
const USUAL_CODE = 14;

/** Approximate text width, px: Chinese characters are square, capitals narrower, other letters half as wide. */
function textWidth(text: string, letter_px: number): number {
  let width = 0;
  for (const sign of text)
    width += letter_px * (sign > '\u2e7f' ? 1 : sign >= 'A' && sign <= 'Z' ? 0.7 : 0.52);
  return Math.ceil(width);
}

/** Width of a text on at most two lines, broken between words. */
function wrappedWidth(text: string, letter_px: number): number {
  const words = text.split(' ');
  const widths = words.map((_, i) =>
    Math.max(
      textWidth(words.slice(0, i).join(' '), letter_px),
      textWidth(words.slice(i).join(' '), letter_px),
    ),
  );
  return Math.min(...widths);
}

const atLeast = (least: number, header: string, sortable: boolean) =>
  Math.max(least, wrappedWidth(header, HEAD_PX) + PADDING_PX + (sortable ? ARROW_PX : 0));

/** Width of a text of so many capitals and digits, px. */
const codeWidth = (letters: number) => Math.min(letters * 9.2 + PADDING_PX, WIDEST_CODE_PX);

/** Usual length of a code: its maximum if the format is fixed. */
const codeLetters = (field: Extract<Field, { kind: 'text' }>) =>
  field.as !== undefined || (field.checks?.length ?? 0) > 0 ? field.max : Math.min(field.max, USUAL_CODE);

/** An amount of money has separators and two decimals; other numbers as many digits as they may have, up to 100,000.000. */
function numberWidth(field: Extract<Field, { kind: 'decimal' | 'integer' }>): number {
  if (field.unit === '¥') return 124;
  const digits = String(Math.trunc(field.max)).length + (field.kind === 'decimal' ? field.scale : 0);
  return digits > 7 ? 116 : 92;
}

interface Given {
  field: Field;
  header: string;
  language: 'en' | 'zh';
  sortable: boolean;
  /** The title of the row. */
  title: boolean;
  /** A state with its mark. */
  state: boolean;
  /** A date that may be marked as expired or due soon. */
  due?: boolean;
}

/** Alignment and width of a field's column; times are aligned as in the console's other lists. */
export function columnLayout({
  field,
  header,
  language,
  sortable,
  title,
  state,
  due = false,
}: Given): ColumnLayout {
  const least = (px: number) => atLeast(Math.round(px), header, sortable);
  if (title) {
    // The remaining width goes to texts of variable length, not to a code or document number, which is always shown
    // in full.
    return field.kind === 'text' && (field.code || field.server)
      ? { minWidth: least(Math.max(120, codeWidth(codeLetters(field)))) }
      : { minWidth: least(190), grow: 4 };
  }
  switch (field.kind) {
    case 'decimal':
    case 'integer':
      return { align: 'end', width: least(numberWidth(field)), sortDescFirst: true };
    case 'date':
      return { width: least(due ? 128 : 104), sortDescFirst: true };
    case 'time':
      return { width: least(124), align: 'end', sortDescFirst: true };
    case 'option': {
      // A state stays on one line beside its mark.
      const width = state ? textWidth : wrappedWidth;
      const words = optionLists[field.list].options.map((option) => width(option[language], 13));
      const minWidth = least(Math.min(Math.max(...words), 116) + PADDING_PX + (state ? MARK_PX : 0));
      // On a wide screen the text of a choice stays on one line, too.
      return state ? { minWidth } : { minWidth, grow: 2 };
    }
    case 'files':
      return { width: least(96) };
    case 'lines':
      return { minWidth: least(96), grow: 4 };
    case 'region':
      return { minWidth: least(172) };
    case 'reference':
      return { minWidth: least(140), grow: 3 };
    case 'text':
      if (field.personal === 'phone') return { minWidth: least(136) };
      if (field.code) return { minWidth: least(codeWidth(Math.max(codeLetters(field), 10))) };
      return { minWidth: least(Math.min(132, codeWidth(field.max))), grow: 2 };
  }
}
