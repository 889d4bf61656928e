import type { Resource } from '@voltloop/resource-kit';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../ui/index.ts';
import type { PageViews, Row } from '../resources/index.ts';
import { AlarmsPanel } from './alarms-panel.tsx';
import { AreaInput } from './area-input.tsx';
import { AreaMap } from './area-map.tsx';
import { drawnOf } from './drawn-of.ts';

function MapPanel({ row }: { row: Row; resource: Resource }) {
  const { t } = useTranslation('map');
  const drawn = useMemo(() => drawnOf(row), [row]);
  if (!drawn) return null;
  return (
    <Card>
      <AreaMap
        drawn={drawn}
        label={t('shown', { name: String(row.name) })}
        tone={row.kind === 'deny' ? 'danger' : 'accent'}
      />
    </Card>
  );
}

/** A geofence can be drawn as well as typed. */
export const pageViews: PageViews = {
  firstPanel: 'map',
  inputs: { coordinateSystem: AreaInput },
  panels: [
    { id: 'map', title: { en: 'Map', zh: '地图' }, Panel: MapPanel },
    { id: 'alarms', title: { en: 'Alarms', zh: '报警记录' }, Panel: AlarmsPanel },
  ],
};
