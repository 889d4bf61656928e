import { ActionIcon } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { normalizeDecimal } from '@voltloop/domain/checks/read-decimal.ts';
import { optionLabel, optionsOf } from '@voltloop/domain/options/index.ts';
import { type LineField, lineFieldsOf } from '@voltloop/resource-kit';
import { memo, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { languageOf } from '../../context/language-of.ts';
import { useMayOpen } from '../../context/may-open.ts';
import { keyAndValues } from '../../ui/form/key-and-values.ts';
import { useFieldWords } from '../../ui/form/use-field-words.ts';
import { EmptyState, formatDecimal, useFormat } from '../../ui/index.ts';
import { NO_VALUE } from '../../ui/text/format.ts';
import { mostDecimals } from '../resources/index.ts';
import styles from './documents.module.css';
import type { Line } from './queries.ts';
import type { Verdict, Verdicts } from './verdicts.ts';

const ROW_PX = 40;

interface LineTableProps {
  fields: Readonly<Record<string, LineField>>;
  /** The fields of lines of batteries. */
  ofCodes: Readonly<Record<string, LineField>>;
  lines: readonly Line[];
  newestFirst?: boolean;
  verdicts: Verdicts;
  editable: boolean;
  onChange: (line: Line) => void;
  onRemove: (clientKey: string) => void;
  /** Enter was pressed in the last line. */
  onLast: () => void;
}

/** The lines as a table, on phones as cards; virtualised. */
export function LineTable({
  fields,
  ofCodes,
  lines,
  newestFirst = false,
  verdicts,
  editable,
  onChange,
  onRemove,
  onLast,
}: LineTableProps) {
  const { t, i18n } = useTranslation('documents');
  const language = languageOf(i18n.language);
  const box = useRef<HTMLDivElement>(null);
  const placeOf = (index: number) => (newestFirst ? lines.length - 1 - index : index);
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_PX,
    overscan: 12,
    getItemKey: (index) => lines[placeOf(index)]?.clientKey ?? index,
  });
  if (lines.length === 0)
    return <EmptyState compact title={t('none')} text={editable ? t('noneText') : ''} />;
  // Once read-only, columns without any value are hidden.
  const columns = inOrder(Object.entries(fields))
    .filter(
      ([name]) =>
        editable ||
        name === 'code' ||
        lines.some((line) => !isBare(line[name]) || (name === 'kg' && !isBare(line.mass))),
    )
    .map(([name, field]): LineColumn => [name, field, editable ? 0 : decimalsOf(lines, name, field)]);
  const isWide = editable && columns.some(([name]) => lotFields.has(name));
  /** Values of one column are typed one after the other: the mass of each battery. */
  const onEnter = (cell: HTMLInputElement) => {
    const column = [
      ...(box.current?.querySelectorAll<HTMLInputElement>(`input[data-column="${cell.dataset.column}"]`) ??
        []),
    ];
    const next = column[column.indexOf(cell) + 1];
    // Saves also where nothing can get the focus.
    cell.blur();
    if (!next) return onLast();
    next.focus();
    next.select();
  };
  const shown = virtual.getVirtualItems();
  const before = shown[0]?.start ?? 0;
  const after = virtual.getTotalSize() - (shown.at(-1)?.end ?? 0);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll box must be focusable
    <section ref={box} className={styles.box} tabIndex={0} aria-label={t('lines')}>
      <table className={styles.table} data-wide={isWide || undefined} aria-rowcount={lines.length + 1}>
        <thead>
          <tr>
            <th scope="col">#</th>
            {columns.map(([name, field]) => (
              <th key={name} scope="col" data-number={isNumber(field) || undefined}>
                {headOf(field, language)}
              </th>
            ))}
            {editable && (
              <th scope="col" data-actions>
                {t('actions')}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {before > 0 && <tr style={{ height: before }} />}
          {shown.map(({ index, key }) => {
            const line = lines[placeOf(index)];
            return line ? (
              <LineRow
                key={key}
                index={index}
                number={placeOf(index) + 1}
                line={line}
                columns={columns}
                ofCodes={ofCodes}
                language={language}
                verdict={verdicts.get(line.clientKey)}
                measure={virtual.measureElement}
                editable={editable}
                onChange={onChange}
                onRemove={onRemove}
                onEnter={onEnter}
              />
            ) : null;
          })}
          {after > 0 && <tr style={{ height: after }} />}
        </tbody>
      </table>
    </section>
  );
}

