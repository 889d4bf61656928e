import { NativeSelect, SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/index.ts';
import chipStyles from '../../ui/list/chips.module.css';
import { BarFilters } from '../../ui/list/filter-popover.tsx';
import { type EventSpan, type EventView, eventSources, eventSpans } from './events-url.ts';

const levels = [
  { level: 3, name: 'fault', tone: 'danger' },
  { level: 2, name: 'warning', tone: 'warning' },
  { level: 1, name: 'notice', tone: 'info' },
] as const;

interface EventFiltersProps {
  view: EventView;
  show: (next: Partial<EventView>) => void;
  /** What each level would find; undefined until it is counted. */
  counts: Record<(typeof levels)[number]['name'], number> | undefined;
}

/** The filters of the list of events: state, levels, source and time span; on phones the last two in a sheet. */
export function EventFilters({ view, show, counts }: EventFiltersProps) {
  const { t } = useTranslation(['events', 'things']);
  return (
    <>
      <SegmentedControl
        size="xs"
        aria-label={t('list.state')}
        value={view.state === null ? 'all' : String(view.state)}
        onChange={(value) => show({ state: value === 'all' ? null : Number(value) })}
        data={[
          { value: '1', label: t('list.active') },
          { value: '2', label: t('list.cleared') },
          { value: 'all', label: t('list.all') },
        ]}
      />
      <LevelChips view={view} show={show} counts={counts} />
      <BarFilters count={(view.source ? 1 : 0) + (view.span ? 1 : 0)}>
        {(isSheet) => <SourceAndSpan size={isSheet ? 'sm' : 'xs'} view={view} show={show} />}
      </BarFilters>
    </>
  );
}

function LevelChips({ view, show, counts }: EventFiltersProps) {
  const { t } = useTranslation(['events', 'things']);
  const format = useFormat();
  const toggled = (level: number) =>
    view.levels.includes(level)
      ? view.levels.filter((each) => each !== level)
      : [...view.levels, level].sort();
  return (
    <fieldset className={chipStyles.chips} aria-label={t('list.levels')}>
      {levels.map(({ level, name, tone }) => (
        <button
          key={level}
          type="button"
          className={chipStyles.chip}
          data-tone={tone}
          aria-pressed={view.levels.includes(level)}
          onClick={() => show({ levels: toggled(level) })}
        >
          {t(`level.${name}`, { ns: 'things' })}
          <span className={chipStyles.count}>{counts ? format.number(counts[name]) : ''}</span>
        </button>
      ))}
      <button
        type="button"
        className={chipStyles.chip}
        aria-pressed={view.unseen}
        onClick={() => show({ unseen: !view.unseen })}
      >
        {t('list.unseen')}
      </button>
    </fieldset>
  );
}

function SourceAndSpan({
  size,
  view,
  show,
}: Pick<EventFiltersProps, 'view' | 'show'> & { size: 'xs' | 'sm' }) {
  const { t } = useTranslation(['events', 'things']);
  return (
    <>
      <NativeSelect
        size={size}
        aria-label={t('list.source')}
        value={view.source ?? ''}
        onChange={({ currentTarget }) =>
          show({ source: eventSources.find((source) => source === currentTarget.value) ?? null })
        }
        data={[
          {
            value: '',
            label: t('pair', { ns: 'common', name: t('list.source'), value: t('list.anySource') }),
          },
          ...eventSources.map((source) => ({ value: source, label: t(`source.${source}`) })),
        ]}
      />
      <NativeSelect
        size={size}
        aria-label={t('list.span')}
        value={view.span ?? ''}
        onChange={(event) => show({ span: (event.currentTarget.value || null) as EventSpan | null })}
        data={[
          { value: '', label: t('list.anyTime') },
          ...Object.keys(eventSpans).map((span) => ({ value: span, label: t(`span.${span}`) })),
        ]}
      />
    </>
  );
}
