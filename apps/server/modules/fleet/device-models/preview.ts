import type { BodyOf, previewDeviceModel, ReplyOf } from '@voltloop/contract';
import { compileMapping, derive, noDeriveState, unitOf } from '@voltloop/device-models';

/** What a document makes of messages, in their order, as if they came from one device. */
export function preview(
  { document, messages }: BodyOf<typeof previewDeviceModel>,
  now_ms: number,
): ReplyOf<typeof previewDeviceModel> {
  const mapping = compileMapping(document);
  const state = noDeriveState();
  return messages.map(({ topic, payload }, i) => {
    const read = mapping.read(topic, payload, 'UTC');
    if (!read) return { readings: [], refusals: [{ reason: 'no_topic', about: topic }] };
    const derived = derive(document, state, read.values, now_ms + i);
    return {
      readings: [...read.values, ...derived].map(({ to, pack, cell, value }) => ({
        key: pack === 0 ? to : cell === 0 ? `${to}@${pack}` : `${to}@${pack}.${cell}`,
        value,
        unit: unitOf(document, to) ?? '',
      })),
      refusals: read.refusals.map(({ reason, at }) => ({ reason, about: at })),
    };
  });
}
