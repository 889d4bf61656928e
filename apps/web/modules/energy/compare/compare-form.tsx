import { Button, NativeSelect } from '@mantine/core';
import { IconZoomReset } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { RangePicker } from '../../../ui/index.ts';
import styles from './compare.module.css';
import { type Cut, cuts, daysOf, type Figure, figures, MAX_COMPARED } from './compare-url.ts';
import { PointPicker } from './point-picker.tsx';
import { ThingPicker } from './thing-picker.tsx';
import type { ShownComparison } from './use-comparison.ts';

/** The inputs of a comparison: devices, points, days, interval and aggregate. */
export function CompareForm({ comparison }: { comparison: ShownComparison }) {
  const { t } = useTranslation('compare');
  const { view, show, things, dictionary, range, zone, cut, possible } = comparison;
  return (
    <>
      <div className={styles.pickers}>
        <ThingPicker value={view.devids} known={things} onChange={(devids) => show({ devids })} />
        <PointPicker
          dictionary={dictionary}
          label={t('points')}
          description={t(view.points.length >= MAX_COMPARED ? 'full' : 'pointsHint', { most: MAX_COMPARED })}
          most={MAX_COMPARED}
          value={view.points}
          onChange={(next) => show({ points: next })}
        />
      </div>
      <div className={styles.bar}>
        <RangePicker value={range} onChange={(next) => show(daysOf(next, zone))} zone={zone} />
        <NativeSelect
          size="xs"
          label={t('cut')}
          classNames={{ root: styles.inline ?? '' }}
          value={view.cut && possible.includes(view.cut) ? view.cut : ''}
          onChange={(event) => show({ cut: (event.currentTarget.value || null) as Cut | null })}
          data={[
            { value: '', label: t('cutAuto', { cut: t(`cuts.${cut}`) }) },
            ...cuts.map((each) => ({
              value: each,
              label: t(`cuts.${each}`),
              disabled: !possible.includes(each),
            })),
          ]}
        />
        <NativeSelect
          size="xs"
          label={t('figure')}
          classNames={{ root: styles.inline ?? '' }}
          disabled={cut === 'raw'}
          value={view.figure}
          onChange={(event) => show({ figure: event.currentTarget.value as Figure })}
          data={figures.map((each) => ({ value: each, label: t(`figures.${each}`) }))}
        />
        {view.zoom && (
          <Button
            size="xs"
            variant="light"
            leftSection={<IconZoomReset size={15} aria-hidden="true" />}
            onClick={() => show({ zoom: null })}
          >
            {t('zoomReset')}
          </Button>
        )}
      </div>
    </>
  );
}
