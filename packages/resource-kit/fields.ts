import type { Check, Raw } from '@voltloop/domain/checks/index.ts';
import type { OptionListName } from '@voltloop/domain/options/index.ts';

/** A text in both languages of the console. */
export interface Words {
  en: string;
  zh: string;
}

/** How a personal value is shown to those who only see the list: the first and last letters stay. */
export type Mask = 'name' | 'phone' | 'id' | 'email' | 'address';

interface Common {
  label: Words;
  hint?: Words;
  required?: true;
  /** Of a required field: another one of the row may be there instead. */
  or?: string;
  /**
   * The field counts only while another one (of its line, for a field of a line) holds one of these values: elsewhere it is
   * not shown, asked for or kept.
   */
  when?: { field: string; is: readonly (string | number)[] };
  /** Rules of the check library, in their order; the same in the form and on the server. */
  checks?: readonly Check<Raw>[];
  /** Masked in lists and exports; reading it whole leaves an audit row (interpretation C23). */
  personal?: Mask;
  /** Set by the server, never by a form. */
  server?: true;
  /** Set when the row is made, and never again. */
  fixed?: true;
  /** For calls and imports: the pages of a row show another field that says the same and more. */
  callsOnly?: true;
}

/** What follows from other fields of the row, or of the line that the field belongs to. Pure. */
export interface Calculation {
  from: readonly string[];
  of: (values: Readonly<Record<string, unknown>>) => string | null;
}

export interface TextField extends Common {
  kind: 'text';
  max: number;
  /** Written over several lines. */
  long?: true;
  /** Kept in upper case, without spaces: codes and plates. */
  code?: true;
  /**
   * A battery code: its input explains what it says, takes scans and offers repairs. Chemistries: letters with commas,
   * chosen and shown by their names.
   */
  as?: 'batteryCode' | 'chemistries' | 'scrapReason';
}
/** An exact number, text on the wire: money, masses, capacities. Never a float. */
export interface DecimalField extends Common {
  kind: 'decimal';
  /** Digits after the point. */
  scale: number;
  min?: number;
  max: number;
  unit?: string;
  /** The form shows it before it is saved, and nobody writes it; what is stored is the server's, by `derive`. */
  calculated?: Calculation;
}
export interface IntegerField extends Common {
  kind: 'integer';
  min?: number;
  max: number;
  unit?: string;
}
/** A day of the calendar, yyyy-MM-dd. */
export interface DateField extends Common {
  kind: 'date';
  /** A new form begins with the present day of the business. */
  today?: true;
}
/** A moment, epoch ms. */
export interface TimeField extends Common {
  kind: 'time';
}
/** A value of a fixed list of the registry. */
export interface OptionField extends Common {
  kind: 'option';
  list: OptionListName;
  /** What a new form or line begins with. */
  initial?: string | number;
  /** Its values are states, and look like this: a mark and a colour beside the word. */
  tones?: Tones;
}

/**
 * How states look, by value: `ok` runs as it should, `info` waits or has just begun, `warning` is under way or
 * stopped and wants an eye on it, `danger` is broken, `neutral` is over.
 */
export type Tones = Readonly<Record<string, 'ok' | 'info' | 'warning' | 'danger' | 'neutral'>>;
/** A row of another resource, by its id. */
export interface ReferenceField extends Common {
  kind: 'reference';
  /** Name of the resource. */
  to: string;
  /**
   * Rows to choose among: by a field of theirs, the field of this form (or line) whose value it must have.
   * `{ clientId: 'clientId' }` offers the chosen client's only, and the server takes no others; an empty field limits
   * nothing.
   */
  among?: Record<string, string>;
  /** It follows from the other row's own reference to this one, and does not keep that row from being deleted. */
  follows?: true;
}
/** A district, city or province by its six-digit code. */
export interface RegionField extends Common {
  kind: 'region';
}
/** Addresses of uploaded files. */
export interface FilesField extends Common {
  kind: 'files';
  most: number;
  image?: true;
}
/** Rows within the row: permits of an enterprise, lines of a list of parts. */
export interface LinesField extends Common {
  kind: 'lines';
  most: number;
  /** A new form begins with one line. */
  begun?: true;
  /**
   * It has a line for each line of these other fields, in their order: none is added or removed, a form begins with their
   * values, and those that the line keeps for the server stay as they are there.
   */
  follows?: readonly string[];
  of: Record<string, LineField>;
  /**
   * A cell of a workbook may hold them, one text for each line, between them blanks, commas or semicolons. Without it
   * they are not imported.
   */
  inCell?: {
    /** The field of the line that the text is. */
    text: string;
    /** What the line has besides. */
    with?: Readonly<Record<string, unknown>>;
  };
}

export type LineField =
  | TextField
  | DecimalField
  | IntegerField
  | DateField
  | OptionField
  | ReferenceField
  | FilesField;
export type Field = LineField | TimeField | RegionField | LinesField;
export type FieldKind = Field['kind'];

type Rest<F extends Field, Given extends keyof F = never> = Omit<F, 'kind' | 'label' | Given>;
const words = (en: string, zh: string): Words => ({ en, zh });

/** The field builders: `text('Name', '名称', { max: 100, required: true })`. */
export const text = (en: string, zh: string, more: Rest<TextField>): TextField => ({
  kind: 'text',
  label: words(en, zh),
  ...more,
});
export const decimal = (en: string, zh: string, more: Rest<DecimalField>): DecimalField => ({
  kind: 'decimal',
  label: words(en, zh),
  ...more,
});
export const integer = (en: string, zh: string, more: Rest<IntegerField>): IntegerField => ({
  kind: 'integer',
  label: words(en, zh),
  ...more,
});
export const date = (en: string, zh: string, more: Rest<DateField> = {}): DateField => ({
  kind: 'date',
  label: words(en, zh),
  ...more,
});
export const time = (en: string, zh: string, more: Rest<TimeField> = {}): TimeField => ({
  kind: 'time',
  label: words(en, zh),
  ...more,
});
export const option = (
  en: string,
  zh: string,
  list: OptionListName,
  more: Rest<OptionField, 'list'> = {},
): OptionField => ({ kind: 'option', label: words(en, zh), list, ...more });
export const reference = (
  en: string,
  zh: string,
  to: string,
  more: Rest<ReferenceField, 'to'> = {},
): ReferenceField => ({ kind: 'reference', label: words(en, zh), to, ...more });
export const region = (en: string, zh: string, more: Rest<RegionField> = {}): RegionField => ({
  kind: 'region',
  label: words(en, zh),
  ...more,
});
export const files = (en: string, zh: string, more: Rest<FilesField>): FilesField => ({
  kind: 'files',
  label: words(en, zh),
  ...more,
});
export const lines = (en: string, zh: string, more: Rest<LinesField>): LinesField => ({
  kind: 'lines',
  label: words(en, zh),
  ...more,
});
