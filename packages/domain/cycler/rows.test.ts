import { describe, expect, it } from 'vitest';
import { CyclerFileError, derive, type Mapping, RowReader } from './index.ts';

/** A rest, a charge and a discharge of 2 A for an hour each, at 3.2 V, in steps of a minute. */
const HOUR_MIN = 60;
interface Point {
  min: number;
  state: 'rest' | 'charge' | 'discharge';
  amps: number;
  volts: number;
  ah: number;
}
function* points(): Generator<Point> {
  for (const [n, state] of (['rest', 'charge', 'discharge'] as const).entries())
    for (let m = n === 0 ? 0 : 1; m <= HOUR_MIN; m++)
      yield {
        min: n * HOUR_MIN + m,
        state,
        amps: { rest: 0, charge: 2, discharge: -2 }[state],
        volts: { rest: 3.3, charge: 3.4, discharge: 3.2 }[state],
        ah: state === 'rest' ? 0 : (m / 60) * 2,
      };
}
const pad = (n: number) => String(n).padStart(2, '0');
const clock = (min: number) => `${pad(Math.floor(min / 60))}:${pad(min % 60)}:00`;
const comma = (value: number) => String(value).replace('.', ',');

interface File {
  lead?: string[];
  heads: string;
  row: (point: Point, n: number) => string;
  separator?: string;
  mapping?: Mapping;
}
function read({ lead = [], heads, row, separator = '\t', mapping }: File) {
  const reader = new RowReader(mapping ?? null, 100_000);
  for (const line of [...lead, heads, ...[...points()].map(row)]) reader.row(line.split(separator));
  return reader.end();
}
const failure = (file: File) => {
  try {
    read(file);
  } catch (e) {
    if (e instanceof CyclerFileError) return { key: e.key, ...e.values };
    throw e;
  }
  return null;
};
const unsigned = ({ amps }: Point) => Math.abs(amps);

