/** Pure: applies live events to fetched data. */
import type { LiveEvents, Page, Thing } from '@voltloop/contract';
import type { SeriesRow } from '../telemetry/index.ts';

type StateOfThing = LiveEvents['state']['things'][number];

const isWorkState = (text: string | null): text is 'idle' | 'charging' | 'discharging' =>
  text === 'idle' || text === 'charging' || text === 'discharging';

/** A thing after a state event; an event older than the data is ignored. */
export function patchThing(thing: Thing, state: StateOfThing): Thing {
  const known = thing.status_data.last_time;
  const older = known !== null && state.last_time !== null && state.last_time < known;
  if (older) return thing;
  return {
    ...thing,
    status: state.status,
    problem: state.problem,
    active_events: state.active_events,
    status_data: {
      ...thing.status_data,
      last_time: state.last_time ?? known,
      soc: state.soc ?? thing.status_data.soc,
      left_wh: state.left_wh ?? thing.status_data.left_wh,
      rated_wh: state.rated_wh ?? thing.status_data.rated_wh,
      work_state: isWorkState(state.work_state) ? state.work_state : thing.status_data.work_state,
      bat_power_w: state.bat_power_w,
      grid_power_w: state.grid_power_w,
      pv_power_w: state.pv_power_w,
      load_power_w: state.load_power_w,
    },
  };
}

export function statesByDevid(states: LiveEvents['state']): Map<string, StateOfThing> {
  return new Map(states.things.map((state) => [state.devid, state]));
}

/**
 * A loaded page of a list with a batch of states written into its rows. Rows keep their position although the sort
 * column may have changed: a table that jumps under the pointer cannot be used. Without a changed row it is the
 * same object, so that nothing rerenders.
 */
export function patchPage(page: Page<Thing>, states: ReadonlyMap<string, StateOfThing>): Page<Thing> {
  let changed = false;
  const list = page.list.map((thing) => {
    const state = states.get(thing.devid);
    const patched = state ? patchThing(thing, state) : thing;
    changed ||= patched !== thing;
    return patched;
  });
  return changed ? { ...page, list } : page;
}

export interface LastData {
  devid: string;
  time: number | null;
  fields: Record<string, { value: number; time: number }>;
}

/** The newest values merged with a frame; newer values are kept. */
export function patchLastData(last: LastData, frame: LiveEvents['frame']): LastData {
  if (frame.devid !== last.devid) return last;
  const fields = { ...last.fields };
  let changed = false;
  for (const [key, value] of Object.entries(frame.fields)) {
    const known = fields[key];
    if (known && known.time > frame.time) continue;
    fields[key] = { value, time: frame.time };
    changed = true;
  }
  return changed ? { ...last, time: Math.max(last.time ?? 0, frame.time), fields } : last;
}

/**
 * A raw day series with a frame appended if the frame lies in `[begin_ms, end_ms)` and contains one of the points.
 * Duplicate or late frames change the row of their time instead of adding one out of order.
 */
export function appendFrame(
  rows: SeriesRow[],
  frame: LiveEvents['frame'],
  points: readonly string[],
  range: { begin_ms: number; end_ms: number },
): SeriesRow[] {
  if (frame.time < range.begin_ms || frame.time >= range.end_ms) return rows;
  const cells: Record<string, Record<string, number>> = {};
  for (const point of points) {
    const value = frame.fields[point];
    if (value !== undefined) cells[point] = { avg: value };
  }
  if (Object.keys(cells).length === 0) return rows;
  const at = rows.findLastIndex((row) => row.key <= frame.time);
  const present = rows[at];
  if (present && present.key === frame.time) return rows.with(at, { ...present, ...cells } as SeriesRow);
  return rows.toSpliced(at + 1, 0, { key: frame.time, ...cells } as SeriesRow);
}
