import type { Check, Raw } from '@voltloop/domain/checks/index.ts';
import type { OptionListName } from '@voltloop/domain/options/index.ts';
import type { Words } from '@voltloop/domain/words.ts';

export type { Words };

/** How a personal value is masked in lists: the first and last letters to keep. */
export type Mask = 'name' | 'phone' | 'id' | 'email' | 'address';

interface Common {
  label: Words;
  hint?: Words;
  required?: true;
  /** For a required field: another field that can replace it. */
  or?: string;
  /**
   * The field applies only while another one (of its line, for a field of a line) has one of these values: otherwise
   * it is neither shown, nor required, nor stored.
   */
  when?: { field: string; is: readonly (string | number)[] };
  /** Checks of the library, in order; the same in the form and on the server. */
  checks?: readonly Check<Raw>[];
  /** Masked in lists and exports; revealing it writes an audit row (interpretation C23). */
  personal?: Mask;
  /** Set by the server, never by a form. */
  server?: true;
  /** Set on creation only. */
  fixed?: true;
  /** For calls and imports; the page of a row shows a more detailed field instead. */
  callsOnly?: true;
}

/** The value, calculated from other fields of the row, or of the line that the field belongs to. Pure. */
export interface Calculation {
  from: readonly string[];
  of: (values: Readonly<Record<string, unknown>>) => string | null;
}

export interface TextField extends Common {
  kind: 'text';
  max: number;
  /** Multi-line input. */
  long?: true;
  /** Stored in upper case without spaces: codes and plates. */
  code?: true;
  /**
   * A battery code: its input explains the code, accepts scans and offers corrections. Chemistries: letters separated
   * by commas, selected and shown by name. Phone numbers and plates are stored in one notation.
   */
  as?: 'batteryCode' | 'chemistries' | 'scrapReason' | 'phone' | 'plate';
}
/** An exact number, text on the wire: money, masses, capacities. Never a float. */
export interface DecimalField extends Common {
  kind: 'decimal';
  /** Digits after the decimal point. */
  scale: number;
  min?: number;
  max: number;
  unit?: string;
  /** Calculated: previewed in the form, read-only; the server stores the result of `derive`. */
  calculated?: Calculation;
}
export interface IntegerField extends Common {
  kind: 'integer';
  min?: number;
  max: number;
  unit?: string;
  /** The unit, where rows differ in it: a value of an option list. Exports have it in a column of its own. */
  unitOfRow?: UnitOfRow;
}
export interface UnitOfRow {
  label: Words;
  list: OptionListName;
  of: (row: Readonly<Record<string, unknown>>) => unknown;
}
/** A calendar day, yyyy-MM-dd. */
export interface DateField extends Common {
  kind: 'date';
  /** A new form starts with the current business day. */
  today?: true;
}
/** A time, epoch ms. */
export interface TimeField extends Common {
  kind: 'time';
}
/** A value of an option list. */
export interface OptionField extends Common {
  kind: 'option';
  list: OptionListName;
  /** Initial value in a new form or line. */
  initial?: string | number;
  /** The tones of its values, which are states: a mark and a colour beside the text. */
  tones?: Tones;
}

/**
 * Tones of states by value: `ok` works as intended, `info` is waiting or new, `warning` is in progress or stopped and
 * needs attention, `danger` has failed, `neutral` is finished.
 */
export type Tones = Readonly<Record<string, 'ok' | 'info' | 'warning' | 'danger' | 'neutral'>>;
/** A row of another resource, by its id. */
export interface ReferenceField extends Common {
  kind: 'reference';
  /** Name of the resource. */
  to: string;
  /**
   * Limits the rows to choose from: a field of theirs must have the value of this field of the form (or line).
   * `{ clientId: 'clientId' }` offers, and the server accepts, rows of the selected client only; an empty field does not
   * limit.
   */
  among?: Record<string, string>;
  /** It mirrors the other row's reference to this one, and does not prevent deletion of that row. */
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
  /** A new form starts with one line. */
  begun?: true;
  /**
   * It has one line for each line of these other fields, in their order: lines cannot be added or removed, a form
   * starts with their values, and server fields of a line cannot be changed.
   */
  follows?: readonly string[];
  of: Record<string, LineField>;
  /**
   * Import from a single cell of a workbook: one text per line, separated by blanks, commas or semicolons. Without it
   * the field is not imported.
   */
  inCell?: {
    /** The field of the line that receives the text. */
    text: string;
    /** Constant values of the other fields of the line. */
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
