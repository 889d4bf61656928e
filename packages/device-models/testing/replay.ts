import { type DeriveState, derive } from '../derive.ts';
import { compileMapping, emptyState, readingName } from '../mapping.ts';
import type { DeviceModel } from '../model.ts';

/** The values of each message as a frame of its own, a minute apart, with what the model derives. */
export function replay(
  model: DeviceModel,
  messages: readonly { topic: string; payload: string }[],
  state: DeriveState,
): Record<string, number>[] {
  const read = compileMapping(model);
  let known = state;
  return messages.map((message, n) => {
    const received_ms = Date.UTC(2026, 2, 1, 11, n);
    const { readings } = read({ ...message, received_ms, zone: 'UTC' }, emptyState);
    const values = Object.fromEntries(readings.map((each) => [readingName(each), each.value]));
    const derived = derive(model.mapping.derive ?? [], known, { time_ms: received_ms, values }, 'UTC');
    known = derived.state;
    return derived.values;
  });
}
