import { dateOrder } from '@voltloop/domain/checks/index.ts';
import {
  date,
  files,
  lines,
  option,
  type Problem,
  text,
  type Values,
  type Warning,
  type Words,
} from '@voltloop/resource-kit';

/** One permit of an enterprise or site. */
interface Permit {
  validFrom?: string;
  validTo?: string;
}
const permitsOf = (values: Values) => (values.permits ?? []) as readonly Permit[];

/** The permits of an enterprise or site; the earliest end raises a warning. */
export const permits = lines('Permits', '许可证照', {
  most: 50,
  of: {
    type: option('Type', '类型', 'permitType', { required: true }),
    no: text('Number', '证书编号', { max: 60, required: true }),
    issuer: text('Issued by', '发证机关', { max: 100 }),
    validFrom: date('Valid from', '有效期起'),
    validTo: date('Valid to', '有效期止'),
    file: files('Copy', '扫描件', { most: 5 }),
  },
});

/** The earliest end of the permits, yyyy-MM-dd; null if none ends. */
export const permitExpiry = date('Permits end', '资质到期日', { server: true });

/** @returns the value of {@link permitExpiry} for a row with these permits */
export function earliestExpiry(values: Values): string | null {
  const ends = permitsOf(values).flatMap(({ validTo }) => (validTo ? [validTo] : []));
  return ends.sort()[0] ?? null;
}

/** Problems with permits that end before they begin, at their fields. */
export function permitProblems(values: Values): Problem[] {
  return permitsOf(values).flatMap(({ validFrom, validTo }, i) => {
    const key = dateOrder(validFrom, validTo);
    return key === null
      ? []
      : [{ field: `permits.${i}.validTo`, key, message: 'A permit ends before it begins' }];
  });
}

/** Warns of expired and soon expiring permits of enabled rows (D07: a reminder only; nothing is blocked). */
export const permitWarnings = (of: Words): readonly Warning[] => [
  {
    name: 'permitExpired',
    words: { en: `${of.en}: a permit has expired`, zh: `${of.zh}资质证照已过期` },
    tone: 'danger',
    filter: (day) => [
      { field: 'permitExpiry', op: 'to', value: day(0) },
      { field: 'status', op: 'equals', value: 1 },
    ],
    date: 'permitExpiry',
  },
  {
    name: 'permitExpiring',
    words: {
      en: `${of.en}: a permit expires within 60 days`,
      zh: `${of.zh}资质证照将在 60 天内到期`,
    },
    tone: 'warning',
    filter: (day) => [
      { field: 'permitExpiry', op: 'from', value: day(0) },
      { field: 'permitExpiry', op: 'to', value: day(61) },
      { field: 'status', op: 'equals', value: 1 },
    ],
    date: 'permitExpiry',
  },
];
