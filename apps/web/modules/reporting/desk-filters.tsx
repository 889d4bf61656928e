import { useQuery } from '@tanstack/react-query';
import { optionLists } from '@voltloop/domain/options/index.ts';
import { useTranslation } from 'react-i18next';
import { DayInput } from '../../ui/form/day-input.tsx';
import { Choice } from '../../ui/list/choice.tsx';
import { BarFilters } from '../../ui/list/filter-popover.tsx';
import { useListLanguage } from './badges.tsx';
import { type DeskView, filterOf, whens } from './desk-url.ts';
import { deskCounts } from './queries.ts';
import styles from './reporting.module.css';

interface DeskFiltersProps {
  view: DeskView;
  show: (next: Partial<DeskView>) => void;
}

/** The filters of the desk. */
export function DeskFilters(props: DeskFiltersProps) {
  const { search, ...filters } = filterOf(props.view);
  return <BarFilters count={Object.keys(filters).length}>{() => <Filters {...props} />}</BarFilters>;
}

/** Pending, type, state, site, enterprise, days of the records. */
function Filters({ view, show }: DeskFiltersProps) {
  const { t } = useTranslation('reporting');
  const of = useListLanguage();
  const { data } = useQuery(deskCounts);
  const options = (list: 'reportedType' | 'reportedState') =>
    optionLists[list].options.map((option) => ({ value: String(option.value), label: option[of] }));
  const named = (all: readonly { id: string; name: string }[] = []) =>
    all.map(({ id, name }) => ({ value: id, label: name }));
  const number = (text: string) => (text === '' ? null : Number(text));
  return (
    <>
      <Choice
        label={t('filter.when')}
        none={t('filter.when')}
        value={view.when ?? ''}
        data={whens.map((when) => ({ value: when, label: t(`when.${when}`) }))}
        onChange={(when) => show({ when: (when || null) as DeskView['when'] })}
      />
      <Choice
        label={t('filter.type')}
        none={t('filter.type')}
        value={view.type === null ? '' : String(view.type)}
        data={options('reportedType')}
        onChange={(type) => show({ type: number(type) })}
      />
      <Choice
        label={t('filter.state')}
        none={t('filter.state')}
        value={view.state === null ? '' : String(view.state)}
        data={options('reportedState')}
        onChange={(state) => show({ state: number(state) })}
      />
      <Choice
        label={t('filter.site')}
        none={t('filter.site')}
        value={view.site ?? ''}
        data={named(data?.sites)}
        onChange={(site) => show({ site: site || null })}
      />
      <Choice
        label={t('filter.enterprise')}
        none={t('filter.enterprise')}
        value={view.enterprise ?? ''}
        data={named(data?.enterprises)}
        onChange={(enterprise) => show({ enterprise: enterprise || null })}
      />
      <span className={styles.days}>
        <DayInput
          size="xs"
          w={152}
          aria-label={t('filter.from')}
          placeholder={t('filter.from')}
          value={view.from}
          max={view.to}
          onChange={(from) => show({ from })}
        />
        <DayInput
          size="xs"
          w={152}
          aria-label={t('filter.to')}
          placeholder={t('filter.to')}
          value={view.to}
          min={view.from}
          onChange={(to) => show({ to })}
        />
      </span>
    </>
  );
}
