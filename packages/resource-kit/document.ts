import { businessDay } from '@voltloop/domain/checks/index.ts';
import { date, decimal, type Field, integer, option, text, time, type Words } from './fields.ts';
import type { Resource, Step } from './resource.ts';
import { documentRights } from './rights.ts';

/** Where the goods of a document are before or after it. */
export type End =
  /** In the locations of the store that this header field names. */
  | { at: 'store'; field: string }
  /** At a party outside, named by one of these header fields. */
  | { at: 'outside'; fields: readonly string[] }
  /** In production. */
  | { at: 'production' }
  /** In our stock since before the ledger. */
  | { at: 'opening' }
  /** Recycled: no goods any more. */
  | { at: 'recycled' }
  /** Inside other batteries, which lie in the locations of the store that this header field names. */
  | { at: 'inside'; field: string }
  /** On the way with this document, or with the one that this header field names. */
  | { at: 'transit'; of?: string }
  /** Missing: what a stock-take has not found. */
  | { at: 'difference' }
  /** Where they were: only the condition changes. */
  | { at: 'same' };

/** What a line may hold besides its key; the grid and the check of lines read it. */
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

/** A way of using a document kind, as the purchase among receipts. */
export interface Preset {
  words: Words;
  from: End;
  to: End;
  /**
   * What posting does where lines do not simply go from one end to the other: a count is compared with the ledger, a
   * booked mass or a code is corrected, components become products, a recycling run makes lots of what goes in.
   */
  does?: 'count' | 'mass' | 'code' | 'produce' | 'recycle';
  /** Columns of its lines where they are fewer than those of the kind. */
  columns?: readonly LineColumn[];
  /** Conditions that goods may be in before; all of them where this is not said. */
  conditions?: readonly string[];
  /** The condition after; the line's own, else the one before, where this is not said. */
  becomes?: string;
  /** Lines it takes: coded goods only, or goods by mass only; both where this is not said. */
  goods?: 'coded' | 'byMass';
  /** First letters of its numbers where they are not those of the kind. */
  prefix?: string;
  /** Header fields that this preset requires. */
  required?: readonly string[];
  /** It delivers to a customer, or brings back what was delivered: orders and invoices follow. */
  trades?: 'sale' | 'return';
  /** Unknown codes become batteries when the document posts. */
  makesBatteries?: true;
  /** What is reported of each line: coded goods, goods by mass (interpretation B17). */
  reports?: {
    coded?: number;
    byMass?: number;
    /** Goods by mass that a recycling run has made. */
    recycled?: number;
  };
}

/** A document kind of the stock ledger: a resource for the header, and what its posting does. */
export interface DocumentKind {
  resource: Resource;
  /** First letters of its numbers: RK20261122-0001. */
  prefix: string;
  presets: Readonly<Record<string, Preset>>;
  columns: readonly LineColumn[];
  /** Whether another person approves before it posts. */
  approval: 'none' | 'another';
  /** Until its posting its goods are claimed: no other document takes them. From its submission on, or once a person has asked for that. */
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

/** Header fields of every kind; the server writes all but the day and the remark. */
export const documentFields = {
  no: text('Number', '单号', { max: 30, server: true }),
  day: date('Business day', '业务日期', { required: true, today: true, checks: [businessDay] }),
  status: option('Status', '单据状态', 'documentStatus', { server: true, tones }),
  pieces: integer('Pieces', '件数', { max: 100_000_000, server: true }),
  kg: decimal('Mass', '重量', { scale: 3, max: 10_000_000_000, unit: 'kg', server: true }),
  postedAt: time('Posted', '过账时间', { server: true }),
  remark: text('Remark', '备注', { max: 500, long: true }),
} satisfies Record<string, Field>;

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
 * The life of a document: with another person's approval, or posted by its author. Each step has a right of its own, and
 * so has overriding what rules of counterparties refuse.
 */
export function documentLife(
  approval: DocumentKind['approval'],
  { overridden = false } = {},
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
            approve: step('Approve and post', '审核并过账', ['submitted'], 'posted', {
              ...{ right: of.approve, confirm: true, warns: true },
            }),
            return: step('Return', '驳回', ['submitted'], 'returned', { right: of.return, danger: true }),
          }
        : {
            post: step('Post', '过账', open, 'posted', { right: of.post, confirm: true, warns: true }),
          }),
      cancel: step('Cancel', '取消', [...open, 'submitted'], 'cancelled', { right: of.cancel, danger: true }),
      void: step('Void', '冲销', ['posted'], 'voided', { right: of.void, danger: true }),
    },
  };
}
