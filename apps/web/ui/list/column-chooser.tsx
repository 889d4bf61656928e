import { Button, Popover } from '@mantine/core';
import { IconColumns3, IconGripVertical, IconPin, IconPinFilled, IconRestore } from '@tabler/icons-react';
import { type KeyboardEvent, type PointerEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '../table/types.ts';
import styles from './column-chooser.module.css';
import {
  builtView,
  type Density,
  isBuilt,
  orderColumns,
  type TableView,
  withColumn,
  withColumnAt,
} from './table-view.ts';

interface ColumnChooserProps<Row> {
  columns: readonly Column<Row>[];
  view: TableView;
  /** Ids of the columns that fit; all when absent. */
  fitting?: readonly string[] | undefined;
  /** False until `view` has loaded: a choice now would be overwritten by the account's own. */
  ready?: boolean;
  onChange: (view: TableView) => void;
}

const densities: readonly Density[] = ['comfortable', 'compact'];
const ITEM_PX = 36;

/** The button for an account's choice of a table's columns: visibility, order, pinning, row height. */
export function ColumnChooser<Row>({ ready = true, ...props }: ColumnChooserProps<Row>) {
  const { t } = useTranslation('list');
  const [opened, setOpened] = useState(false);
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width={320}
      shadow="md"
      trapFocus
      returnFocus
      withinPortal
      // On a low screen the list shrinks, so that the row height below it stays visible.
      middlewares={{ flip: true, shift: true, size: { padding: 8 } }}
    >
      <Popover.Target>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconColumns3 size={15} stroke={1.8} />}
          disabled={!ready}
          onClick={() => setOpened(!opened)}
        >
          {t('columns.button')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={0}>
        <Chooser {...props} />
      </Popover.Dropdown>
    </Popover>
  );
}

function Chooser<Row>({ columns, view, fitting, onChange }: Omit<ColumnChooserProps<Row>, 'ready'>) {
  const { t } = useTranslation('list');
  const id = useId();
  const [draft, setDraft] = useState<TableView | null>(null);
  const [announced, setAnnounced] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const refocus = useRef<string | null>(null);
  const drag = useRef<string | null>(null);
  const shownView = draft ?? view;
  const all = orderColumns(columns, shownView).filter((column) => !column.chrome);

  // A row that moves in the document loses the focus: restore it.
  useLayoutEffect(() => {
    if (refocus.current === null) return;
    list.current?.querySelector<HTMLElement>(`[data-handle="${CSS.escape(refocus.current)}"]`)?.focus();
    refocus.current = null;
  });
  const announce = (header: string, place: number) =>
    setAnnounced(t('columns.moved', { column: header, place: place + 1, total: all.length }));

  const onHandleKey = (event: KeyboardEvent, column: Column<Row>, index: number) => {
    const places: Record<string, number> = {
      ArrowUp: index - 1,
      ArrowDown: index + 1,
      Home: 0,
      End: all.length - 1,
    };
    const place = places[event.key];
    if (place === undefined) return;
    event.preventDefault();
    if (place < 0 || place >= all.length || place === index) return;
    refocus.current = column.id;
    onChange(withColumnAt(columns, view, column.id, place));
    announce(column.header, place);
  };
  const onPointerDown = (event: PointerEvent<HTMLElement>, column: Column<Row>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = column.id;
    setDraft(view);
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (drag.current === null || !list.current) return;
    const top = list.current.getBoundingClientRect().top - list.current.scrollTop;
    const place = Math.min(Math.max(Math.floor((event.clientY - top) / ITEM_PX), 0), all.length - 1);
    if (all[place]?.id !== drag.current) setDraft(withColumnAt(columns, shownView, drag.current, place));
  };
  const onDrop = (keep: boolean) => {
    if (drag.current === null) return;
    drag.current = null;
    setDraft(null);
    if (keep && draft) onChange(draft);
  };

  return (
    <div className={styles.chooser}>
      <div className={styles.head}>
        <span id={`${id}-title`} className={styles.title}>
          {t('columns.title')}
        </span>
        <Button
          variant="subtle"
          size="compact-xs"
          leftSection={<IconRestore size={14} stroke={1.8} />}
          disabled={isBuilt(view)}
          onClick={() => {
            onChange(builtView);
            setAnnounced(t('columns.wasReset'));
          }}
        >
          {t('columns.reset')}
        </Button>
      </div>
      <ul ref={list} className={styles.list} aria-labelledby={`${id}-title`}>
        {all.map((column, index) => (
          <li key={column.id} className={styles.item} data-dragged={drag.current === column.id || undefined}>
            <button
              type="button"
              data-handle={column.id}
              className={styles.handle}
              aria-label={t('columns.move', { column: column.header })}
              title={t('columns.moveHint')}
              onKeyDown={(event) => onHandleKey(event, column, index)}
              onPointerDown={(event) => onPointerDown(event, column)}
              onPointerMove={onPointerMove}
              onPointerUp={() => onDrop(true)}
              onPointerCancel={() => onDrop(false)}
            >
              <IconGripVertical size={15} stroke={1.8} aria-hidden="true" />
            </button>
            <label className={styles.label}>
              <input
                type="checkbox"
                checked={!column.hidden}
                disabled={column.essential}
                onChange={() => onChange(withColumn(columns, view, column.id, { hidden: !column.hidden }))}
              />
              <span title={column.header}>
                {column.header}
                {!column.hidden && fitting && !fitting.includes(column.id) && (
                  <span className={styles.noRoom}>{t('columns.noRoom')}</span>
                )}
              </span>
            </label>
            {view.columns.some((look) => look.id === column.id && look.width !== undefined) && (
              <button
                type="button"
                className={styles.tool}
                aria-label={t('columns.ownWidth', { column: column.header })}
                title={t('columns.ownWidth', { column: column.header })}
                onClick={() => onChange(withColumn(columns, view, column.id, { width: undefined }))}
              >
                <IconRestore size={15} stroke={1.8} aria-hidden="true" />
              </button>
            )}
            <button
              type="button"
              className={styles.tool}
              aria-pressed={column.pinned}
              aria-label={t('columns.pin', { column: column.header })}
              title={t('columns.pin', { column: column.header })}
              onClick={() => onChange(withColumn(columns, view, column.id, { pinned: !column.pinned }))}
            >
              {column.pinned ? (
                <IconPinFilled size={15} aria-hidden="true" />
              ) : (
                <IconPin size={15} stroke={1.8} aria-hidden="true" />
              )}
            </button>
          </li>
        ))}
      </ul>
      <fieldset className={styles.density}>
        <legend>{t('density.label')}</legend>
        {densities.map((density) => (
          <label key={density} className={styles.choice}>
            <input
              type="radio"
              name={`${id}-density`}
              checked={view.density === density}
              onChange={() => onChange({ ...view, density })}
            />
            {t(`density.${density}`)}
          </label>
        ))}
      </fieldset>
      <span role="status" className="visually-hidden">
        {announced}
      </span>
    </div>
  );
}
