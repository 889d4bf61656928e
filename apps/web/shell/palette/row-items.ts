import { IconFile } from '@tabler/icons-react';
import type { ReplyOf } from '@voltloop/contract';
import type { searchRows } from '@voltloop/contract/calls/search-rows.ts';
import { blockOf } from '@voltloop/domain/battery-code/check.ts';
import { normalise } from '@voltloop/domain/battery-code/normalise.ts';
import { registry } from '@voltloop/resources/registry.ts';
import type { PaletteGroup, PaletteItem } from './palette-item.ts';

/** Pure: rows of the back office as entries of the palette. */

type Found = ReplyOf<typeof searchRows>;

/** Whether a text is a complete battery code, typed or scanned, and so identifies one row. */
export const isWholeCode = (text: string): boolean => blockOf(normalise(text)) === null;

/**
 * One group per resource, under its name. Rows with exactly this name are separate and come first: Enter then opens
 * such a row.
 * @param iconOf The icon of a resource's list.
 */
export function rowGroups(
  found: Found,
  language: 'en' | 'zh',
  iconOf: (listPath: string) => PaletteItem['Icon'] | undefined,
): { exact: PaletteGroup[]; others: PaletteGroup[] } {
  const exact: PaletteGroup[] = [];
  const others: PaletteGroup[] = [];
  for (const { resource, rows } of found) {
    const entry = registry[resource];
    if (!entry) continue;
    const list = `/backoffice/${resource}`;
    const group: PaletteGroup = {
      key: resource,
      label: entry.many[language],
      items: rows.map(({ id, title, hint }) => ({
        id: `${resource}-${id}`,
        name: title,
        hint: hint ?? '',
        Icon: iconOf(list) ?? IconFile,
        recent: { kind: 'row', path: `${list}/${id}`, name: title, hint: entry.one[language] },
      })),
    };
    (rows.some((row) => row.exact) ? exact : others).push(group);
  }
  return { exact, others };
}
