import type { Caller, Ctx } from '../../platform/ctx.ts';
import type { Db, Trx } from '../../platform/db.ts';

/** What one kind of record says about its import; everything else is the same for all kinds. */

export type Language = 'en' | 'zh';

export interface ImportColumn {
  key: string;
  label: Record<Language, string>;
  required?: boolean;
  /** What the template's example row shows; a template whose columns have none has no such row. */
  example?: string;
  /** The allowed values of a column, stated in the second line of its head. */
  note?: Record<Language, string> | undefined;
}

/** What is wrong or doubtful with a cell: the key of a message of the kind, and what it names. */
export interface RowError {
  column: string;
  key: string;
  value?: string;
  /** Its text, where no message has one. */
  words?: Record<Language, string>;
}

export interface SheetRow {
  /** The row's number in the sheet. */
  number: number;
  /** Texts of the cells by column key; empty cells are left out. */
  cells: Record<string, string>;
}

/** What a check found in a row. Warnings are shown and do not keep it from being imported. */
export interface Checked {
  errors: RowError[];
  warnings: RowError[];
}

/** What was found in a row and in its cells as such. */
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
  /** What is wrong or doubtful with each row, in the order of the rows; looks into the registry too. */
  check: (db: Db | Trx, ctx: Ctx, rows: readonly SheetRow[]) => Promise<Checked[]>;
  /** Writes rows that have just been checked and found right. All or none. */
  write: (trx: Trx, ctx: Ctx, rows: readonly SheetRow[]) => Promise<Written>;
  messages: Record<string, Record<Language, string>>;
  /** Words of errors that have none among the messages. */
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

/** The words for an error, with what it names. */
export function wordsFor(kind: ImportKind, error: RowError, language: Language): string {
  if (error.words) return error.words[language];
  const text = (kind.messages[error.key] ?? commonMessages[error.key])?.[language];
  if (text === undefined) return kind.words?.(error, language) ?? error.key;
  return text.replace('{{value}}', error.value ?? '');
}
