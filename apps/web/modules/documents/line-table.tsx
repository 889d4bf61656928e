import { ActionIcon } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { optionLabel, optionsOf } from '@voltloop/domain/options/index.ts';
import { type LineField, lineFieldsOf } from '@voltloop/resource-kit';
import { EmptyState, useFormat } from '@voltloop/ui';
import { useFieldWords } from '@voltloop/ui/form/field-words.ts';
import { keyAndValues } from '@voltloop/ui/form/key-and-values.ts';
import { memo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './documents.module.css';
import type { Line } from './queries.ts';
import type { Problems } from './use-lines.ts';

const ROW_PX = 40;

interface LineTableProps {
  fields: Readonly<Record<string, LineField>>;
  lines: readonly Line[];
  problems: Problems;
  editable: boolean;
  onChange: (line: Line) => void;
  onRemove: (clientKey: string) => void;
}

/** The lines as a table; only those in sight are in the page. */
export function LineTable({ fields, lines, problems, editable, onChange, onRemove }: LineTableProps) {
  const { t, i18n } = useTranslation('documents');
  const language = i18n.language === 'zh' ? 'zh' : 'en';
  const box = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_PX,
    overscan: 12,
    getItemKey: (index) => lines[index]?.clientKey ?? index,
  });
  if (lines.length === 0)
    return <EmptyState compact title={t('none')} text={editable ? t('noneText') : ''} />;
  const columns = Object.entries(fields);
  const shown = virtual.getVirtualItems();
  const before = shown[0]?.start ?? 0;
  const after = virtual.getTotalSize() - (shown.at(-1)?.end ?? 0);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls takes the focus
    <section ref={box} className={styles.box} tabIndex={0} aria-label={t('lines')}>
      <table className={styles.table} aria-rowcount={lines.length + 1}>
        <thead>
          <tr>
            <th scope="col">#</th>
            {columns.map(([name, { label }]) => (
              <th key={name} scope="col">
                {label[language]}
              </th>
            ))}
            {editable && <th scope="col">{t('actions')}</th>}
          </tr>
        </thead>
        <tbody>
          {before > 0 && <tr style={{ height: before }} />}
          {shown.map(({ index, key }) => {
            const line = lines[index];
            return line ? (
              <LineRow
                key={key}
                index={index}
                line={line}
                columns={columns}
                language={language}
                problem={problems.get(line.clientKey)}
                editable={editable}
                onChange={onChange}
                onRemove={onRemove}
              />
            ) : null;
          })}
          {after > 0 && <tr style={{ height: after }} />}
        </tbody>
      </table>
    </section>
  );
}

interface LineRowProps extends Pick<LineTableProps, 'editable' | 'onChange' | 'onRemove'> {
  index: number;
  line: Line;
  columns: readonly [string, LineField][];
  language: 'en' | 'zh';
  problem: string | undefined;
}

const LineRow = memo(function LineRow({
  index,
  line,
  columns,
  language,
  problem,
  editable,
  onChange,
  onRemove,
}: LineRowProps) {
  const { t } = useTranslation('documents');
  const words = useFieldWords();
  const format = useFormat();
  // Whose posting was first, where one was.
  const { no, by, at } = keyAndValues(problem ?? '').values;
  const coded = typeof line.code === 'string' && line.code !== '';
  return (
    <tr aria-rowindex={index + 2} data-wrong={problem ? true : undefined}>
      <td className={styles.index}>{index + 1}</td>
      {columns.map(([name, field]) => (
        <td key={name} data-number={field.kind === 'decimal' || field.kind === 'integer' || undefined}>
          {editable && name !== 'code' && !(coded && lotFields.has(name)) ? (
            <Cell
              field={field}
              language={language}
              label={t('cell', { field: field.label[language], number: index + 1 })}
              value={line[name]}
              onChange={(value) => onChange({ ...line, [name]: value })}
            />
          ) : (
            <span className={name === 'code' ? styles.code : undefined}>
              {textOf(field, line[name], language)}
            </span>
          )}
          {name === 'code' && problem && (
            <span className={styles.problem}>
              {words({ message: problem }) ?? problem}
              {at && ` (${t('movedBy', { no, by, at: format.date(Number(at)) })})`}
            </span>
          )}
        </td>
      ))}
      {editable && (
        <td>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('remove', { number: index + 1 })}
            title={t('remove', { number: index + 1 })}
            onClick={() => onRemove(line.clientKey)}
          >
            <IconTrash size={16} stroke={1.7} />
          </ActionIcon>
        </td>
      )}
    </tr>
  );
});

/** Fields of goods by mass: a coded battery has none of them. */
export const lotFields: ReadonlySet<string> = new Set(
  Object.keys(lineFieldsOf({ columns: ['lot', 'pieces'] })),
);

function textOf(field: LineField, value: unknown, language: 'en' | 'zh'): string {
  if (value === null || value === undefined || value === '') return '–';
  return field.kind === 'option'
    ? (optionLabel(field.list, value as never, language) ?? String(value))
    : String(value);
}

interface CellProps {
  field: LineField;
  language: 'en' | 'zh';
  label: string;
  value: unknown;
  onChange: (value: string) => void;
}

/** An input of one cell; the value is given on when the cell is left. */
function Cell({ field, language, label, value, onChange }: CellProps) {
  const text = value === null || value === undefined ? '' : String(value);
  if (field.kind === 'option')
    return (
      <select
        className={styles.input}
        aria-label={label}
        value={text}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        <option value="">–</option>
        {optionsOf(field.list, language).map((option) => (
          <option key={String(option.value)} value={String(option.value)}>
            {option.label}
          </option>
        ))}
      </select>
    );
  const numeric = field.kind === 'decimal' || field.kind === 'integer';
  return (
    <input
      key={text}
      className={styles.input}
      aria-label={label}
      defaultValue={text}
      inputMode={numeric ? 'decimal' : 'text'}
      onBlur={(event) => {
        const given = event.currentTarget.value.trim();
        if (given !== text) onChange(numeric ? given.replace(',', '.') : given);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur();
      }}
    />
  );
}
