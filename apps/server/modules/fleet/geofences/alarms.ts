import type { FenceChange } from '@voltloop/resources/geofence/fence-state.ts';
import type { Trx } from '../../../platform/db.ts';
import { clearEvents, type EventKind, type EventNews, FENCE_SOURCE, raiseEvents } from '../events/index.ts';
import type { Fence } from './fences.ts';
import { type AlarmRow, writeAlarms } from './store.ts';

type Change = FenceChange['change'];

const codes: Readonly<Record<Change, string>> = {
  enter: 'FENCE_ENTER',
  leave: 'FENCE_LEAVE',
  dwell: 'FENCE_DWELL',
};
export const codeOf = (fence: Pick<Fence, 'no'>, change: Change): string => `${codes[change]}@${fence.no}`;

/** Names of an alarm of a fence; `who` is a plate or the name of a device. */
export function kindOf(fence: Fence, change: Change, who: string): EventKind {
  const isMoreSevere =
    (fence.kind === 'deny' && change !== 'leave') || (fence.kind === 'allow' && change === 'leave');
  const names = {
    enter: { en: 'Entered geofence', zh: '驶入围栏' },
    leave: { en: 'Left geofence', zh: '驶出围栏' },
    dwell: {
      en: `In geofence for more than ${fence.dwell_min} min`,
      zh: `围栏内停留超过 ${fence.dwell_min} 分钟`,
    },
  }[change];
  return {
    code: codeOf(fence, change),
    source: FENCE_SOURCE,
    level: isMoreSevere ? 2 : 1,
    name_en: `${names.en}: ${fence.name} (${who})`,
    name_zh: `${names.zh}：${fence.name}（${who}）`,
  };
}

/** An alarm to raise or end; several of the same thing and code are processed in order. */
export type AlarmStep =
  | { what: 'clear'; thingId: string; code: string; time_ms: number }
  | { what: 'raise'; thingId: string; kind: EventKind; alarm: Omit<AlarmRow, 'eventId'> };

const keyOf = (step: AlarmStep) => `${step.thingId} ${step.what === 'raise' ? step.kind.code : step.code}`;

/** Raises and ends alarms: in one statement each, and in as many rounds as steps touch the same event. */
export async function writeSteps(trx: Trx, steps: readonly AlarmStep[]): Promise<EventNews[]> {
  const changed: EventNews[] = [];
  let left = [...steps];
  while (left.length > 0) {
    const touched = new Set<string>();
    const later: AlarmStep[] = [];
    const round = left.filter((step) => {
      const isFirst = !touched.has(keyOf(step));
      touched.add(keyOf(step));
      if (!isFirst) later.push(step);
      return isFirst;
    });
    const clears = round.filter((step) => step.what === 'clear');
    const raises = round.filter((step) => step.what === 'raise');
    changed.push(
      ...(await clearEvents(
        trx,
        clears.map(({ thingId, code, time_ms }) => ({
          thingId,
          kind: { code, source: FENCE_SOURCE },
          end_ms: time_ms,
        })),
      )),
    );
    const raised = await raiseEvents(
      trx,
      raises.map(({ thingId, kind, alarm }) => ({ thingId, kind, begin_ms: alarm.time_ms })),
    );
    const alarms = new Map(raises.map((step) => [keyOf(step), step.alarm]));
    await writeAlarms(
      trx,
      raised.flatMap(({ id, thing_id, code }) => {
        const alarm = alarms.get(`${thing_id} ${code}`);
        return alarm ? [{ ...alarm, eventId: id }] : [];
      }),
    );
    changed.push(...raised);
    left = later;
  }
  return changed;
}