/** Its last part: decimals that every number of the column is shown with, so that their points are aligned. */
type LineColumn = readonly [name: string, field: LineField, decimals: number];

const valueIn = (line: Line, name: string) => (name === 'kg' && isBare(line.kg) ? line.mass : line[name]);

const decimalsOf = (lines: readonly Line[], name: string, field: LineField) =>
  field.kind === 'decimal' ? mostDecimals(lines.map((line) => valueIn(line, name))) : 0;

interface LineRowProps extends Pick<LineTableProps, 'ofCodes' | 'editable' | 'onChange' | 'onRemove'> {
  onEnter: (cell: HTMLInputElement) => void;
  /** Index in the table. */
  index: number;
  /** Index in the document. */
  number: number;
  line: Line;
  columns: readonly LineColumn[];
  language: 'en' | 'zh';
  verdict: Verdict | undefined;
  /** Row height depends on the content: cards on phones, reasons below a code. */
  measure: (element: Element | null) => void;
}

const LineRow = memo(function LineRow({
  index,
  number,
  line,
  columns,
  ofCodes,
  language,
  verdict,
  measure,
  editable,
  onChange,
  onRemove,
  onEnter,
}: LineRowProps) {
  const { t } = useTranslation('documents');
  const words = useFieldWords();
  const format = useFormat();
  // The document that was posted first, if there is one.
  const { no, by, at } = keyAndValues(verdict?.message ?? '').values;
  const problem =
    verdict?.message &&
    (words({ message: verdict.message }) ?? verdict.message) +
      (at ? ` (${t('movedBy', { no, by, at: format.date(Number(at)) })})` : '');
  const coded = typeof line.code === 'string' && line.code !== '';
  const isCell = (name: string, field: LineField) =>
    editable && name !== 'code' && !field.server && !(coded && lotFields.has(name));
  // A problem is shown in the cell that it is about, otherwise below the code.
  const place =
    columns.find(([name, field]) => name === verdict?.field && isCell(name, field))?.[0] ?? 'code';
  return (
    <tr
      ref={measure}
      data-index={index}
      aria-rowindex={index + 2}
      data-tone={verdict?.tone}
      className={styles.line}
    >
      <td className={styles.index}>{number}</td>
      {columns.map(([name, field, decimals]) => (
        <td
          key={name}
          data-label={name === 'code' ? undefined : headOf(field, language)}
          data-number={isNumber(field) || undefined}
          data-bare={(isBare(line[name]) && !(name === 'kg' && line.mass)) || undefined}
        >
          {isCell(name, field) ? (
            <Cell
              name={name}
              field={(coded && ofCodes[name]) || field}
              language={language}
              label={t('cell', { field: field.label[language], number })}
              value={line[name]}
              problem={name === place ? problem : undefined}
              onChange={(value) => onChange({ ...line, [name]: value })}
              onEnter={onEnter}
            />
          ) : (
            <ReadOnly name={name} field={field} decimals={decimals} line={line} language={language} />
          )}
          {name === 'code' && place === 'code' && problem && (
            <span className={styles.problem}>{problem}</span>
          )}
        </td>
      ))}
      {editable && (
        <td data-actions>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('remove', { number })}
            title={t('remove', { number })}
            onClick={() => onRemove(line.clientKey)}
          >
            <IconTrash size={16} stroke={1.7} />
          </ActionIcon>
        </td>
      )}
    </tr>
  );
});

