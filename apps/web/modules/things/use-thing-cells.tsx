import type { Thing } from '@voltloop/contract/calls/things.ts';
import { thingStateWords } from '@voltloop/contract/lists/thing-columns.ts';
import { useMemo } from 'react';
import { languageOf } from '../../context/language-of.ts';
import { useFormat } from '../../ui/index.ts';
import { batteryDirection, gridDirection } from './power.ts';
import { PowerCell } from './power-cell.tsx';
import { SocBar } from './soc-bar.tsx';
import { ThingName } from './thing-name.tsx';
import { ThingProblem } from './thing-problem.tsx';
import { StateBadge, stateOf } from './thing-state.tsx';

/** The cells that lists of devices share. */
export function useThingCells() {
  const language = languageOf(useFormat().language);
  return useMemo(
    () => ({
      devname: (thing: Thing) => <ThingName thing={thing} />,
      status: ({ status }: Thing) => (
        <StateBadge
          status={status}
          word={thingStateWords[stateOf(status).status][language]}
          variant="plain"
        />
      ),
      problem: (thing: Thing) => <ThingProblem thing={thing} />,
      soc: (thing: Thing) => <SocBar soc_pct={thing.status_data.soc} />,
      battery: ({ status_data: s }: Thing) => (
        <PowerCell power_w={s.bat_power_w} direction={batteryDirection(s.bat_power_w)} />
      ),
      grid: ({ status_data: s }: Thing) => (
        <PowerCell power_w={s.grid_power_w} direction={gridDirection(s.grid_power_w)} />
      ),
    }),
    [language],
  );
}
