import type { Area, AreaData } from '@voltloop/contract/calls/areas.ts';

/** A place with all that it lies in: province, city, and district where there is one. */
export interface Place {
  codes: string[];
  names: string[];
}

const COUNTRY = '100000';

/** Every place that an address can end at: districts, and cities that have none. */
export function allPlaces(data: AreaData): Place[] {
  const below = (code: string): Area[] =>
    Object.entries(data[code] ?? {}).map(([id, name]) => ({ id, name }));
  return below(COUNTRY).flatMap((province) =>
    below(province.id).flatMap((city) => {
      const districts = below(city.id);
      const ways = districts.length > 0 ? districts.map((each) => [each]) : [[]];
      return ways.map((last) => {
        const way = [province, city, ...last];
        return { codes: way.map(({ id }) => id), names: way.map(({ name }) => name) };
      });
    }),
  );
}

/**
 * Places for a text: every part of it (split at spaces, commas and slashes) is found in some name on the way, in order.
 * Places whose own name begins with the last part come first, then those that have it in their own name.
 */
export function findPlaces(places: readonly Place[], text: string): Place[] {
  const parts = text.split(/[\s,，/、]+/).filter(Boolean);
  const last = parts.at(-1);
  if (last === undefined) return [];
  const rank = ({ names }: Place) => {
    let at = 0;
    for (const part of parts) {
      const found = names.findIndex((name, i) => i >= at && name.includes(part));
      if (found < 0) return undefined;
      at = found;
    }
    const own = names.at(-1) ?? '';
    return own.startsWith(last) ? 0 : own.includes(last) ? 1 : 2;
  };
  const ranked = places.flatMap((place) => {
    const order = rank(place);
    return order === undefined ? [] : [{ place, order }];
  });
  // Sorting is stable: within a rank the order of codes stays.
  return ranked.sort((a, b) => a.order - b.order).map(({ place }) => place);
}

/** How a place is written in one line; a municipality's name, which is province and city at once, once. */
export function placeText(names: readonly string[]): string {
  return names.filter((name, i) => name !== names[i - 1]).join(' / ');
}
