import { two } from '@voltloop/domain/clock/clock-time.ts';
import { type Cell, type Row, runProgram } from './run-program.ts';

export const cyclerMakers = ['neware', 'arbin', 'maccor'] as const;
export type CyclerMaker = (typeof cyclerMakers)[number];

interface Writer {
  lead: (code: string) => string[];
  head: string;
  row: (row: Row, n: number) => string;
}

const clock = (time_s: number) =>
  `${two(time_s / 3600)}:${two((time_s / 60) % 60)}:${(time_s % 60).toFixed(3).padStart(6, '0')}`;
const stepNames = { rest: '搁置', charge: '恒流充电', discharge: '恒流放电' } as const;
const stateNames = { rest: 'R', charge: 'C', discharge: 'D' } as const;

const writers: Readonly<Record<CyclerMaker, Writer>> = {
  neware: {
    lead: () => [],
    head: '数据序号,循环号,工步号,工步类型,总时间,电流(A),电压(V),容量(Ah),temp1_1',
    row: (row, n) =>
      `${n},1,${row.step},${stepNames[row.kind]},${clock(row.time_s)},${row.current_A.toFixed(4)},${row.voltage_V.toFixed(4)},${row.capacity_Ah.toFixed(4)},${row.temperature_C.toFixed(1)}`,
  },
  arbin: {
    lead: () => [],
    head: 'Data_Point,Test_Time(s),Step_Index,Cycle_Index,Current(A),Voltage(V),Charge_Capacity(Ah),Discharge_Capacity(Ah)',
    row: (row, n) =>
      `${n},${row.time_s.toFixed(4)},${row.step},1,${row.current_A.toFixed(6)},${row.voltage_V.toFixed(6)},${(row.kind === 'charge' ? row.capacity_Ah : 0).toFixed(6)},${(row.kind === 'discharge' ? row.capacity_Ah : 0).toFixed(6)}`,
  },
  maccor: {
    // Maccor writes currents unsigned, with a letter for the direction.
    lead: (code) => [`Today's Date,11/23/2026,Filename,${code}`],
    head: 'Rec#,Cyc#,Step,Test Time (sec),Capacity (Ah),Current (A),Voltage (V),MD,Temp 1 (C)',
    row: (row, n) =>
      `${n},1,${row.step},${row.time_s.toFixed(2)},${row.capacity_Ah.toFixed(5)},${Math.abs(row.current_A).toFixed(5)},${row.voltage_V.toFixed(5)},${stateNames[row.kind]},${row.temperature_C.toFixed(1)}`,
  },
};

/** The lines of a capacity test as a cycler of this maker exports it. */
export function* cyclerLines(
  maker: CyclerMaker,
  { code, rows, ...cell }: Cell & { code: string; rows: number },
): Generator<string> {
  const { lead, head, row } = writers[maker];
  yield* lead(code);
  yield head;
  let n = 0;
  for (const each of runProgram(cell, rows)) yield row(each, ++n);
}

/** The same as a file. */
export const cyclerFile = (...given: Parameters<typeof cyclerLines>): string =>
  `${[...cyclerLines(...given)].join('\n')}\n`;
