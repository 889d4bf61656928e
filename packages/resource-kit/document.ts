import { businessDay } from '@voltloop/domain/checks/index.ts';
import { date, decimal, type Field, integer, option, reference, text, time, type Words } from './fields.ts';
import { defineResource, type Resource, type Step } from './resource.ts';
import { documentRights } from './rights.ts';

/** The position of a document's goods before or after it. */
export type End =
  /** In the locations of the store in this header field. */
  | { at: 'store'; field: string }
  /** At an outside party, in one of these header fields. */
  | { at: 'outside'; fields: readonly string[] }
  /** In production. */
  | { at: 'production' }
  /** In stock since before the ledger. */
  | { at: 'opening' }
  /** Recycled: the goods no longer exist. */
  | { at: 'recycled' }
  /** Inside other batteries, which lie in the locations of the store in this header field. */
  | { at: 'inside'; field: string }
  /** In transit with this document, or with the one in this header field. */
  | { at: 'transit'; of?: string }
  /** Missing: not found by a stock-take. */
  | { at: 'difference' }
  /** Unchanged: only the condition changes. */
  | { at: 'same' };

/** The columns of lines besides the key; used by the grid and by the check of lines. */
export type LineColumn =
  | 'code'
  | 'newCode'
  | 'lot'
  | 'pieces'
  | 'kg'
  | 'unitPrice'
  | 'location'
  | 'condition'
  | 'remark'
  | 'product'
  | 'side'
  | 'moisture'
  | 'finding';

/** A use of a document kind, such as the purchase among receipts. */
export interface Preset {
  words: Words;
  from: End;
  to: End;
  /**
   * How posting differs from moving lines from one end to the other: comparing a count with the ledger, correcting a
   * mass or a code, turning components into products, or input into the lots of a recycling run.
   */
  does?: 'count' | 'mass' | 'code' | 'produce' | 'recycle';
  /** Columns of its lines; those of the kind by default. */
  columns?: readonly LineColumn[];
  /** Allowed conditions of the goods before; all by default. */
  conditions?: readonly string[];
  /** The condition after; by default that of the line, else `arrives`, else the one before. */
  becomes?: string;
  /** The condition of its batteries where a line states none. Goods by mass have no tests to wait for. */
  arrives?: string;
  /** Goods that its lines accept; both by default. */
  goods?: 'coded' | 'byMass';
  /** Prefix of its numbers; that of the kind by default. */
  prefix?: string;
  /** Header fields that this preset requires. */
  required?: readonly string[];
  /** It delivers to a customer, or returns delivered goods: orders and invoices follow. */
  trades?: 'sale' | 'return';
  /** Posting creates batteries for unknown codes. */
  makesBatteries?: true;
  /** Report types of its lines: coded goods, goods by mass (interpretation B17). */
  reports?: {
    coded?: number;
    byMass?: number;
    /** Goods by mass that come from a recycling run. */
    recycled?: number;
  };
}

/** A document kind of the stock ledger: a resource for the header, and how it posts. */
export interface DocumentKind {
  resource: Resource;
  /** Prefix of its numbers: RK20261122-0001. */
  prefix: string;
  presets: Readonly<Record<string, Preset>>;
  columns: readonly LineColumn[];
  /** Whether another person must approve before it posts. */
  approval: 'none' | 'another';
  /**
   * When its goods become claimed, so that no other document can take them before it posts: on submission, or on a
   * person's request.
   */
  claims?: 'submitted' | 'asked';
}

const tones = {
  draft: 'info',
  submitted: 'warning',
  approved: 'info',
  posted: 'ok',
  returned: 'danger',
  cancelled: 'neutral',
  voided: 'neutral',
} as const;

/** Header fields of every kind, in the order of their display; the server sets all but the day and the remark. */
export const documentFields = {
  no: text('Number', '单号', { max: 30, server: true }),
  day: date('Business day', '业务日期', { required: true, today: true, checks: [businessDay] }),
  status: option('Status', '单据状态', 'documentStatus', { server: true, tones }),
  pieces: integer('Pieces', '件数', { max: 100_000_000, server: true }),
  kg: decimal('Mass', '重量', { scale: 3, max: 10_000_000_000, unit: 'kg', server: true }),
  postedAt: time('Posted', '过账时间', { server: true }),
  remark: text('Remark', '备注', { max: 500, long: true }),
} satisfies Record<string, Field>;

/** The document that this one voids; empty for all others. */
export const reversed = (kind: string): Field => reference('Voids', '冲销原单', kind, { server: true });

const step = (
  en: string,
  zh: string,
  from: readonly string[],
  to: string,
  more: Partial<Step> = {},
): Step => ({
  label: { en, zh },
  from,
  to,
  ...more,
});

/**
 * The life cycle of a document: approved by another person, or posted by its author. Each step has a right of its
 * own, as has overriding refusals of counterparty rules.
 * @param posting how Chinese buttons name the posting, where the trade does not use the bookkeeping term
 */
export function documentLife(
  approval: DocumentKind['approval'],
  { overridden = false, posting = '过账' } = {},
): NonNullable<Resource['life']> {
  const open = ['draft', 'returned'];
  const of = documentRights;
  return {
    field: 'status',
    start: 'draft',
    ...(overridden ? { override: of.override } : {}),
    editable: open,
    steps: {
      ...(approval === 'another'
        ? {
            submit: step('Submit', '提交', open, 'submitted', { right: of.submit }),
            withdraw: step('Withdraw', '撤回', ['submitted'], 'draft', { right: of.withdraw }),
            approve: step('Approve and post', `审核并${posting}`, ['submitted'], 'posted', {
              right: of.approve,
              confirm: true,
              warns: true,
            }),
            return: step('Return', '驳回', ['submitted'], 'returned', { right: of.return, danger: true }),
          }
        : {
            post: step('Post', posting, open, 'posted', { right: of.post, confirm: true, warns: true }),
          }),
      cancel: step('Cancel', '取消', [...open, 'submitted'], 'cancelled', { right: of.cancel, danger: true }),
      void: step('Void', '冲销', ['posted'], 'voided', { right: of.void, danger: true }),
    },
  };
}

interface DocumentDeclaration extends Omit<Parameters<typeof defineResource>[0], 'title'> {
  /** The field of its kinds; absent if it has only one. */
  preset?: Field;
}

/**
 * Declares the resource of a document: its own fields stand between those of every document, and its form ends with the
 * totals and the remark. It is not imported.
 */
export function defineDocument({ preset, fields, form, ...more }: DocumentDeclaration): Resource {
  const { no, day, status, ...totals } = documentFields;
  return defineResource({
    ...more,
    title: 'no',
    untitled: true,
    fields: {
      no,
      ...(preset && { preset }),
      day,
      status,
      ...fields,
      ...totals,
      reversesId: reversed(more.name),
    },
    form: [...form, { title: { en: 'Totals and remark', zh: '合计与备注' }, fields: Object.keys(totals) }],
    without: ['import'],
  });
}
