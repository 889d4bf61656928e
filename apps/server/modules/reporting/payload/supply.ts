import type { Db, Trx } from '../../../platform/db.ts';

/** Where a value can be put right: a row of a resource and its field. */
export interface Place {
  resource: string;
  id: string;
  field: string;
}

/** What production supplies of a product that is reported (types 3 to 5). */
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
  /** Where the use is another one. */
  other: string | null;
  /** Names from the province down, joined by hyphens. */
  saleArea: string | null;
}

/** What a recycling run supplies of a lot that it produced (type 10). Masses in kg as text. */
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
  /** Where what is wrong with a field is put right. */
  places?: Readonly<Record<string, Place>>;
}

/** Facts of document lines by their ids. A module that makes reportable lines of these types supplies them. */
export interface Supply {
  production?(db: Db | Trx, lineIds: readonly string[]): Promise<ReadonlyMap<string, ProductionFacts>>;
  recycling?(db: Db | Trx, lineIds: readonly string[]): Promise<ReadonlyMap<string, RecyclingFacts>>;
}
