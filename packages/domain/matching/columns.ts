/** A cell or module with the results of its signed test. An unknown value does not restrict matching. */
export interface Member {
  id: string;
  /** Members are combined only within a kind: chemistry, maker and specification. */
  kind: string;
  capacity_Ah: number;
  dcir_mOhm: number | null;
  ocv_V: number | null;
  selfDischarge_mVPerDay: number | null;
  /** Month of production, counted from any month. */
  made_month: number | null;
  cycles: number | null;
}

/** Values by measure and member; NaN if unknown. OCV in mV, so that its spreads are. */
export type Columns = readonly Float64Array[];

export function columnsOf(members: readonly Member[]): Columns {
  const column = (of: (member: Member) => number | null) =>
    Float64Array.from(members, (member) => of(member) ?? Number.NaN);
  return [
    column(({ capacity_Ah }) => capacity_Ah),
    column(({ dcir_mOhm }) => dcir_mOhm),
    column(({ ocv_V }) => (ocv_V === null ? null : ocv_V * 1000)),
    column(({ selfDischarge_mVPerDay }) => selfDischarge_mVPerDay),
    column(({ made_month }) => made_month),
    column(({ cycles }) => cycles),
  ];
}
