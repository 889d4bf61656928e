import {
  CyclerFileError,
  derive,
  detect,
  downsample,
  type Mapping,
  periodsOf,
  RowReader,
} from '@voltloop/domain/cycler/index.ts';
import { describe, expect, it } from 'vitest';
import { cyclerFile, cyclerMakers, runProgram } from './index.ts';

const cell = { capacity_Ah: 232.4, dcir_mOhm: 0.45, seed: 3 };
const code = '04QCB76836300JBC40000903';

/** Cells of this test contain no quotes: a comma ends each. */
function read(text: string, mapping: Mapping | null = null, maxRows = 1_000_000) {
  const reader = new RowReader(mapping, maxRows);
  for (const line of text.split('\n')) if (line !== '') reader.row(line.split(','));
  return reader.end();
}
const failing = (text: string, mapping: Mapping | null = null, maxRows?: number) => {
  try {
    read(text, mapping, maxRows);
  } catch (error) {
    if (error instanceof CyclerFileError) return [error.key, error.values.value ?? ''];
    throw error;
  }
  return null;
};

describe('a capacity test of a simulated cell', () => {
  it.each(cyclerMakers)('of %s is read with the capacity and resistance of the cell', (maker) => {
    const found = read(cyclerFile(maker, { ...cell, code, rows: 20_000 }));
    expect(found.maker).toBe(maker);
    const derived = derive(found.curve);
    // What the cycler counted down to the lower voltage; the simulator reports it too.
    const counted = Math.max(
      ...[...runProgram(cell, 20_000)].filter(({ step }) => step === 9).map(({ capacity_Ah }) => capacity_Ah),
    );
    expect(derived.capacity_Ah).toBeGreaterThan(cell.capacity_Ah * 0.9);
    expect(Math.abs((derived.capacity_Ah as number) / counted - 1)).toBeLessThan(0.001);
    expect(derived.energy_Wh).toBeGreaterThan((derived.capacity_Ah as number) * 3);
    // Ohmic resistance, and polarisation within 10 s.
    expect(derived.dcir_mOhm).toBeGreaterThan(0.4);
    expect(derived.dcir_mOhm).toBeLessThan(0.6);
    expect(derived.ocv_V).toBeGreaterThan(2);
    expect(derived.ocv_V).toBeLessThan(3.3);
    expect(derived.used.map(({ figure }) => figure)).toEqual(['capacity', 'resistance', 'ocv']);
    for (const { from_s, to_s } of derived.used) expect(from_s).toBeLessThanOrEqual(to_s);
    expect(derived.periods.map(({ kind }) => kind)).toEqual([
      'rest',
      'discharge',
      'rest',
      'charge',
      'rest',
      'charge',
      'rest',
      'discharge',
      'rest',
    ]);
  });

  it('has the same result from each maker', () => {
    const found = cyclerMakers.map(
      (maker) => derive(read(cyclerFile(maker, { ...cell, code, rows: 5000 })).curve).capacity_Ah as number,
    );
    for (const capacity of found) expect(capacity / (found[0] as number)).toBeCloseTo(1, 3);
  });
});

describe('headings', () => {
  it.each([
    [
      'neware',
      '数据序号,循环号,工步号,工步类型,时间,总时间,电流(A),电压(V),容量(Ah),充电容量(Ah),绝对时间',
      '总时间',
      '电流(A)',
    ],
    [
      'neware',
      'DataPoint,Cycle Index,Step Index,Step Type,Time,Total Time,Current(mA),Voltage(V),Capacity(mAh),Date',
      'Total Time',
      'Current(mA)',
    ],
    [
      'arbin',
      'Data_Point,Test_Time(s),Date_Time,Step_Time(s),Step_Index,Cycle_Index,Current(A),Voltage(V)',
      'Test_Time(s)',
      'Current(A)',
    ],
    [
      'arbin',
      'Data Point,Date Time,Test Time (s),Step Index,Current (A),Voltage (V),Charge Capacity (Ah)',
      'Test Time (s)',
      'Current (A)',
    ],
    [
      'maccor',
      'Rec#,Cyc#,Step,Test Time (sec),Step Time (sec),Capacity (AHr),Current (A),Voltage (V),MD',
      'Test Time (sec)',
      'Current (A)',
    ],
  ])('of %s: %s', (maker, heads, time, current) =>
    expect(detect(heads.split(','))).toMatchObject({ maker, mapping: { time, current } }),
  );

  it('of an unknown maker are reported; with a mapping they are read', () => {
    const text = 'T,I,U\n0,1,3\n1,1,3.1\n2,1,3.2\n';
    expect(failing(text)).toEqual(['noHeads', '']);
    const mapping = { time: 'T', current: 'I', voltage: 'U' };
    expect(read(text, mapping)).toMatchObject({ maker: 'custom', curve: { time_s: { length: 3 } } });
    expect(failing(text, { time: 'T', current: 'I' })).toEqual(['noColumn', 'voltage']);
  });
});

