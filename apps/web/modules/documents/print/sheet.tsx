import type { DocumentKind } from '@voltloop/resource-kit';
import type { Row } from '../../resources/index.ts';
import type { Course, Line } from '../queries.ts';
import { AmountOnPaper } from './amount-on-paper.tsx';
import { Paper } from './paper.tsx';
import { factsOf, type Language, tableOf, totalsOf } from './sheet-data.ts';
import { printed, signaturesOf, titleOf } from './words.ts';

export interface SheetProps {
  kind: DocumentKind;
  row: Row;
  lines: readonly Line[];
  totals: { pieces: number; kg: string };
  course: Course;
  language: Language;
  /** Name of our own company. */
  company: string;
}

/** The print of a ledger document. */
export function Sheet({ kind, row, lines, totals, course, language, company }: SheetProps) {
  const { resource, presets } = kind;
  const preset = typeof row.preset === 'string' ? presets[row.preset] : undefined;
  const table = tableOf(kind, lines, language);
  const last = (...steps: string[]) => course.events.findLast(({ step }) => steps.includes(step));
  const others = [
    [printed.counter, course.voids],
    [printed.voidedBy, course.voidedBy],
  ] as const;
  return (
    <Paper
      language={language}
      company={company}
      title={titleOf(resource.name, row.preset, resource.one, preset?.words)[language]}
      no={typeof row.no === 'string' ? row.no : null}
      state={stateOf(String(row.status), language)}
      notes={others.flatMap(([word, other]) => (other ? [`${word[language]} ${other.no}`] : []))}
      facts={factsOf(kind, row, language)}
      table={table}
      totals={
        <>
          {totalsOf(resource.name, row, totals, language).map(([label, value]) => (
            <span key={label}>
              {label} {value}
            </span>
          ))}
          {table.amount !== null && <AmountOnPaper amount={table.amount} language={language} />}
        </>
      }
      signatures={signaturesOf(resource.name)}
      people={[
        [printed.made, last('insert')],
        [printed.approved, last('approve')],
        [printed.posted, last('approve') ? undefined : last('post')],
      ]}
    />
  );
}

/** A prominent mark: not, or no longer, in force. */
function stateOf(status: string, language: Language): string | null {
  switch (status) {
    case 'draft':
    case 'returned':
      return printed.draft[language];
    case 'submitted':
    case 'voided':
    case 'cancelled':
      return printed[status][language];
    default:
      return null;
  }
}
