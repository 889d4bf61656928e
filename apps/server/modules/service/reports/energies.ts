import type { EnergyTotals } from '@voltloop/contract';

/** The energies of a report's table, in its order. */
export const energies = [
  ...(['pv_kwh', 'load_kwh', 'import_kwh', 'export_kwh', 'charge_kwh', 'discharge_kwh'] as const),
] satisfies (keyof EnergyTotals)[];

export const energyWords: Record<'en' | 'zh', Record<keyof EnergyTotals, string>> = {
  en: {
    pv_kwh: 'Solar',
    load_kwh: 'Consumption',
    import_kwh: 'Grid import',
    export_kwh: 'Grid export',
    charge_kwh: 'Battery charged',
    discharge_kwh: 'Battery discharged',
  },
  zh: {
    pv_kwh: '光伏发电',
    load_kwh: '负载用电',
    import_kwh: '电网取电',
    export_kwh: '上网电量',
    charge_kwh: '电池充电',
    discharge_kwh: '电池放电',
  },
};
