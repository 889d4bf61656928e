import type { Caller, Ctx } from '../../../platform/ctx.ts';
import type { Db, Trx } from '../../../platform/db.ts';

/** The import of one kind of record; everything else is the same for all kinds. */

export type Language = 'en' | 'zh';

export interface ImportColumn {
  key: string;
  label: Record<Language, string>;
  required?: boolean;
  /** The values of the template's example row; without any of them the template has no such row. */
  example?: string;
  /** The allowed values of a column, stated in the second line of its head. */
  note?: Record<Language, string> | undefined;
}

/** An error or warning of a cell: the key of a message of the kind, with its values. */
export interface RowError {
  column: string;
  key: string;
  value?: string;
  /** The text, if no message has this key. */
  words?: Record<Language, string>;
}

export interface SheetRow {
  /** The row's number in the sheet. */
  number: number;
  /** Texts of the cells by column key; empty cells are omitted. */
  cells: Record<string, string>;
}

/** The findings of a check in a row. Warnings do not prevent the import. */
export interface Checked {
  errors: RowError[];
  warnings: RowError[];
}

/** Findings about the row and about its cells. */
export function mergeChecked(errors: readonly RowError[], checked: Checked | undefined): Checked {
  return { errors: [...errors, ...(checked?.errors ?? [])], warnings: checked?.warnings ?? [] };
}

export interface Written {
  secrets: { devid: string; secret: string }[];
  /** Called when the transaction has committed. */
  committed: () => void;
}

export interface ImportKind {
  name: string;
  /** Of the template's file. */
  title: Record<Language, string>;
  columns: readonly ImportColumn[];
  maxRows: number;
  mayImport: (caller: Caller) => boolean;
  /** The findings of each row, in the order of the rows; also checks against the registry. */
  check: (db: Db | Trx, ctx: Ctx, rows: readonly SheetRow[]) => Promise<Checked[]>;
  /** Writes rows that have just been validated. All or none. */
  write: (trx: Trx, ctx: Ctx, rows: readonly SheetRow[]) => Promise<Written>;
  messages: Record<string, Record<Language, string>>;
  /** Texts of errors that have no message. */
  words?: (error: RowError, language: Language) => string;
}

/** Messages that every kind needs. */
export const commonMessages: ImportKind['messages'] = {
  required: { en: 'Must be filled in', zh: '必填' },
  formula: { en: 'Holds a formula; paste its value', zh: '包含公式，请粘贴为数值' },
  longNumber: {
    en: 'A number this long loses digits; format the cell as text',
    zh: '数字过长会丢失精度，请将单元格设为文本格式',
  },
  tooLong: { en: 'At most {{value}} characters', zh: '最多 {{value}} 个字符' },
  characters: { en: 'Holds characters that cannot be stored', zh: '包含无法保存的字符' },
};

/** The warning about a day that is probably an error. */
export const dayMessages: ImportKind['messages'] = {
  implausibleDay: { en: 'Is {{value}} the right day?', zh: '请核对日期：{{value}}' },
};

/** The text of an error, with its values. */
export function wordsFor(kind: ImportKind, error: RowError, language: Language): string {
  if (error.words) return error.words[language];
  const text = (kind.messages[error.key] ?? commonMessages[error.key])?.[language];
  if (text === undefined) return kind.words?.(error, language) ?? error.key;
  return text.replace('{{value}}', error.value ?? '');
}
