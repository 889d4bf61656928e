import { compileMapping, deviceModel, type Mapping, toInfoModel } from '@voltloop/device-models';
import { builtInDictionaries, type Dictionary, dictionaryFrom } from '@voltloop/protocol/dictionary.ts';
import type { Db } from '../../../platform/db.ts';
import { NoticedCache } from '../../../platform/noticed-cache.ts';
import { pointIdsOf, versionsOf } from './store.ts';

/** A model that devices can have: built in, or a version that is or was active. */
export interface KnownModel {
  name: string;
  version: number;
  dictionary: Dictionary;
  /** Null for a model that speaks the topics and frames of docs/protocol.md. */
  mapping: Mapping | null;
}

/** Lifetime of a cache entry while notices may be missed; with notices it is valid until one arrives. */
const LIFE_MS = { notified: 10 * 60_000, unnotified: 2000, unknown: 2000 };
const MAX_ENTRIES = 5000;

/**
 * The models that devices use, compiled once on each node. A change is known on every node as soon as its notice arrives,
 * without one after two seconds.
 */
export class KnownModels {
  readonly #cache: NoticedCache<string, KnownModel | null>;

  constructor(db: Db, isNotified: () => boolean) {
    this.#cache = new NoticedCache((key) => load(db, key), {
      max: MAX_ENTRIES,
      isNotified,
      life_ms: (model, notified) =>
        notified ? (model ? LIFE_MS.notified : LIFE_MS.unknown) : LIFE_MS.unnotified,
    });
  }

  async get(tenantId: string, name: string): Promise<KnownModel | null> {
    return builtIn.get(name) ?? this.#cache.get(keyOf(tenantId, name));
  }

  /** @param notice as {@link noticeOf} */
  forget(notice: string): void {
    this.#cache.forget(notice);
  }

  forgetAll(): void {
    this.#cache.forgetAll();
  }
}

const keyOf = (tenantId: string, name: string) => `${tenantId}/${name}`;

/** What notices say of a changed model. */
export const noticeOf = keyOf;

const builtIn = new Map(
  builtInDictionaries.map((dictionary): [string, KnownModel] => [
    dictionary.model.id,
    { name: dictionary.model.id, version: dictionary.model.version, dictionary, mapping: null },
  ]),
);
export const builtInNames: ReadonlySet<string> = new Set(builtIn.keys());

async function load(db: Db, key: string): Promise<KnownModel | null> {
  const at = key.indexOf('/');
  const rows = await versionsOf(db, key.slice(0, at), key.slice(at + 1));
  const used = rows.find(({ state }) => state === 'active');
  if (!used) return null;
  // With the defaults of what this version of the server has added.
  const document = deviceModel.parse(used.document);
  const ids = await pointIdsOf(db, used.modelId);
  return {
    name: used.name,
    version: used.version,
    dictionary: dictionaryFrom(toInfoModel(document, used.version, ids)),
    mapping: compileMapping(document),
  };
}