/** A read-only value. The code links to the battery's life; the mass is the one that the line counts with. */
function ReadOnly({
  name,
  field,
  decimals,
  line,
  language,
}: {
  name: string;
  field: LineField;
  decimals: number;
  line: Line;
  language: 'en' | 'zh';
}) {
  const mayOpen = useMayOpen();
  const value = valueIn(line, name);
  const text = textOf(field, value, decimals, language);
  const path = `/backoffice/stock/item/${line.itemId}`;
  const leads = (name === 'code' || name === 'lotNo') && line.itemId && !isBare(value) && mayOpen(path);
  const className = name === 'code' ? styles.code : undefined;
  return leads ? (
    <Link to={path} className={`link ${className ?? ''}`}>
      {text}
    </Link>
  ) : (
    <span className={className}>{text}</span>
  );
}

/** Fields of goods by mass, which coded batteries do not have. */
export const lotFields: ReadonlySet<string> = new Set(
  Object.keys(lineFieldsOf({ columns: ['lot', 'pieces'] })),
);

/** With the mass before the fields of goods by mass: it is typed for every line, they are not. */
function inOrder(fields: [string, LineField][]): [string, LineField][] {
  const kg = fields.find(([name]) => name === 'kg');
  const before = fields.findIndex(([name]) => lotFields.has(name));
  if (!kg || before < 0) return fields;
  return [...fields.slice(0, before), kg, ...fields.slice(before).filter((each) => each !== kg)];
}

const isBare = (value: unknown) => value === null || value === undefined || value === '';

function textOf(field: LineField, value: unknown, decimals: number, language: 'en' | 'zh'): string {
  if (isBare(value)) return NO_VALUE;
  if (isNumber(field)) return formatDecimal(String(value), decimals, language);
  return field.kind === 'option' ? optionLabel(field.list, value, language) : String(value);
}

const isNumber = ({ kind }: LineField) => kind === 'decimal' || kind === 'integer';

/** A column's title, with the unit of its numbers. */
function headOf(field: LineField, language: 'en' | 'zh'): string {
  const unit = 'unit' in field ? field.unit : undefined;
  return field.label[language] + (unit ? ` (${unit})` : '');
}

interface CellProps {
  name: string;
  field: LineField;
  language: 'en' | 'zh';
  label: string;
  value: unknown;
  /** What is wrong with its value. */
  problem: string | undefined;
  onChange: (value: string) => void;
  onEnter: (cell: HTMLInputElement) => void;
}

/** The input of one cell; commits its value on blur. */
function Cell({ name, field, language, label, value, problem, onChange, onEnter }: CellProps) {
  const text = value === null || value === undefined ? '' : String(value);
  const problemId = useId();
  const common = {
    className: styles.input,
    'aria-label': label,
    'data-column': name,
    ...(problem && { 'aria-invalid': true, 'aria-describedby': problemId }),
  };
  const numeric = isNumber(field);
  const isCode = field.kind === 'text' && field.as === 'batteryCode';
  return (
    <>
      {field.kind === 'option' ? (
        <select
          {...common}
          value={text || String(field.initial ?? '')}
          onChange={(event) => onChange(event.currentTarget.value)}
        >
          {/* What the server takes where nothing is chosen needs no choice of its own. */}
          {field.initial === undefined && <option value="">{NO_VALUE}</option>}
          {optionsOf(field.list, language).map((option) => (
            <option key={String(option.value)} value={String(option.value)}>
              {option.label}
            </option>
          ))}
        </select>
      ) : (
        <input
          key={text}
          {...common}
          defaultValue={text}
          data-number={numeric || undefined}
          // A code scanned here belongs here, and is no new line.
          data-scan={isCode ? 'own' : undefined}
          inputMode={numeric ? 'decimal' : 'text'}
          onBlur={(event) => {
            const typed = event.currentTarget.value.trim();
            if (typed !== text) onChange(numeric ? normalizeDecimal(typed) : typed);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.nativeEvent.isComposing) onEnter(event.currentTarget);
          }}
        />
      )}
      {problem && (
        <span id={problemId} className={styles.problem}>
          {problem}
        </span>
      )}
    </>
  );
}
