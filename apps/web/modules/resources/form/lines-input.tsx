import { Button, Input } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import type { LineField, LinesField } from '@voltloop/resource-kit';
import { useFieldWords, type Wrong } from '@voltloop/ui/form/field-words.ts';
import { Fragment, memo, type ReactNode, useCallback, useEffect, useRef } from 'react';
import { get, useFieldArray, useFormState } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { inSentence } from '../in-sentence.ts';
import styles from './form.module.css';
import { emptyLine } from './form-values.ts';

interface LinesInputProps {
  name: string;
  label: string;
  required: boolean;
  disabled: boolean;
  description?: string;
  field: LinesField;
  /** The input of one field of a line, at its place in the form. */
  input: LineInput;
}
type LineInput = (name: string, path: string, field: LineField) => ReactNode;

/** From so many lines on they scroll in a box of their own, and only those in sight are in the page. */
const LONG = 30;
const LINE_PX = 88;
const OVERSCAN = 4;
const FOCUSABLE = 'input:not([type="hidden"]), textarea';

/** Rows within the row: a small table to write in. */
export function LinesInput({ name, label, required, disabled, description, field, input }: LinesInputProps) {
  const { t } = useTranslation('backoffice');
  const { append, remove, fields } = useFieldArray({ name });
  const wrong = useWrongLines(name);
  const box = useRef<HTMLDivElement>(null);
  const focused = useRef(-1);
  const count = fields.length;
  const long = count > LONG;
  const virtual = useVirtualizer<HTMLDivElement, HTMLFieldSetElement>({
    count,
    enabled: long,
    getScrollElement: () => box.current,
    estimateSize: () => LINE_PX,
    getItemKey: (index) => fields[index]?.id ?? index,
    overscan: OVERSCAN,
    // The line with the focus stays in the page wherever the list is scrolled to.
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range);
      const at = focused.current;
      return at < 0 || at >= count || shown.includes(at) ? shown : [...shown, at].sort((a, b) => a - b);
    },
  });
  const focusLine = useCallback((index: number) => {
    const line = () => box.current?.querySelector<HTMLElement>(`[data-index="${index}"]`);
    // A line that was out of sight is there a frame after the list was scrolled to it.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => line()?.querySelector<HTMLElement>(FOCUSABLE)?.focus()),
    );
  }, []);
  const scrollTo = useRef((index: number) => virtual.scrollToIndex(index));
  const { first, sent } = wrong;
  // The first wrong line comes into sight when the form was sent, so that it can take the focus.
  useEffect(() => {
    if (long && sent > 0 && first >= 0) scrollTo.current(first);
  }, [long, sent, first]);
  const added = useRef(false);
  useEffect(() => {
    if (!added.current) return;
    added.current = false;
    if (long) scrollTo.current(count - 1);
    focusLine(count - 1);
  }, [count, long, focusLine]);

  const add = () => {
    added.current = true;
    append(emptyLine(field.of), { shouldFocus: false });
  };
  const removeLine = useCallback(
    (index: number) => {
      remove(index);
      // The button that had the focus is gone.
      requestAnimationFrame(() =>
        box.current?.parentElement?.querySelector<HTMLElement>('[data-add]')?.focus(),
      );
    },
    [remove],
  );
  const shown = long
    ? virtual.getVirtualItems()
    : fields.map(({ id }, index) => ({ key: id, index, start: undefined }));
  return (
    <Input.Wrapper
      label={count > 1 ? t('form.linesLabel', { label, count }) : label}
      required={required}
      labelElement="div"
      // The errors of single lines stand at their inputs.
      error={wrong.text}
      className={styles.wide}
      {...(description ? { description } : {})}
    >
      <div className={styles.lines}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: it only notes which line has the focus */}
        <div
          ref={box}
          className={long ? styles.longLines : styles.lines}
          onFocus={(event) => {
            focused.current = Number(event.target.closest<HTMLElement>('[data-index]')?.dataset.index ?? -1);
          }}
          onBlur={() => {
            focused.current = -1;
          }}
        >
          <div
            className={long ? styles.allLines : styles.lines}
            style={long ? { height: virtual.getTotalSize() } : undefined}
          >
            {shown.map(({ key, index, start }) => (
              <Line
                key={key}
                name={name}
                label={label}
                index={index}
                field={field}
                input={input}
                start={start}
                measure={long ? virtual.measureElement : undefined}
                onRemove={disabled ? undefined : removeLine}
              />
            ))}
          </div>
        </div>
        <div className={styles.linesFoot}>
          {!disabled && count < field.most && (
            <Button
              data-add
              variant="default"
              size="xs"
              leftSection={<IconPlus size={15} stroke={1.8} />}
              className={styles.add}
              onClick={add}
            >
              {t('form.addLine', { what: inSentence(label) })}
            </Button>
          )}
        </div>
      </div>
    </Input.Wrapper>
  );
}

interface LineProps {
  name: string;
  label: string;
  index: number;
  field: LinesField;
  input: LineInput;
  /** Where it begins in the box of a long list, px. */
  start: number | undefined;
  measure: ((element: HTMLFieldSetElement | null) => void) | undefined;
  onRemove: ((index: number) => void) | undefined;
}

const Line = memo(function Line({ name, label, index, field, input, start, measure, onRemove }: LineProps) {
  const { t } = useTranslation('backoffice');
  const removes = t('form.removeLine', { label, number: index + 1 });
  return (
    <fieldset
      ref={measure}
      data-index={index}
      className={styles.line}
      style={start === undefined ? undefined : { transform: `translateY(${start}px)` }}
      aria-label={t('form.line', { label, number: index + 1 })}
    >
      <span className={styles.lineNumber} aria-hidden="true">
        {index + 1}
      </span>
      <div className={styles.lineFields}>
        {Object.entries(field.of).map(([inner, of]) => (
          <Fragment key={inner}>{input(inner, `${name}.${index}.${inner}`, of)}</Fragment>
        ))}
      </div>
      {onRemove && (
        <button
          type="button"
          className={styles.remove}
          aria-label={removes}
          title={removes}
          onClick={() => onRemove(index)}
        >
          <IconTrash size={16} stroke={1.8} />
        </button>
      )}
    </fieldset>
  );
});

/** What is wrong with the list as a whole, its first wrong line (-1: none), and how often the form was sent. */
function useWrongLines(name: string) {
  const words = useFieldWords();
  const { errors, submitCount: sent } = useFormState({ name, exact: true });
  const error: unknown = get(errors, name);
  const first = Array.isArray(error) ? error.findIndex((line) => line && Object.keys(line).length > 0) : -1;
  // react-hook-form keeps the error of a whole list beside those of its lines.
  const whole = error as (Wrong & { root?: Wrong }) | undefined;
  return { text: words(whole?.root ?? (whole?.message ? whole : undefined)) || undefined, first, sent };
}
