import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { emptyDerived } from './derive.ts';
import { compileMapping, emptyState } from './mapping.ts';
import { type DeviceModel, parseModel } from './model.ts';
import { sampleDifferences } from './samples.ts';
import { replay } from './testing/replay.ts';

const folder = new URL('catalogue/', import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith('.json'));

function modelOf(file: string): DeviceModel {
  const parsed = parseModel(readFileSync(new URL(file, folder), 'utf8'));
  if ('problems' in parsed) throw new Error(`${file}: ${JSON.stringify(parsed.problems)}`);
  return parsed.model;
}

describe('the catalogue', () => {
  it('has 21 sources', () => expect(files.length).toBe(21));

  it.each(files)('%s reads exactly what its samples expect', (file) => {
    const model = modelOf(file);
    expect(`${model.id}.json`).toBe(file);
    expect(sampleDifferences(model)).toEqual([]);
    // The maker of the only source without a mapping sends binary.
    expect(model.samples.length > 0).toBe(file !== 'anker-solix.json');
  });
});

describe('traps of known sources', () => {
  const one = (file: string, topic: string, payload: string, zone: string | null = null) =>
    compileMapping(modelOf(file))(
      { topic, payload, received_ms: Date.UTC(2026, 2, 1, 11), zone },
      emptyState,
    );

  it('OpenDTU has kWh in total, and a total that falls when an inverter sleeps stays', () => {
    const model = modelOf('opendtu.json');
    const total = (kwh: string) => ({ topic: 'solar/ac/yieldtotal', payload: kwh });
    const frames = replay(model, [total('2515.606'), total('1200.1'), total('2515.7')], emptyDerived);
    expect(frames.map((frame) => frame.E_E_PV)).toEqual([2_515_606, 2_515_606, 2_515_700]);
  });

  it('OpenDTU does not take the Wh of the day for the total', () => {
    expect(one('opendtu.json', 'solar/ac/yieldday', '3120').readings).toEqual([]);
  });

  it('the total of Grott falls by 0.1 and back without counting', () => {
    const at = (epvtotal: number) => ({
      topic: 'energy/growatt',
      payload: JSON.stringify({ device: 'A', time: '2026-03-01T12:00:05', values: { epvtotal } }),
    });
    const frames = replay(modelOf('growatt-grott.json'), [at(54_012), at(54_011), at(54_012)], emptyDerived);
    expect(frames.map((frame) => frame.E_E_PV)).toEqual([5_401_200, 5_401_200, 5_401_200]);
  });

  it.each([
    [
      'growatt-grott.json',
      'energy/growatt',
      { device: 'A', time: '2026-03-01T12:00:05', values: { SOC: 1 } },
    ],
    ['sonnen-v2.json', 'http:get /api/v2/status', { Timestamp: '2026-03-01 12:00:05', USOC: 1 }],
    ['sma-sbfspot.json', 'sbfspot_1', { Timestamp: '01/03/2026 12:00:05', InvSerial: 1, BatChaStt: 1 }],
  ])('%s has local time, which needs the zone of the device', (file, topic, payload) => {
    const text = JSON.stringify(payload);
    expect(one(file, topic, text, 'Europe/Berlin').time_ms).toBe(Date.UTC(2026, 2, 1, 11, 0, 5));
    expect(one(file, topic, text, null)).toMatchObject({ readings: [], problems: [{ reason: 'no_zone' }] });
  });

  it('Grott marks what its stick sent later as back-fill', () => {
    const text = JSON.stringify({
      device: 'A',
      time: '2026-03-01T10:00:00',
      buffered: 'yes',
      values: { SOC: 1 },
    });
    expect(one('growatt-grott.json', 'energy/growatt', text, 'UTC').backfill).toBe(true);
  });

  it('the grid of Solar Assistant is its meter, not the port of the inverter', () => {
    const of = (name: string) =>
      one('solar-assistant.json', `solar_assistant/inverter_1/${name}/state`, '-120').readings;
    expect(of('grid_power_ct')).toEqual([{ key: 'E_GRID_P', pack: 0, cell: 0, value: -120 }]);
    expect(of('grid_power')).toEqual([]);
  });

  it('FoxESS reports export as positive, and a KH needs the opposite sign', () => {
    const model = modelOf('foxess-modbus.json');
    const grid = () =>
      compileMapping(model)(
        { topic: 'gw/foxess/X/registers', payload: '{"grid_ct":0.42}', received_ms: 0, zone: null },
        emptyState,
      ).readings[0]?.value;
    expect(grid()).toBe(-420);
    const field = model.mapping.messages[0]?.fields.find((each) => each.path === '/grid_ct');
    if (field) field.scale = 1000;
    expect(grid()).toBe(420);
  });
});