const files: Record<string, File> = {
  'Neware, total time as “Cumulative Time”': {
    separator: ',',
    heads: 'DataPoint,Step Index,Step Type,Time,Cumulative Time,Current(A),Voltage(V),Capacity(Ah),Date',
    row: (p, n) =>
      [
        n + 1,
        1,
        p.state,
        '00:00:00',
        clock(p.min),
        p.amps,
        p.volts,
        p.ah,
        `2026-03-06 ${clock(p.min)}`,
      ].join(),
  },
  'Neware in three levels, records between cycles and steps': {
    separator: ',',
    lead: ['Cycle Index,Chg. Cap.(Ah),DChg. Cap.(Ah)', ',Step Index,Step Number,Step Type,Step Time'],
    heads: ',,DataPoint,Time,Total Time,Current(A),Voltage(V),Capacity(Ah)',
    row: (p, n) =>
      n % 50 === 7
        ? `1,0.02,0.3,1465,0.1,1.3`
        : n % 50 === 8
          ? `,2,2,Rest,00:00:20,0.0,4.3`
          : `,,${n},00:00:00,${clock(p.min)},${p.amps},${p.volts},${p.ah}`,
  },
  'Neware without a total time, by the date of the rows': {
    separator: ',',
    heads: 'Record ID,Step ID,Time(h:min:s.ms),Realtime,Current(mA),Voltage(mV),Capacity(mAh)',
    row: (p, n) =>
      [n, 1, '0:00:00.000', `2026-03-06 ${clock(p.min)}`, p.amps * 1000, p.volts * 1000, p.ah * 1000].join(),
  },
  'Neware in Chinese with an empty total time': {
    separator: ',',
    heads: '数据序号,工步号,工步类型,时间,总时间,电流(A),电压(V),容量(Ah),绝对时间',
    row: (p, n) =>
      [
        n,
        1,
        { rest: '搁置', charge: '恒流充电', discharge: '恒流放电' }[p.state],
        '00:00:00',
        '',
        unsigned(p),
        p.volts,
        p.ah,
        `2026/03/06 ${clock(p.min)}`,
      ].join(),
  },
  'Maccor with minutes that only the dates reveal': {
    lead: ['Procedure\tCAPACITY', 'SCap\t0.017'],
    heads: 'Rec\tStep\tTestTime\tStepTime\tCap. [Ah]\tCurrent [A]\tVoltage [V]\tMd\tDPT Time',
    row: (p, n) =>
      [
        n,
        1,
        p.min.toFixed(6),
        0,
        p.ah,
        unsigned(p),
        p.volts,
        p.state[0]!.toUpperCase(),
        `5/11/2026 ${1 + (Math.floor(p.min / 60) % 12)}:${pad(p.min % 60)}:00 PM`,
      ].join('\t'),
  },
  'Maccor in mA, mAh and mV without a unit of the voltage': {
    heads: 'Rec#\tStep\tTestTime\tmAmp-hr\tmWatt-hr\tmAmps\tVolts\tState\tDPt Time',
    row: (p, n) =>
      [
        n,
        1,
        `  0d ${clock(p.min)}.00`,
        p.ah * 1000,
        p.ah * p.volts * 1000,
        unsigned(p) * 1000,
        p.volts * 1000,
        p.state[0]!.toUpperCase(),
        '',
      ].join('\t'),
  },
  'Maccor of a German computer': {
    heads: 'Rec#\tStep\tTest Time (sec)\tAmp-hr\tAmps\tVolts\tState',
    row: (p, n) =>
      [n, 1, p.min * 60, comma(p.ah), comma(unsigned(p)), comma(p.volts), p.state[0]!.toUpperCase()].join(
        '\t',
      ),
  },
  'BioLogic with a header of a hundred lines': {
    lead: [
      'BT-Lab ASCII FILE',
      'Nb header lines : 103',
      ...Array.from({ length: 100 }, (_, n) => `parameter ${n}\tI`),
    ],
    heads: 'Ns changes\tNs\ttime/s\tEcell/V\tI/mA\t(Q-Qo)/mA.h\tTemperature/\uFFFDC',
    row: (p) =>
      [
        0,
        0,
        (p.min * 60).toExponential(),
        p.volts.toExponential(),
        (p.amps * 1000).toExponential(),
        (p.state === 'discharge' ? -p.ah * 1000 : p.ah * 1000).toExponential(),
        '2.2E+001',
      ].join('\t'),
  },
  'PEC with 46 lines of the test': {
    separator: ',',
    lead: Array.from({ length: 46 }, (_, n) => `Line ${n}:,1`),
    heads:
      'Test,Rack,Shelf,Step,Total Time (Hours in hh:mm:ss.xxx),Real Time,Voltage (V),Current (A),Charge Capacity (mAh),Discharge Capacity (mAh)',
    row: (p) =>
      [
        1,
        'A',
        1,
        1,
        `${clock(p.min)}.000`,
        '',
        p.volts,
        p.amps,
        p.state === 'charge' ? p.ah * 1000 : 0,
        p.state === 'discharge' ? p.ah * 1000 : 0,
      ].join(),
  },
  Landt: {
    separator: ',',
    heads:
      'Record,TestTime/Sec,StepTime/Sec,Current/mA,Capacity/mAh,Voltage/V,SysTime,Cycle-Index,Step-Index,Step-State',
    row: (p, n) =>
      [
        n,
        p.min * 60,
        0,
        p.amps * 1000,
        p.ah * 1000,
        p.volts,
        44252 + p.min / 1440,
        1,
        1,
        { rest: 'R', charge: 'C_CC', discharge: 'D_CC' }[p.state],
      ].join(),
  },
  Basytec: {
    lead: ['~Resultfile from Basytec Battery Test System', '~Name of Test: test'],
    heads: '~Time[s]\tDataSet\tt-Step[s]\tLine\tCommand\tU[V]\tI[A]\tAh[Ah]\tAh-Step\tT1[\uFFFDC]',
    row: (p, n) => [p.min * 60, n, 0, 1, 'Pause', p.volts, p.amps, p.ah, p.ah, 25].join('\t'),
  },
  Novonix: {
    separator: ',',
    lead: ['[Summary]', '[End Summary]'],
    heads:
      'Date and Time,Cycle Number,Step Number,Run Time (h),Current (A),Potential (V),Capacity (Ah),Temperature (°C)',
    row: (p) => ['', 1, 1, p.min / 60, p.amps, p.volts, p.ah, 25].join(),
  },
  'Battery Data Format with positive discharges': {
    separator: ',',
    heads:
      'Test Time / h,Current / A,Voltage / V,Step Type / 1,Cycle Count / 1,Charge Capacity / Ah,Discharge Capacity / Ah',
    row: (p) =>
      [
        p.min / 60,
        -p.amps,
        p.volts,
        p.state,
        1,
        p.state === 'charge' ? p.ah : 0,
        p.state === 'discharge' ? p.ah : 0,
      ].join(),
  },
  'Battery Data Format without states, whose sign the capacities reveal': {
    separator: ',',
    heads:
      'Test Time / s,Current / A,Voltage / V,Cycle Count / 1,Charge Capacity / Ah,Discharge Capacity / Ah',
    row: (p) =>
      [
        p.min * 60,
        -p.amps,
        p.volts,
        1,
        p.state === 'charge' ? p.ah : 0,
        p.state === 'discharge' ? p.ah : 0,
      ].join(),
  },
  'columns, units and sign that a person chose': {
    separator: ';',
    heads: 'T;I;U;Q',
    row: (p) =>
      [comma(p.min / 60), comma(-p.amps * 1000), comma(p.volts * 1000), comma(p.ah * 1000)].join(';'),
    mapping: {
      time: 'T',
      current: 'I',
      voltage: 'U',
      capacity: 'Q',
      units: { time: 'h', current: 'mA', voltage: 'mV', capacity: 'mAh' },
      dischargePositive: true,
    },
  },
};

