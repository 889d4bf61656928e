import type { PeriodEnergy } from '@voltloop/contract';
import { addSlot, emptyStretch, Sum, type ThingStretch } from './energy-sum.ts';
import { type Member, readMemberCuts } from './members.ts';
import { type Period, type Stretch, stretchesOf } from './periods.ts';
import type { CounterStore } from './read-counters.ts';

const intervalOf = { quarter: '15m', hour: '1h', day: '1d', month: '1M' } as const;

/** A period of several things together by the calendar of one zone; compared as a whole, even if the things changed. */
export interface MemberPeriod {
  zone: string;
  period: Period;
  now_ms: number;
  day?: string | undefined;
}

/** Energy of a period over its members at the time, with the previous period and the one a year before. */
export async function readMemberPeriod(
  store: CounterStore,
  members: readonly Member[],
  { zone, period, now_ms, day }: MemberPeriod,
): Promise<PeriodEnergy> {
  const stretches = stretchesOf(zone, period, now_ms, day);
  const [current, previous, yearAgo] = await Promise.all(
    [stretches.current, stretches.previous, stretches.yearAgo].map((stretch) =>
      stretch ? readStretch(store, members, stretch, zone) : undefined,
    ),
  );
  const sum = new Sum(stretches);
  sum.add(stretches, current, previous, yearAgo);
  return {
    period,
    from: stretches.from,
    complete: stretches.complete,
    ...sum.answer(),
    as_of: now_ms,
  };
}

async function readStretch(
  store: CounterStore,
  members: readonly Member[],
  stretch: Stretch,
  zone: string,
): Promise<ThingStretch> {
  const whole = emptyStretch();
  for (const { by, cuts, slots } of stretch.pieces) {
    const read = await readMemberCuts(store, members, { cuts, interval: intervalOf[by], zone });
    read.forEach((each, i) => {
      const at = slots[i];
      if (at && each.measured) addSlot(whole, at, each);
    });
  }
  return whole;
}
