import { IconTrash } from '@tabler/icons-react';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import type { LineField, LinesField } from '@voltloop/resource-kit';
import { Fragment, memo, type ReactNode, type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './form.module.css';

/** The input of one field of a line, at its path in the form. */
export type LineInput = (name: string, path: string, field: LineField) => ReactNode;

export interface LineListHandle {
  /** Scrolls to a line and focuses its first input. */
  focusLine(index: number): void;
}

interface LineListProps {
  ref: Ref<LineListHandle>;
  name: string;
  label: string;
  field: LinesField;
  input: LineInput;
  lines: readonly { id: string }[];
  /** Index of the first invalid line, -1 for none, and number of submits. */
  firstWrong: number;
  sent: number;
  onRemove: ((index: number) => void) | undefined;
}

/** Longer lists scroll in their own box and are virtualized. */
const LONG = 30;
const LINE_PX = 88;
const OVERSCAN = 4;
const FOCUSABLE = 'input:not([type="hidden"]), textarea';

/**
 * The lines of a list, virtualized if long. Separate from the form's field array, which creates ids for all lines
 * at each render, while this renders at each scroll step.
 */
export const LineList = memo(function LineList({
  ref,
  name,
  label,
  field,
  input,
  lines,
  firstWrong,
  sent,
  onRemove,
}: LineListProps) {
  const box = useRef<HTMLDivElement>(null);
  const focused = useRef(-1);
  const count = lines.length;
  const long = count > LONG;
  const virtual = useVirtualizer<HTMLDivElement, HTMLFieldSetElement>({
    count,
    enabled: long,
    getScrollElement: () => box.current,
    estimateSize: () => LINE_PX,
    getItemKey: (index) => lines[index]?.id ?? index,
    overscan: OVERSCAN,
    // The line with the focus stays mounted wherever the list is scrolled.
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range);
      const at = focused.current;
      return at < 0 || at >= count || shown.includes(at) ? shown : [...shown, at].sort((a, b) => a - b);
    },
  });
  useImperativeHandle(
    ref,
    () => ({
      focusLine(index) {
        if (long) virtual.scrollToIndex(index);
        const line = () => box.current?.querySelector<HTMLElement>(`[data-index="${index}"]`);
        // A virtualized line renders one frame after scrolling to it.
        requestAnimationFrame(() =>
          requestAnimationFrame(() => line()?.querySelector<HTMLElement>(FOCUSABLE)?.focus()),
        );
      },
    }),
    [long, virtual],
  );
  // Scroll the first invalid line into view after a submit, so that it can be focused.
  useEffect(() => {
    if (long && sent > 0 && firstWrong >= 0) virtual.scrollToIndex(firstWrong);
  }, [long, sent, firstWrong, virtual]);
  const shown = long
    ? virtual.getVirtualItems()
    : lines.map(({ id }, index) => ({ key: id, index, start: undefined }));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only tracks which line has the focus
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
            label={label}
            index={index}
            start={start}
            measure={long ? virtual.measureElement : undefined}
          >
            <LineInputs
              name={name}
              label={label}
              index={index}
              field={field}
              input={input}
              onRemove={onRemove}
            />
          </Line>
        ))}
      </div>
    </div>
  );
});

interface LineProps {
  label: string;
  index: number;
  /** Offset in the box of a long list, px. */
  start: number | undefined;
  measure: ((element: HTMLFieldSetElement | null) => void) | undefined;
  children: ReactNode;
}

/** The frame of a line; it moves when a line before it grows, without rerendering its inputs. */
function Line({ label, index, start, measure, children }: LineProps) {
  const { t } = useTranslation('backoffice');
  return (
    <fieldset
      ref={measure}
      data-index={index}
      className={styles.line}
      style={start === undefined ? undefined : { transform: `translateY(${start}px)` }}
      aria-label={t('form.line', { label, number: index + 1 })}
    >
      {children}
    </fieldset>
  );
}

const LineInputs = memo(function LineInputs({
  name,
  label,
  index,
  field,
  input,
  onRemove,
}: Omit<LineListProps, 'ref' | 'lines' | 'firstWrong' | 'sent'> & { index: number }) {
  const { t } = useTranslation('backoffice');
  const removes = t('form.removeLine', { label, number: index + 1 });
  return (
    <>
      <span className={styles.lineNumber} aria-hidden="true">
        {index + 1}
      </span>
      <div className={styles.lineFields}>
        {Object.entries(field.of)
          .filter(([, of]) => !of.callsOnly)
          .map(([inner, of]) => (
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
    </>
  );
});
