import type { Ref } from './rows.ts';

/** A test of a battery: the values of its report, or the cells of a curve that gives them. Its key is its remark. */
export interface DemoTest {
  key: string;
  code: string;
  values: Readonly<Record<string, unknown>>;
  curve?: { capacity_Ah: number; dcir_mOhm: number; seed: number };
}

/** Tests of one day, signed or left as drafts. */
export interface DemoTests {
  tests: readonly DemoTest[];
  signed: boolean;
}

/** A run of the matching over a store. Its seed identifies it. */
export interface DemoMatching {
  store: Ref;
  bom: Ref;
  seed: number;
}
