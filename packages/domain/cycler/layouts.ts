/**
 * Column layouts of cycler files. Headings of Neware as in its exports (Chinese and English, 280 Ah data sets), of
 * Arbin as in the CS2 files of CALCE, of Maccor as named by the reader of PyProBE; units are in the headings, or the
 * maker's defaults.
 */

/** The quantities read from a row. */
export const quantities = ['time', 'current', 'voltage', 'capacity', 'step', 'state', 'temperature'] as const;
export type Quantity = (typeof quantities)[number];
export const requiredQuantities = ['time', 'current', 'voltage'] as const satisfies Quantity[];

export const makers = ['neware', 'arbin', 'maccor', 'custom'] as const;
export type Maker = (typeof makers)[number];

/** The column heading of each quantity, as in the file. */
export type Mapping = Partial<Record<Quantity, string>>;

interface Layout {
  maker: Maker;
  /** Headings by quantity in lower case without unit; the first match counts. */
  heads: Readonly<Partial<Record<Quantity, readonly string[]>>>;
  /** Occurs only in files of this maker. */
  sign: readonly string[];
}

const layouts: readonly Layout[] = [
  {
    maker: 'neware',
    sign: ['工步号', '总时间', 'total time', 'record id', 'dpt', '数据序号'],
    heads: {
      time: ['总时间', 'total time', 'test_time', 'test time'],
      current: ['电流', 'current', 'cur'],
      voltage: ['电压', 'voltage', 'volt'],
      capacity: ['容量', 'capacity'],
      step: ['工步号', 'step index', 'step id', 'step'],
      state: ['工步类型', 'step type', 'status'],
      temperature: ['temp1_1', 't1', '温度', 'aux. temp.'],
    },
  },
  {
    maker: 'arbin',
    sign: ['data_point', 'step_index', 'test_time', 'step index', 'data point'],
    heads: {
      time: ['test_time', 'test time'],
      current: ['current'],
      voltage: ['voltage'],
      capacity: ['discharge_capacity', 'discharge capacity'],
      step: ['step_index', 'step index'],
      temperature: ['aux_temperature_1', 'temperature'],
    },
  },
  {
    maker: 'maccor',
    sign: ['rec#', 'dpt time', 'dpt', 'cyc#', 'state', 'md'],
    heads: {
      time: ['test time', 'testtime'],
      current: ['current', 'amps'],
      voltage: ['voltage', 'volts'],
      capacity: ['capacity', 'amp-hr'],
      step: ['step'],
      state: ['state', 'md'],
      temperature: ['temp 1', 'temperature'],
    },
  },
];

/** A heading without its unit: `Current(A)`, `Voltage/V`, `Test Time (sec)`. */
export const bareHead = (head: string): string =>
  head
    .replace(/[（([].*$/, '')
    .replace(/\/(s|sec|v|a|ma|mv|ah|mah)$/i, '')
    .trim()
    .toLowerCase();

/** The unit in a heading, in lower case; '' if it has none. */
export function unitOf(head: string): string {
  const [, inner, after] = /[（([]([^)）\]]*)[)）\]]?\s*$|\/(s|sec|v|a|ma|mv|ah|mah)$/i.exec(head) ?? [];
  return (inner ?? after ?? '').trim().toLowerCase();
}

/** The maker and columns of a file, recognised by its headings; null if they are unknown. */
export function detect(heads: readonly string[]): { maker: Maker; mapping: Mapping } | null {
  const bare = heads.map(bareHead);
  const found = layouts
    .map((layout) => ({ layout, signs: layout.sign.filter((sign) => bare.includes(sign)).length }))
    .filter(({ signs }) => signs > 0)
    .sort((a, b) => b.signs - a.signs);
  for (const { layout } of found) {
    const mapping: Mapping = {};
    for (const quantity of quantities) {
      const place = (layout.heads[quantity] ?? [])
        .map((name) => bare.indexOf(name))
        .find((index) => index >= 0);
      if (place !== undefined) mapping[quantity] = heads[place];
    }
    if (requiredQuantities.every((quantity) => mapping[quantity] !== undefined))
      return { maker: layout.maker, mapping };
  }
  return null;
}
