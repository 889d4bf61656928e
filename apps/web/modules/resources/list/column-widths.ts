import { optionLists } from '@voltloop/domain/options/index.ts';
import type { Field } from '@voltloop/resource-kit';
import type { Column } from '@voltloop/ui/data-table.tsx';

/** Pure: how wide a column is built, so that its heading and its usual content fit. */

type Looks = Partial<Pick<Column<unknown>, 'align' | 'width' | 'minWidth' | 'grow' | 'sortDescFirst'>>;

/** Empty space at both ends of a cell, px. */
const PADDING_PX = 24;
/** Place of the arrow that sorts, px; the rest overlaps the cell's empty end. */
const ARROW_PX = 6;
/** Headings are 12 px and bold, as wide as 13 px. */
const HEAD_PX = 13;
/** The mark before a state, px. */
const MARK_PX = 20;
/** The longest code, that of a battery, px. */
const WIDEST_CODE_PX = 236;
/** Letters of a code that no rule gives a length: most are shorter than they may be. */
const USUAL_CODE = 14;

/** About how wide a text is set, px: Chinese signs are square, capitals narrower, other letters half as wide. */
function textWidth(text: string, letter_px: number): number {
  let width = 0;
  for (const sign of text)
    width += letter_px * (sign > '\u2e7f' ? 1 : sign >= 'A' && sign <= 'Z' ? 0.7 : 0.52);
  return Math.ceil(width);
}

/** How wide a text is on at most two lines, broken between words. */
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

/** A text of so many capitals and digits, px. */
const codeWidth = (letters: number) => Math.min(letters * 9.2 + PADDING_PX, WIDEST_CODE_PX);

/** Letters that a code usually has: as many as it may where a rule gives its form. */
const codeLetters = (field: Extract<Field, { kind: 'text' }>) =>
  field.as !== undefined || (field.checks?.length ?? 0) > 0 ? field.max : Math.min(field.max, USUAL_CODE);

interface Given {
  field: Field;
  header: string;
  language: 'en' | 'zh';
  sortable: boolean;
  /** It names the row. */
  title: boolean;
  /** It is a state, with its mark. */
  state: boolean;
  /** It is a day that may be marked as over or near. */
  due?: boolean;
}

/** Alignment and width of a field's column; times are where the console's lists have them. */
export function looksOf({ field, header, language, sortable, title, state, due = false }: Given): Looks {
  const least = (px: number) => atLeast(Math.round(px), header, sortable);
  if (title) {
    // What is left of the room goes to what may be longer, not to a code or a document number, which is always shown in full.
    return field.kind === 'text' && (field.code || field.server)
      ? { minWidth: least(Math.max(120, codeWidth(codeLetters(field)))) }
      : { minWidth: least(190), grow: 4 };
  }
  switch (field.kind) {
    case 'decimal':
    case 'integer':
      // An amount of money has its marks and two digits after the point.
      return { align: 'end', width: least(field.unit === '¥' ? 124 : 92), sortDescFirst: true };
    case 'date':
      return { width: least(due ? 128 : 104), sortDescFirst: true };
    case 'time':
      return { width: least(124), align: 'end', sortDescFirst: true };
    case 'option': {
      // A state is on one line after its mark.
      const width = state ? textWidth : wrappedWidth;
      const words = optionLists[field.list].options.map((option) => width(option[language], 13));
      const minWidth = least(Math.min(Math.max(...words), 116) + PADDING_PX + (state ? MARK_PX : 0));
      // On a wide screen the text of a choice is on one line, too.
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
      if (field.personal === 'phone') return { minWidth: least(122) };
      if (field.code) return { minWidth: least(codeWidth(Math.max(codeLetters(field), 10))) };
      return { minWidth: least(Math.min(132, codeWidth(field.max))), grow: 2 };
  }
}
