import { SegmentedControl } from '@mantine/core';
import { eventsList } from '@voltloop/contract/lists/events.list.ts';
import { useTranslation } from 'react-i18next';
import { languageOf } from '../../context/language-of.ts';
import { useFormat } from '../../ui/index.ts';
import chipStyles from '../../ui/list/chips.module.css';

const { state, levels, unseen } = eventsList.filters;

type Level = 1 | 2 | 3;

const marks = [
  { level: 3, name: 'fault', tone: 'danger' },
  { level: 2, name: 'warning', tone: 'warning' },
  { level: 1, name: 'notice', tone: 'info' },
] as const satisfies { level: Level; name: string; tone: string }[];

/** Active, cleared, or both. */
export function StateFilter({ value, set }: { value: 1 | 2 | null; set: (value: 1 | 2 | null) => void }) {
  const { t } = useTranslation('events');
  const language = languageOf(useFormat().language);
  return (
    <SegmentedControl
      size="xs"
      aria-label={state.label[language]}
      value={String(value ?? 'all')}
      onChange={(next) => set(next === 'all' ? null : next === '1' ? 1 : 2)}
      data={[
        ...([1, 2] as const).map((each) => ({ value: String(each), label: state.values[each][language] })),
        { value: 'all', label: t('list.all') },
      ]}
    />
  );
}

interface LevelFilterProps {
  value: readonly Level[];
  set: (value: readonly Level[]) => void;
  /** What each level would find; undefined until it is counted. */
  counts: Record<(typeof marks)[number]['name'], number> | undefined;
}

export function LevelFilter({ value, set, counts }: LevelFilterProps) {
  const format = useFormat();
  const language = languageOf(format.language);
  const toggled = (level: Level) =>
    value.includes(level) ? value.filter((each) => each !== level) : [...value, level].sort();
  return (
    <fieldset className={chipStyles.chips} aria-label={levels.label[language]}>
      {marks.map(({ level, name, tone }) => (
        <button
          key={level}
          type="button"
          className={chipStyles.chip}
          data-tone={tone}
          aria-pressed={value.includes(level)}
          onClick={() => set(toggled(level))}
        >
          {levels.values[level][language]}
          <span className={chipStyles.count}>{counts ? format.number(counts[name]) : ''}</span>
        </button>
      ))}
    </fieldset>
  );
}

export function UnseenFilter({ value, set }: { value: boolean; set: (value: boolean) => void }) {
  const language = languageOf(useFormat().language);
  return (
    <button type="button" className={chipStyles.chip} aria-pressed={value} onClick={() => set(!value)}>
      {unseen.label[language]}
    </button>
  );
}
