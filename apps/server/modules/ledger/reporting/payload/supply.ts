import type { Db, Trx } from '../../../../platform/db.ts';

/** The place to correct a value: a row of a resource and its field. */
export interface Place {
  resource: string;
  id: string;
  field: string;
}

/** Facts of a reported product, from production (types 3 to 5). */
export interface ProductionFacts {
  storageDate: string;
  /** `1` cells, `2` modules, `3` packs. */
  constitute: '1' | '2' | '3';
  finished: boolean;
  components: readonly (
    | { isCode: true; origCode: string }
    | { isCode: false; sourceDuns: string; sourceEnt: string }
  )[];
  grade: string | null;
  testReportNo: string | null;
  sohPct: string | null;
  seriesCount: number | null;
  parallelCount: number | null;
  bomVersion: string | null;
  targetStandard: string | null;
  forbiddenUseCheck: boolean;
  /** If the use is another one. */
  other: string | null;
  /** Names from the province down, joined by hyphens. */
  saleArea: string | null;
}

/** Facts of a recycled lot, from its run (type 10). Masses in kg as text. */
export interface RecyclingFacts {
  processRoute: 'pyro' | 'hydro' | 'direct' | 'mechanical';
  inputMass: string;
  inputCodesCount: number;
  inputLots: readonly { lotNo: string; mass: string }[];
  /** A kind of goods by mass. */
  product: string;
  productMass: string;
  assays: readonly { element: string; pct: string; metalMass: string; recoveryPct: string | null }[];
  residueMass: string;
  completedOn: string;
  energyUse: string | null;
  waterReusePct: string | null;
  /** The places to correct a field. */
  places?: Readonly<Record<string, Place>>;
}

/** Facts of document lines by their ids, from the module that makes reportable lines of these types. */
export interface Supply {
  production?(db: Db | Trx, lineIds: readonly string[]): Promise<ReadonlyMap<string, ProductionFacts>>;
  recycling?(db: Db | Trx, lineIds: readonly string[]): Promise<ReadonlyMap<string, RecyclingFacts>>;
}
