import type { Area, AreaData } from '@voltloop/contract/calls/areas.ts';

/** A place with its parents: province, city, and district where there is one. */
export interface Place {
  codes: string[];
  names: string[];
}

const COUNTRY = '100000';

/** Every place that completes an address: districts, and cities without districts. */
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
 * Searches places: each part of the text (split at spaces, commas and slashes) must occur in a name on the path, in
 * order. Places whose own name begins with the last part come first, then those whose own name contains it.
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
  // The sort is stable: equal ranks stay in the order of codes.
  return ranked.sort((a, b) => a.order - b.order).map(({ place }) => place);
}

/** A place in one line; the name of a municipality, which is province and city at once, appears once. */
export function placeText(names: readonly string[]): string {
  return names.filter((name, i) => name !== names[i - 1]).join(' / ');
}
