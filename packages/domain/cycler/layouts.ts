/**
 * Column layouts of cycler files, by the headings of files that their makers' programs export. Units are in the headings,
 * or the maker's defaults.
 */

/** The quantities read from a row. */
export const quantities = ['time', 'current', 'voltage', 'capacity', 'step', 'state', 'temperature'] as const;
export type Quantity = (typeof quantities)[number];
export const requiredQuantities = ['time', 'current', 'voltage'] as const satisfies Quantity[];

export const makers = [
  'neware',
  'arbin',
  'maccor',
  'biologic',
  'pec',
  'landt',
  'basytec',
  'novonix',
  'bdf',
  'custom',
] as const;
export type Maker = (typeof makers)[number];

/** Units that a person can choose for a column without one in its heading. */
export const unitsOf = {
  time: ['s', 'min', 'h', 'ms'],
  current: ['A', 'mA', 'µA'],
  voltage: ['V', 'mV'],
  capacity: ['Ah', 'mAh'],
} as const;
export type UnitQuantity = keyof typeof unitsOf;
export const unitQuantities = Object.keys(unitsOf) as UnitQuantity[];

/** The column heading of each quantity, as in the file, and what headings do not say. */
export interface Mapping extends Partial<Record<Quantity, string>> {
  /** Units of columns; by default those of the headings, else s, A, V and Ah. */
  units?: { readonly [Q in UnitQuantity]?: (typeof unitsOf)[Q][number] | undefined } | undefined;
  /** Whether discharging currents are positive. By default charging ones are, or a column of states decides. */
  dischargePositive?: boolean | undefined;
}

/** Columns that no person chooses: they are evidence for the unit of time and for the capacity. */
export interface Evidence {
  /** Date and time of a row. */
  date?: string;
  /** Capacity that was charged, apart from `Mapping.capacity`. */
  charged?: string;
  /** Energy of the discharge or of the step. */
  energy?: string;
}

interface Layout {
  maker: Exclude<Maker, 'custom'>;
  /** Headings by quantity in lower case without unit; the first match counts. */
  heads: Readonly<Partial<Record<Quantity | keyof Evidence, readonly string[]>>>;
  /** Occurs only in files of this maker. */
  sign: readonly string[];
}

const layouts: readonly Layout[] = [
  {
    maker: 'neware',
    sign: [
      '工步号',
      '总时间',
      'total time',
      'cumulative time',
      'record id',
      '数据序号',
      'datapoint',
      'realtime',
    ],
    heads: {
      time: ['总时间', 'total time', 'cumulative time', 'test_time', 'test time'],
      date: ['绝对时间', 'date', 'realtime', 'real time', 'absolute time', '系统时间'],
      current: ['电流', 'current', 'cur'],
      voltage: ['电压', 'voltage', 'volt'],
      charged: ['充电容量', 'chg. cap.', 'charge capacity'],
      capacity: ['放电容量', 'dchg. cap.', '容量', 'capacity'],
      energy: ['放电能量', 'dchg. energy', '能量', 'energy'],
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
      date: ['date_time', 'date time'],
      current: ['current'],
      voltage: ['voltage'],
      charged: ['charge_capacity', 'charge capacity'],
      capacity: ['discharge_capacity', 'discharge capacity'],
      energy: ['discharge_energy', 'discharge energy'],
      step: ['step_index', 'step index', 'step_id'],
      temperature: ['aux_temperature_1', 'temperature'],
    },
  },
  {
    maker: 'maccor',
    sign: ['rec#', 'rec', 'dpt time', 'dpt', 'cyc#', 'state', 'md'],
    heads: {
      time: ['test time', 'testtime'],
      date: ['dpt time', 'dpt'],
      current: ['current', 'amps'],
      voltage: ['voltage', 'volts'],
      capacity: ['capacity', 'cap.', 'amp-hr'],
      energy: ['energy', 'ener.', 'watt-hr'],
      step: ['step'],
      state: ['state', 'md'],
      temperature: ['temp 1', 'temperature'],
    },
  },
  {
    maker: 'biologic',
    sign: ['ecell', 'ns', '(q-qo)', 'ns changes', 'ewe'],
    heads: {
      time: ['time'],
      current: ['i', '<i>'],
      voltage: ['ecell', 'ewe'],
      capacity: ['(q-qo)', 'q discharge'],
      energy: ['energy discharge'],
      step: ['ns'],
      temperature: ['temperature'],
    },
  },
  {
    maker: 'pec',
    sign: ['load on time', 'position start time', 'rack', 'shelf', 'reasoncode'],
    heads: {
      time: ['total time'],
      date: ['real time'],
      current: ['current'],
      voltage: ['voltage'],
      charged: ['charge capacity'],
      capacity: ['discharge capacity'],
      energy: ['discharge energy'],
      step: ['step'],
      temperature: ['temp', 'station temperature'],
    },
  },
  {
    maker: 'landt',
    sign: ['step-state', 'systime', 'cycle-index', 'spcap', 'specap'],
    heads: {
      time: ['testtime'],
      date: ['systime'],
      current: ['current'],
      voltage: ['voltage'],
      capacity: ['capacity'],
      energy: ['energy'],
      step: ['step-index'],
      state: ['step-state'],
      temperature: ['auxtemp'],
    },
  },
  {
    maker: 'basytec',
    sign: ['dataset', 't-step', 't-cyc', 'ah-step', 'line'],
    heads: {
      time: ['time'],
      current: ['i'],
      voltage: ['u'],
      capacity: ['ah-step', 'ah'],
      energy: ['wh-step', 'wh'],
      step: ['line'],
      temperature: ['t1'],
    },
  },
  {
    maker: 'novonix',
    sign: ['run time', 'potential', 'cycle number', 'step position'],
    heads: {
      time: ['run time'],
      date: ['date and time'],
      current: ['current'],
      voltage: ['potential'],
      capacity: ['capacity'],
      energy: ['energy'],
      step: ['step number', 'step number '],
      temperature: ['temperature', 'circuit temperature'],
    },
  },
  {
    // Battery Data Format (battery-data-alliance.github.io/battery-data-format): every heading is `Name / unit`.
    maker: 'bdf',
    sign: ['protocol name', 'cycle count', 'step count', 'unix time'],
    heads: {
      time: ['test time'],
      current: ['current'],
      voltage: ['voltage'],
      charged: ['charge capacity', 'charging capacity'],
      capacity: ['discharge capacity', 'discharging capacity'],
      energy: ['discharge energy', 'discharging energy'],
      step: ['step index', 'step count'],
      state: ['step type'],
      temperature: ['ambient temperature', 'surface temperature'],
    },
  },
];

