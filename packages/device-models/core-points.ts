/** The core points of the roles, which all models share: their ids and units do not depend on a device's model. */
import { HE_BAT } from '@voltloop/protocol/he-bat/index.ts';
import { candidatesOf, type Role } from './roles.ts';

const ids = new Map(HE_BAT.points.map(({ key, id }) => [key, id]));

/** The id of a core point by its key. @throws for any other key */
export function coreId(key: string): number {
  const id = ids.get(key);
  if (id === undefined) throw new Error(`${key} is not a core point`);
  return id;
}

/** The ids of a role's core points, the preferred one first. */
export const idsOf = (role: Role): number[] => candidatesOf(role).map(coreId);

/** The id of a role's preferred core point. */
export const idOf = (role: Role): number => coreId(candidatesOf(role)[0]);