describe('rows', () => {
  const heads = 'Data_Point,Test_Time(s),Step_Index,Current(mA),Voltage(mV)';

  it('have their units in the headings', () => {
    const { curve } = read(`${heads}\n1,0,1,1500,3300\n2,1,1,1500,3301`);
    expect([curve.current_A[0], curve.voltage_V[1]]).toEqual([1.5, 3.301]);
  });

  it.each<[string, string, [string, string]]>([
    ['no rows below the headings', `${heads}\n`, ['noRows', '']],
    ['invalid numbers', `${heads}\n1,0,1,1,3\n2,x,1,1,3\n3,2,1,1,3`, ['badRows', '1']],
    ['time that runs backwards', `${heads}\n1,5,1,1,3\n2,4,1,1,3`, ['timeBackwards', '3']],
    ['no headings', 'a,b\n'.repeat(220), ['noHeads', '']],
  ])('%s', (_name, text, expected) => expect(failing(text)).toEqual(expected));

  it('are accepted up to a limit', () =>
    expect(failing(`${heads}\n1,0,1,1,3\n2,1,1,1,3\n3,2,1,1,3`, null, 2)).toEqual(['tooManyRows', '2']));
});

describe('periods', () => {
  it('integrate charge by trapezoids, and recognise a rest despite a small offset', () => {
    const curve = read(
      'Data_Point,Test_Time(s),Step_Index,Current(A),Voltage(V)\n1,0,1,0.001,3.3\n2,60,1,0.002,3.3\n3,61,2,-100,3.2\n4,3661,2,-100,3.0',
    ).curve;
    const [rest, discharge] = periodsOf(curve);
    expect(rest).toMatchObject({ kind: 'rest', from_s: 0, to_s: 60 });
    expect(discharge?.kind).toBe('discharge');
    // An hour at 100 A, and one second before it.
    expect(discharge?.charge_Ah).toBeCloseTo(-100 - 100 / 3600, 6);
    const { dcir_mOhm } = derive(curve);
    expect(dcir_mOhm).toBeCloseTo(1, 6);
  });

  it('determine self-discharge from a rest of days', () => {
    const rows = Array.from(
      { length: 73 },
      (_, h) => `${h + 1},${h * 3600},1,0,${(3.3 - h * 0.0001).toFixed(5)}`,
    );
    const found = derive(
      read(`Data_Point,Test_Time(s),Step_Index,Current(A),Voltage(V)\n${rows.join('\n')}`).curve,
    );
    expect(found.selfDischarge).toMatchObject({ rest_h: 71, first_V: 3.2999, later_V: 3.2928 });
  });
});

describe('drawing', () => {
  it('keeps ends and pulses with far fewer points', () => {
    const { curve } = read(cyclerFile('arbin', { ...cell, code, rows: 20_000 }));
    const drawn = downsample(curve, 2000);
    expect(drawn.time_s.length).toBeLessThanOrEqual(2010);
    expect(drawn.time_s.length).toBeGreaterThan(500);
    expect([Math.max(...drawn.voltage_V), Math.min(...drawn.voltage_V)]).toEqual([
      Number(Math.max(...curve.voltage_V).toFixed(4)),
      Number(Math.min(...curve.voltage_V).toFixed(4)),
    ]);
    expect(drawn.time_s.every((time, n) => n === 0 || time >= (drawn.time_s[n - 1] as number))).toBe(true);
    expect(downsample({ ...curve, time_s: new Float64Array() }, 100).time_s).toEqual([]);
  });
});
