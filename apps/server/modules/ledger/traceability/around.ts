import type { LifeEvent } from '@voltloop/contract';
import type { LifeDocument, Place } from './read-life.ts';

export type Side = LifeEvent['side'];

/** Goods around a record: its own, their sources, and the products made of them. */
export interface Around {
  own: readonly string[];
  back: readonly string[];
  on: readonly string[];
}

/** The side of each item; an item reached both ways counts as a source. */
export function sidesOf({ own, back, on }: Around): ReadonlyMap<string, Side> {
  return new Map<string, Side>([
    ...on.map((id) => [id, 'on'] as const),
    ...back.map((id) => [id, 'back'] as const),
    ...own.map((id) => [id, 'own'] as const),
  ]);
}

const order: readonly Side[] = ['own', 'back', 'on'];

/** The side of an event about several items: the nearest to the record. */
export const nearest = (sides: Iterable<Side>): Side => {
  const given = new Set(sides);
  return order.find((side) => given.has(side)) ?? 'on';
};

/**
 * The source of a document's goods. A returning battery leaves the place where the ledger had it, though another
 * party may bring it.
 */
export function sourceOf(place: Place, { kind, party }: LifeDocument): Place {
  if (place.kind !== 'outside' || kind !== 'receipt' || !party) return place;
  const key = `${party.kind}/${party.id}`;
  return key === place.key ? place : { ...place, id: key, key, name: party.name };
}
