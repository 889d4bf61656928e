import type { LifeEvent } from '@voltloop/contract';
import type { LifeDocument, Place } from './read-life.ts';

export type Side = LifeEvent['side'];

/** Goods around a record: its own, what they were made of, and what became of them. */
export interface Around {
  own: readonly string[];
  back: readonly string[];
  on: readonly string[];
}

/** The side of each of them; what is reached both ways counts as what it was made of. */
export function sidesOf({ own, back, on }: Around): ReadonlyMap<string, Side> {
  return new Map<string, Side>([
    ...on.map((id) => [id, 'on'] as const),
    ...back.map((id) => [id, 'back'] as const),
    ...own.map((id) => [id, 'own'] as const),
  ]);
}

const order: readonly Side[] = ['own', 'back', 'on'];

/** The side of what is about several of them: the nearest to the record. */
export const nearest = (sides: Iterable<Side>): Side => {
  const given = new Set(sides);
  return order.find((side) => given.has(side)) ?? 'on';
};

/**
 * Where goods of a document came from. A battery that comes back leaves the place where the ledger had it, though another
 * party may bring it.
 */
export function sourceOf(place: Place, { kind, party }: LifeDocument): Place {
  if (place.kind !== 'outside' || kind !== 'receipt' || !party) return place;
  const key = `${party.kind}/${party.id}`;
  return key === place.key ? place : { ...place, id: key, key, name: party.name };
}
