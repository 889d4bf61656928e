/**
 * Alternative point names in queries (interpretation B09). Replies use the stored name and its unit: `E_ChargeEnergy`
 * was meant in kWh, `E_E_CHG` is Wh; cell voltages were volts and are millivolts.
 */
const aliases: Record<string, string> = {
  M_TotalVoltage: 'M_VOLT',
  M_Current: 'M_CURR',
  M_CycleCount: 'M_CYCLES',
  M_CumChargeCap: 'M_AH_CHG_TOTAL',
  M_CumDischargeCap: 'M_AH_DIS_TOTAL',
  M_MaxCellV: 'M_CELL_V_MAX',
  M_MinCellV: 'M_CELL_V_MIN',
  M_MaxTemp: 'M_CELL_T_MAX',
  M_MinTemp: 'M_CELL_T_MIN',
  P_Voltage: 'P_VOLT',
  P_Current: 'P_CURR',
  P_Temp: 'P_CELL_T',
  E_PvPower: 'E_PV_P',
  E_GridPower: 'E_GRID_P',
  E_LoadPower: 'E_LOAD_P',
  E_ChargeEnergy: 'E_E_CHG',
  E_DischargeEnergy: 'E_E_DIS',
};

/** Replaces an alias by the stored key (an `@pack.cell` suffix is kept); other names are returned unchanged. */
export function canonicalKey(text: string): string {
  const at = text.indexOf('@');
  const key = at < 0 ? text : text.slice(0, at);
  const replacement = Object.hasOwn(aliases, key) ? aliases[key] : undefined;
  return replacement === undefined ? text : replacement + (at < 0 ? '' : text.slice(at));
}

/** The alias table itself, for documentation and tests. */
export const pointAliases: Readonly<Record<string, string>> = aliases;