const UNIT =
  'ms|secs?|seconds?|s|mins?|minutes?|hrs?|hours?|h|[mµμu]?a|[mµμu]?amps?|m?v|m?volts?|m?a\\.?h|m?amp-?hr?s?|[°?�]?c|1|m?w|m?w\\.?h|ohm|%';
const inBrackets = /\s*[（([]([^)）\]]*)[)）\]]?\s*$/;
const afterSlash = new RegExp(`\\s*/\\s*(${UNIT})\\s*$`, 'i');

/** A heading's name in lower case and its unit: `Current(A)`, `Voltage / V`, `Test Time (sec)`, `mAmps`, `~Time[s]`. */
export function splitHead(head: string): { name: string; unit: string } {
  const plain = head.replace(/^[\uFEFF~]+/, '').trim();
  const found = inBrackets.exec(plain) ?? afterSlash.exec(plain);
  // A bracket at the beginning belongs to the name: `(Q-Qo)/mA.h` of BioLogic.
  const match = found && found.index > 0 ? found : afterSlash.exec(plain);
  const name = (match ? plain.slice(0, match.index) : plain).trim().toLowerCase();
  if (match) return { name, unit: (match[1] ?? '').trim().toLowerCase() };
  // Maccor writes the prefix before the unit that is the name.
  const [, prefixed] = /^m(amps|amp-hr|watt-hr|volts)$/.exec(name) ?? [];
  return prefixed ? { name: prefixed, unit: `m${prefixed}` } : { name, unit: '' };
}

export const bareHead = (head: string): string => splitHead(head).name;

const evidenceKeys = ['date', 'charged', 'energy'] as const satisfies (keyof Evidence)[];

/** Columns of evidence of a file whose columns a person has chosen. */
export function evidenceIn(heads: readonly string[]): Evidence {
  const bare = heads.map(bareHead);
  const evidence: Evidence = {};
  for (const key of evidenceKeys) {
    const place = bare.findIndex((name) => layouts.some((layout) => layout.heads[key]?.includes(name)));
    if (place >= 0) evidence[key] = heads[place] as string;
  }
  return evidence;
}

/** The maker and columns of a file, recognised by its headings; null if they are unknown. */
export function detect(
  heads: readonly string[],
): { maker: Maker; mapping: Mapping; evidence: Evidence } | null {
  const bare = heads.map(bareHead);
  const found = layouts
    .map((layout) => ({ layout, signs: layout.sign.filter((sign) => bare.includes(sign)).length }))
    .filter(({ signs }) => signs > 0)
    .sort((a, b) => b.signs - a.signs);
  for (const { layout } of found) {
    const headOf = (key: Quantity | keyof Evidence) => {
      const place = (layout.heads[key] ?? []).map((name) => bare.indexOf(name)).find((index) => index >= 0);
      return place === undefined ? undefined : heads[place];
    };
    const mapping: Mapping = {};
    for (const quantity of quantities) {
      const head = headOf(quantity);
      if (head !== undefined) mapping[quantity] = head;
    }
    const evidence: Evidence = {};
    for (const key of evidenceKeys) {
      const head = headOf(key);
      if (head !== undefined) evidence[key] = head;
    }
    // Some exports have the time of the step only, and the date of each row.
    if (mapping.time === undefined && evidence.date !== undefined) mapping.time = evidence.date;
    if (requiredQuantities.every((quantity) => mapping[quantity] !== undefined))
      return { maker: layout.maker, mapping, evidence };
  }
  return null;
}
