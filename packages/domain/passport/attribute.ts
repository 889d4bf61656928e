import type { Words } from '../words.ts';

/** The sections of a passport, in order. */
export const groups = {
  identity: { en: 'Identification', zh: '标识信息' },
  labels: { en: 'Labels and documents', zh: '标签与符合性文件' },
  carbon: { en: 'Carbon footprint', zh: '碳足迹' },
  dueDiligence: { en: 'Due diligence', zh: '供应链尽职调查' },
  materials: { en: 'Materials', zh: '材料与成分' },
  circularity: { en: 'Circularity', zh: '循环利用' },
  performance: { en: 'Performance', zh: '性能参数' },
  durability: { en: 'Durability', zh: '耐久性与使用记录' },
} satisfies Record<string, Words>;
export type Group = keyof typeof groups;

/** The battery categories of the regulation; stationary ones are industrial batteries with rules of their own. */
export const categories = ['ev', 'lmt', 'industrial', 'stationary'] as const;
export type Category = (typeof categories)[number];

/**
 * The readers of a value (Annex XIII): `P` everybody; `L` persons with a legitimate interest and the Commission; `N`
 * notified bodies, market surveillance authorities and the Commission.
 */
export type AccessClass = 'P' | 'L' | 'N';

/** The origin of a value: read from a record of the product, or entered. */
export type Origin =
  | 'passport'
  | 'model'
  | 'battery'
  | 'category'
  | 'enterprise'
  | 'testReport'
  | 'telemetry'
  /** Entered once for a model, and the same for each of its batteries. */
  | 'enteredForModel'
  /** Entered for one battery. */
  | 'enteredForBattery';

/** The type of a value, for checks and display. */
export type Form = 'text' | 'number' | 'date' | 'url';

export interface Attribute {
  /** Also its name in JSON-LD. */
  code: string;
  group: Group;
  name: Words;
  /** By category: mandatory `x`, voluntary `o`, or not applicable `-`. */
  duty: Readonly<Record<Category, 'x' | 'o' | '-'>>;
  access: AccessClass;
  /** Dynamic: it changes while the battery is used. */
  dynamic: boolean;
  /** It is one value of a model, or of each battery. */
  individual: boolean;
  form: Form;
  unit: string | null;
  /** The first origin with a value provides it. */
  origins: readonly Origin[];
  /** The source field, or why it may stay empty. */
  note: Words;
}

/**
 * As the list of attributes writes them: `xxxx P S m` is duty by category, access, static or dynamic, model or
 * individual.
 */
type Flags = `${string} ${AccessClass} ${'S' | 'D'} ${'m' | 'i'}`;
export type Line = readonly [
  code: string,
  en: string,
  zh: string,
  flags: Flags,
  form: Form | `number ${string}`,
  origins: readonly Origin[],
  noteEn?: string,
  noteZh?: string,
];

const entered: readonly Origin[] = ['enteredForModel', 'enteredForBattery'];

/**
 * Attributes of a group from their lines. Without an origin the attribute is entered, for the model or battery by its
 * flags.
 */
export const attributesOf = (group: Group, lines: readonly Line[]): Attribute[] =>
  lines.map(([code, en, zh, flags, form, origins, noteEn = '', noteZh = '']) => {
    const [duty, access, change, level] = flags.split(' ') as [string, AccessClass, string, string];
    const [kind, unit = null] = form.split(' ') as [Form, string?];
    return {
      code,
      group,
      access,
      unit,
      form: kind,
      name: { en, zh },
      duty: Object.fromEntries(categories.map((each, n) => [each, duty[n]])) as Attribute['duty'],
      dynamic: change === 'D',
      individual: level === 'i',
      origins:
        origins.length > 0 ? origins : [level === 'm' ? (entered[0] as Origin) : (entered[1] as Origin)],
      note: { en: noteEn, zh: noteZh },
    };
  });
