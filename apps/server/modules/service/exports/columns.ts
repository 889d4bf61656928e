import type { EnergyTotals } from '@voltloop/contract';
import { dictionaryOf } from '@voltloop/protocol/dictionary.ts';
import { HE_BAT } from '@voltloop/protocol/he-bat/index.ts';
import { columnLabel, fixedLabels } from '../../fleet/telemetry/index.ts';
import type { ScheduleRow } from './store.ts';

const ids = new Map(HE_BAT.points.map(({ key, id }) => [key, id]));

/** Ids of points by their keys. */
export const pointsOf = (keys: readonly string[]): number[] => keys.flatMap((key) => ids.get(key) ?? []);

const energies: Record<'en' | 'zh', Record<keyof EnergyTotals | 'gap', string>> = {
  en: {
    pv_kwh: 'Solar (kWh)',
    charge_kwh: 'Battery charged (kWh)',
    discharge_kwh: 'Battery discharged (kWh)',
    import_kwh: 'Grid import (kWh)',
    export_kwh: 'Grid export (kWh)',
    load_kwh: 'Consumption (kWh)',
    gap: 'After a gap',
  },
  zh: {
    pv_kwh: '光伏发电 (kWh)',
    charge_kwh: '电池充电 (kWh)',
    discharge_kwh: '电池放电 (kWh)',
    import_kwh: '电网取电 (kWh)',
    export_kwh: '上网电量 (kWh)',
    load_kwh: '负载用电 (kWh)',
    gap: '含数据缺口',
  },
};

/** Titles of the columns of csv and xlsx. */
export function titlesOf({ content, data_points, format, language, time_zone }: ScheduleRow): string[] {
  const { time, devid } = fixedLabels[language];
  const dictionary = dictionaryOf(HE_BAT.id);
  const values =
    content === 'energy' || !dictionary
      ? Object.values(energies[language])
      : pointsOf(data_points).map((id) => columnLabel(dictionary, id * 65536, language));
  // A time as text contains its offset; a sheet's date does not.
  return [format === 'xlsx' ? `${time} (${time_zone})` : time, devid, ...values];
}
