import { HE_BAT } from './he-bat/index.ts';
import { type InfoModel, type PointDefinition, wireKey } from './info-model.ts';

/** An information model with its indexes. */
export interface Dictionary {
  model: InfoModel;
  byKey: ReadonlyMap<string, PointDefinition>;
  byId: ReadonlyMap<number, PointDefinition>;
}

export function dictionaryFrom(model: InfoModel): Dictionary {
  return {
    model,
    byKey: new Map(model.points.map((p) => [p.key, p])),
    byId: new Map(model.points.map((p) => [p.id, p])),
  };
}

/** The points that models share: those with a role, of the system, its packs and their cells. */
export const coreDictionary: Dictionary = dictionaryFrom(HE_BAT);

/** The models that are part of the server. */
export const builtInDictionaries: readonly Dictionary[] = [coreDictionary];

/** A model of the server, the only ones whose devices take settings; undefined for one of a tenant. */
export const builtInModel = (name: string): InfoModel | undefined =>
  builtInDictionaries.find(({ model }) => model.id === name)?.model;

/** Cache of wire names by stored point and part: a few hundred names are used over and over. */
export class WireNames {
  readonly #names = new Map<number, string>();
  readonly #dictionary: Dictionary;

  constructor(dictionary: Dictionary) {
    this.#dictionary = dictionary;
  }

  /** `M_SOC`, `P_SOC@2`, … A point that is no longer in the dictionary is `?<id>`. */
  of(point: number, part: number): string {
    const id = point * 65536 + part;
    let name = this.#names.get(id);
    if (name === undefined) {
      name = wireKey(this.#dictionary.byId.get(point)?.key ?? `?${point}`, part);
      this.#names.set(id, name);
    }
    return name;
  }
}
