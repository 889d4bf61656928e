import { queryOptions } from '@tanstack/react-query';
import { type AreaData, getAreaData } from '@voltloop/contract/calls/areas.ts';
import { callRaw } from '../../api/call.ts';
import { placeText } from './address-rules.ts';

type Names = Readonly<Record<string, string>>;

/** The names on the way to a place, province first, by its code: `330106` lies in `330100`, which lies in `330000`. */
export function wayOf(names: Names, code: string): string[] {
  const codes = new Set([`${code.slice(0, 2)}0000`, `${code.slice(0, 4)}00`, code]);
  return [...codes].flatMap((each) => names[each] ?? []);
}

/** What every division is called, by its code; asked for once. */
const divisions = queryOptions({
  queryKey: ['area', 'names'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async ({ signal }): Promise<Names> => {
    const data = (await (await callRaw(getAreaData, { signal })).json()) as AreaData;
    return Object.assign({}, ...Object.values(data));
  },
});

/** How a place is written, by its code. */
export const areaNames = queryOptions({
  ...divisions,
  select: (names: Names) => (code: string) => placeText(wayOf(names, code)),
});

/** The names on the way to one place. */
export const areaWay = (code: string) =>
  queryOptions({ ...divisions, select: (names: Names) => wayOf(names, code) });