describe('a file of a cycler', () => {
  it.each(Object.entries(files))('%s: yields its capacity, energy and voltages', (_name, file) => {
    const derived = derive(read(file).curve);
    expect(derived.capacity_Ah).toBeCloseTo(2, 1);
    expect(derived.energy_Wh).toBeCloseTo(6.4, 1);
    expect(derived.ocv_V).toBeCloseTo(3.3, 6);
    expect(derived.periods.map(({ kind }) => kind)).toEqual(['rest', 'charge', 'discharge']);
  });

  it('is refused when its rows do not yield the capacity that it states', () => {
    const seconds: File = {
      separator: ',',
      heads: 'Data_Point,Test_Time,Current,Voltage,Discharge_Capacity',
      row: (p, n) => [n, p.min, p.amps, p.volts, p.state === 'discharge' ? p.ah : 0].join(),
    };
    expect(failure(seconds)).toEqual({ key: 'capacityDiffers', calculated: '0.03333', file: '2' });
  });

  it('reads a comma before three digits as decimal, unless other numbers have a point', () => {
    const file = (volts: string): File => ({
      separator: ';',
      heads: 'Data_Point;Test_Time(s);Current(A);Voltage(V)',
      row: (p, n) => [n, p.min * 60, p.amps, volts].join(';'),
    });
    expect(read(file('3,300')).curve.voltage_V[0]).toBe(3.3);
    const mixed = { ...file(''), row: (p: Point, n: number) => [n, p.min * 60, '1.5', '3,300'].join(';') };
    expect(read(mixed).curve.voltage_V[0]).toBe(3300);
  });

  it('names the first row that has no number, its column and its text', () => {
    const broken: File = {
      separator: ',',
      heads: 'Data_Point,Test_Time(s),Current(A),Voltage(V)',
      row: (p, n) => [n, p.min * 60, p.amps, n > 4 ? 'OVER' : p.volts].join(),
    };
    expect(failure(broken)).toMatchObject({ key: 'badRows', row: '7', column: 'Voltage(V)', sample: 'OVER' });
  });
});

it('interpolates the resistance 10 s after the step', () => {
  const reader = new RowReader(null, 1000);
  reader.row(['Data_Point', 'Test_Time(s)', 'Current(A)', 'Voltage(V)']);
  const rows = [
    [0, 0, 4],
    [5, 0, 4],
    [6, -10, 3.99],
    [11, -10, 3.98],
    [26, -10, 3.95],
    [40, -10, 3.94],
  ];
  for (const [n, row] of rows.entries()) reader.row([n, ...row].map(String));
  // At 16 s: 3.97 V, between the rows at 11 and 26 s.
  expect(derive(reader.end().curve).dcir_mOhm).toBeCloseTo(3, 6);
});
