import { businessDay, date } from '../checks/index.ts';
import { type ReportField, reportFields } from './fields.ts';

export type Payload = Readonly<Record<string, unknown>>;

/** A problem with a field of a payload: a key of the console's catalogue of checks. */
export interface PayloadProblem {
  /** Name of the field; `list.0.name` inside a list. */
  field: string;
  key: string;
}

const isEmpty = (value: unknown) => value === undefined || value === null || value === '';

/** Missing and invalid fields of a record; empty if it can be submitted. */
export function payloadProblems(type: number, payload: Payload): PayloadProblem[] {
  const problems = problemsOf(reportFields(type), payload, '');
  const areMasses = !problems.some(({ field }) => ['gross', 'tare', 'net', 'mass'].includes(field));
  return areMasses ? [...problems, ...weighingProblems(payload)] : problems;
}

/** A record may have more mass than its weighing by this share: what a store refuses by default at a receipt. */
const WEIGHING_TOLERANCE = 0.01;

/** The mass of goods against their weighing, which may cover other goods too. */
function weighingProblems({ gross, tare, net, mass }: Payload): PayloadProblem[] {
  if (isEmpty(gross) || isEmpty(tare)) return [];
  const weighed = Number(gross) - Number(tare);
  if (weighed <= 0) return [{ field: 'tare', key: 'reporting.tareTooHeavy' }];
  const own = net ?? mass;
  return Number(own) > weighed * (1 + WEIGHING_TOLERANCE)
    ? [
        {
          field: 'gross',
          key: `reporting.heavierThanWeighed?kg=${own}&weighed=${Number(weighed.toFixed(3))}`,
        },
      ]
    : [];
}

/** The problem of one entered value; null if it is valid or empty. */
export function valueProblem(field: ReportField, value: unknown): string | null {
  if (isEmpty(value)) return null;
  const { kind, max, scale = 0 } = field;
  switch (kind) {
    case 'text': {
      if (typeof value !== 'string') return 'reporting.choice';
      if (max !== undefined && value.length > max) return `check.maxLength?max=${max}`;
      return field.check?.(value) ?? null;
    }
    case 'date':
      return typeof value === 'string' ? (date(value) ?? businessDay(value)) : 'reporting.choice';
    case 'decimal': {
      // Compared as text: decimals of the ledger never become binary numbers.
      if (typeof value !== 'string' || !/^\d{1,12}(\.\d+)?$/.test(value)) return 'check.decimal';
      if ((value.split('.')[1]?.replace(/0+$/, '').length ?? 0) > scale) return `check.decimals?max=${scale}`;
      return max !== undefined && Number(value) > max ? `check.range?min=0&max=${max}` : null;
    }
    case 'integer': {
      if (!Number.isInteger(value) || (value as number) < 0) return 'check.integer';
      return max !== undefined && (value as number) > max ? `check.range?min=0&max=${max}` : null;
    }
    case 'yesNo':
      return typeof value === 'boolean' ? null : 'reporting.choice';
    case 'choice':
      return field.choices?.some((choice) => choice.value === value) ? null : 'reporting.choice';
    case 'list':
      return Array.isArray(value) ? null : 'reporting.choice';
  }
}

/** Whether a record with this payload is incomplete without the field. */
export const isRequired = ({ required, when }: ReportField, payload: Payload): boolean =>
  when ? when.is.includes(payload[when.field]) : required;

function problemsOf(fields: readonly ReportField[], payload: Payload, prefix: string): PayloadProblem[] {
  return fields.flatMap((field) => {
    const path = prefix + field.name;
    const value = payload[field.name];
    if (isEmpty(value) || (Array.isArray(value) && value.length === 0))
      return isRequired(field, payload) ? [{ field: path, key: 'check.required' }] : [];
    const wrong = valueProblem(field, value);
    if (wrong !== null) return [{ field: path, key: wrong }];
    return field.of
      ? (value as Payload[]).flatMap((entry, n) =>
          problemsOf(field.of as ReportField[], entry, `${path}.${n}.`),
        )
      : [];
  });
}
