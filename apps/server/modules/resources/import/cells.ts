import { optionsOf, parseOption } from '@voltloop/domain/options/index.ts';
import type { Field, LinesField } from '@voltloop/resource-kit';
import { areaCodeOf } from '../../areas/index.ts';

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

/** By its name in either language, or by its value. A name of two values matches neither. */
function optionOf(list: Parameters<typeof optionsOf>[0], text: string): string | number | undefined {
  const named = (['zh', 'en'] as const).flatMap((language) =>
    optionsOf(list, language).flatMap(({ value, label }) => (folded(label) === folded(text) ? [value] : [])),
  );
  const values = [...new Set(named)];
  return values.length === 1 ? values[0] : parseOption(list, text);
}

/** `2026/2/3`, `2026.2.3` and `2026年2月3日` as `2026-02-03`. */
function dayOf(text: string): string | undefined {
  const found = /^(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*日?$/.exec(text.normalize('NFKC'));
  return found?.[1] && `${found[1]}-${found[2]?.padStart(2, '0')}-${found[3]?.padStart(2, '0')}`;
}

/** A moment in Beijing time as epoch ms. */
function momentOf(text: string): number | undefined {
  const [, day = '', hour = '0', minute = '00', second = '00'] =
    /^(\S+)(?:[T\s]+(\d{1,2}):(\d{2})(?::(\d{2}))?)?$/.exec(text.trim()) ?? [];
  const found = dayOf(day);
  const time = Date.parse(`${found}T${hour.padStart(2, '0')}:${minute}:${second}+08:00`);
  return found === undefined || Number.isNaN(time) ? undefined : time;
}
