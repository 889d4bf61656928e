import { readDayOfCell } from '@voltloop/domain/checks/index.ts';
import { namesOf, optionsOf, parseOption } from '@voltloop/domain/options/index.ts';
import type { Field, LinesField } from '@voltloop/resource-kit';
import { areaCodeOf } from '../../../people/areas/index.ts';

/**
 * Converts the text of a cell to the value of its field: names become codes, days in other notations that of the API.
 * Unreadable values stay, and the check of the field reports them. References need the database and are resolved
 * elsewhere.
 */
export function valueOfCell(field: Field, text: string): unknown {
  switch (field.kind) {
    case 'option':
      return optionOf(field.list, text) ?? text;
    case 'date':
      return dayOf(text) ?? text;
    case 'decimal':
    case 'integer':
      return numberOf(text, field.unit);
    case 'time':
      return momentOf(text) ?? text;
    case 'region':
      return areaCodeOf(text) ?? text;
    case 'lines':
      return field.inCell ? linesOf(text, field.inCell) : text;
    default:
      return text;
  }
}

const linesOf = (cell: string, { text, with: more }: NonNullable<LinesField['inCell']>) =>
  cell
    .split(/[\s,;，；、]+/)
    .filter(Boolean)
    .map((each) => ({ ...more, [text]: each }));

const folded = (text: string) => text.normalize('NFKC').trim().toLowerCase();

/** By its name in either language, another name of the trade, or its value. A name of two values matches neither. */
function optionOf(list: Parameters<typeof optionsOf>[0], text: string): string | number | undefined {
  const named = (['zh', 'en'] as const).flatMap((language) =>
    optionsOf(list, language).flatMap(({ value, label }) =>
      [label, ...namesOf(list, value)].some((name) => folded(name) === folded(text)) ? [value] : [],
    ),
  );
  const values = [...new Set(named)];
  return values.length === 1 ? values[0] : parseOption(list, text);
}

/** A day in the notation of the API; undefined if it is none, or could be either of two. */
function dayOf(text: string): string | undefined {
  const read = readDayOfCell(text);
  return read && 'day' in read ? read.day : undefined;
}

/** A number in plain characters, without the unit that the column's head states anyway. */
function numberOf(text: string, unit: string | undefined): string {
  const plain = text.normalize('NFKC').trim();
  const stated = unit?.normalize('NFKC') ?? '';
  if (stated === '' || !plain.toLowerCase().endsWith(stated.toLowerCase())) return plain;
  const bare = plain.slice(0, -stated.length).trimEnd();
  // `mAh` ends in `Ah`, and is a thousandth of it.
  return /\d$/.test(bare) ? bare : plain;
}

/** A moment in Beijing time as epoch ms. */
function momentOf(text: string): number | undefined {
  const [, day = '', hour = '0', minute = '00', second = '00'] =
    /^(\S+)(?:[T\s]+(\d{1,2}):(\d{2})(?::(\d{2}))?)?$/.exec(text.trim()) ?? [];
  const found = dayOf(day);
  const time = Date.parse(`${found}T${hour.padStart(2, '0')}:${minute}:${second}+08:00`);
  return found === undefined || Number.isNaN(time) ? undefined : time;
}
