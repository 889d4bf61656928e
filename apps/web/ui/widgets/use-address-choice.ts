import { useCombobox } from '@mantine/core';
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type Area,
  type AreaData,
  getAreaByCityId,
  getAreaData,
  getCityByProvId,
  getProvList,
} from '@voltloop/contract/calls/areas.ts';
import { useMemo, useRef, useState } from 'react';
import { call, callRaw } from '../../api/call.ts';
import { notifyError } from '../toast/notify-error.ts';
import { allPlaces, findPlaces } from './address-rules.ts';

const FOREVER = { staleTime: Number.POSITIVE_INFINITY };

const provinces = queryOptions({
  queryKey: ['area', 'provinces'],
  queryFn: ({ signal }) => call(getProvList, { signal }),
  ...FOREVER,
});
const citiesOf = (provId: string) =>
  queryOptions({
    queryKey: ['area', 'cities', provId],
    queryFn: ({ signal }) => call(getCityByProvId, { query: { provId }, signal }),
    ...FOREVER,
  });
const districtsOf = (cityId: string) =>
  queryOptions({
    queryKey: ['area', 'districts', cityId],
    queryFn: ({ signal }) => call(getAreaByCityId, { query: { cityId }, signal }),
    ...FOREVER,
  });
const everyPlace = queryOptions({
  queryKey: ['area', 'all'],
  queryFn: async ({ signal }) =>
    allPlaces((await (await callRaw(getAreaData, { signal })).json()) as AreaData),
  ...FOREVER,
});

/** The divisions directly below the current path. */
function below(way: readonly Area[]) {
  const [province, city] = way;
  if (city) return districtsOf(city.id);
  return province ? citiesOf(province.id) : provinces;
}

/** Selects the division chosen so far as a whole. */
export const WHOLE = 'whole';
export const STEPS = ['province', 'city', 'district'] as const;

/** The state of an address picker: the divisions chosen so far, or the places found by a text. */
export function useAddressChoice(
  value: readonly string[],
  onChange: (names: string[], codes: string[]) => void,
  onBlur: (() => void) | undefined,
) {
  const queries = useQueryClient();
  const [way, setWay] = useState<Area[]>([]);
  const [text, setText] = useState('');
  const [loadingId, setLoadingId] = useState<string>();
  // Identifies the current opening: responses after the picker was closed are ignored.
  const opening = useRef(0);
  const combobox = useCombobox({
    onDropdownOpen: () => {
      opening.current += 1;
      void showWhereValueIs(opening.current);
      combobox.focusSearchInput();
    },
    onDropdownClose: () => {
      opening.current += 1;
      combobox.resetSelectedOption();
      combobox.focusTarget();
      setText('');
      setLoadingId(undefined);
      onBlur?.();
    },
  });
  const list = useQuery({ ...(below(way) as typeof provinces), enabled: combobox.dropdownOpened });
  const searching = text.trim() !== '';
  const every = useQuery({ ...everyPlace, enabled: searching, placeholderData: keepPreviousData });
  const found = useMemo(() => findPlaces(every.data ?? [], text), [every.data, text]);

  /** Opens the list that contains the last name of the value. */
  async function showWhereValueIs(mine: number) {
    const known: Area[] = [];
    setWay(known);
    try {
      for (const name of value.slice(0, -1)) {
        const area = (await queries.fetchQuery(below(known) as typeof provinces)).find(
          (each) => each.name === name,
        );
        if (!area) break;
        known.push(area);
      }
    } catch {
      // The list shows the load error.
    }
    if (opening.current === mine) setWay([...known]);
  }

  const finish = (names: string[], codes: string[]) => {
    onChange(names, codes);
    combobox.closeDropdown();
  };
  const finishAt = (areas: readonly Area[]) =>
    finish(
      areas.map((each) => each.name),
      areas.map((each) => each.id),
    );
  const choose = async (id: string) => {
    if (searching) {
      const place = found.find(({ codes }) => codes.at(-1) === id);
      if (place) finish(place.names, place.codes);
      return;
    }
    if (id === WHOLE) return finishAt(way);
    const area = list.data?.find((each) => each.id === id);
    if (!area || loadingId) return;
    const next = [...way, area];
    if (next.length === STEPS.length) return finishAt(next);
    const mine = opening.current;
    setLoadingId(id);
    try {
      const children = await queries.fetchQuery(below(next) as typeof provinces);
      if (opening.current !== mine) return;
      if (children.length === 0) return finishAt(next);
      setWay(next);
      combobox.resetSelectedOption();
      combobox.focusSearchInput();
    } catch (error) {
      notifyError(error);
    } finally {
      if (opening.current === mine) setLoadingId(undefined);
    }
  };

  return {
    combobox,
    way,
    /** Back to one of the first levels. */
    backTo: (level: number) => {
      setWay(way.slice(0, level));
      combobox.focusSearchInput();
    },
    text,
    search: (next: string) => {
      setText(next);
      combobox.resetSelectedOption();
    },
    searching,
    /** The division whose list is being loaded. */
    loadingId,
    list,
    every,
    found,
    choose,
  };
}
