import { compileMapping, emptyState, readingName } from './mapping.ts';
import type { DeviceModel } from './model.ts';

/** A sample of which the mapping reads something else than it expects. */
export interface SampleDifference {
  sample: number;
  /** A key as {@link readingName} writes it, or a property of the message. */
  name: string;
  expected: unknown;
  read: unknown;
}

/** When samples are received, without a device of a zone: times in them that are local are in UTC. */
const RECEIVED_MS = Date.UTC(2026, 2, 1, 12);

/** Evaluates the samples of a model by its mapping. A model with a difference must not be activated. */
export function sampleDifferences(model: DeviceModel): SampleDifference[] {
  const read = compileMapping(model);
  return model.samples.flatMap((sample, n) => {
    const { topic, payload } = sample;
    const text = typeof payload === 'string' ? payload : JSON.stringify(payload);
    const mapped = read({ topic, payload: text, received_ms: RECEIVED_MS, zone: 'UTC' }, emptyState);
    const expected = new Map<string, unknown>();
    for (const [name, value] of Object.entries(sample.expect ?? {})) {
      if (!Array.isArray(value)) expected.set(name, value);
      else for (const [i, cell] of value.entries()) if (cell !== null) expected.set(`${name}.${i + 1}`, cell);
    }
    const found = new Map<string, unknown>(mapped.readings.map((each) => [readingName(each), each.value]));
    for (const { place, reason } of mapped.problems) found.set(place, reason);
    const properties = { device: mapped.device, time: new Date(mapped.time_ms).toISOString(), ...mapped };
    for (const name of ['device', 'backfill', 'online', 'time'] as const) {
      if (sample[name] === undefined) continue;
      expected.set(name, name === 'time' ? new Date(sample[name] as string).toISOString() : sample[name]);
      found.set(name, properties[name]);
    }
    for (const [key, value] of Object.entries(sample.attributes ?? {}))
      expected.set(`attributes.${key}`, value);
    for (const [key, value] of Object.entries(mapped.attributes)) found.set(`attributes.${key}`, value);
    return [...new Set([...expected.keys(), ...found.keys()])].flatMap((name) => {
      const difference = { sample: n, name, expected: expected.get(name), read: found.get(name) };
      return Object.is(difference.expected, difference.read) ? [] : [difference];
    });
  });
}
