import { queryOptions } from '@tanstack/react-query';
import { type AreaData, getAreaData } from '@voltloop/contract/calls/areas.ts';
import { callRaw } from '../../api/call.ts';
import { placeText } from './address-rules.ts';

type Names = Readonly<Record<string, string>>;

/** The names of a place and its parents, province first, by its code: `330106` is in `330100`, which is in `330000`. */
export function pathOf(names: Names, code: string): string[] {
  const codes = new Set([`${code.slice(0, 2)}0000`, `${code.slice(0, 4)}00`, code]);
  return [...codes].flatMap((each) => names[each] ?? []);
}

/** The names of all divisions by code; loaded once. */
const divisions = queryOptions({
  queryKey: ['area', 'names'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async ({ signal }): Promise<Names> => {
    const data = (await (await callRaw(getAreaData, { signal })).json()) as AreaData;
    return Object.assign({}, ...Object.values(data));
  },
});

/** Formats a place by its code. */
export const areaNames = queryOptions({
  ...divisions,
  select: (names: Names) => (code: string) => placeText(pathOf(names, code)),
});

/** The names of a place and its parents. */
export const areaPath = (code: string) =>
  queryOptions({ ...divisions, select: (names: Names) => pathOf(names, code) });
